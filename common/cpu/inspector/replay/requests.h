/* requests.h: what one request of a warp costs. */
#ifndef CUDA_CPU_REQUESTS_H
#define CUDA_CPU_REQUESTS_H

#include "../inspected.h"

/* The number of distinct 32-byte sectors that these lanes touch. data[lane]: the second word of an ACCESS. */
unsigned int count_sectors(const uint64_t *data, unsigned int lanes);

/* The number of passes through the 32 banks of 4 bytes that these lanes need: the most distinct words in
 * one bank. Wider accesses proceed in groups of lanes that use 128 bytes together. Adds the cost of bank
 * conflicts to *excess, and the lanes with a conflict to *conflicts. */
unsigned int count_wavefronts(const uint64_t *data, unsigned int lanes, unsigned int size,
                              unsigned int *excess, unsigned int *conflicts);

#endif
