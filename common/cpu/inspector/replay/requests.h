/* requests.h: what one request of a warp costs. */
#ifndef CUDA_CPU_REQUESTS_H
#define CUDA_CPU_REQUESTS_H

#include "../inspected.h"

/* Distinct sectors of 32 bytes that these lanes touch. data[lane]: the second word of an ACCESS. */
unsigned int count_sectors(const uint64_t *data, unsigned int lanes);

/* How often the 32 banks of 4 bytes must be passed for these lanes: the most distinct words that
 * one bank has. Wider accesses go by groups of lanes that use 128 bytes together. Adds to *excess
 * what the bank conflicts cost; lanes with a conflict go to *conflicts. */
unsigned int count_wavefronts(const uint64_t *data, unsigned int lanes, unsigned int size,
                              unsigned int *excess, unsigned int *conflicts);

#endif
