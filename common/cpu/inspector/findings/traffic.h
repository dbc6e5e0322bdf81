/* traffic.h: what each device has sent to others. */
#ifndef CUDA_CPU_TRAFFIC_H
#define CUDA_CPU_TRAFFIC_H

#include <stddef.h>
#include <stdint.h>

struct traffic { uint64_t bytes, steps, times; };

/* A device has sent so much: by a copy, or in a call of NCCL, whose ring takes so many steps. */
void traffic_sent(int device, int by_nccl, size_t bytes, uint64_t steps);
const struct traffic *traffic_of(int device, int by_nccl);

#endif
