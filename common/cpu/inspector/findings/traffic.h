/* traffic.h: what each device has sent to others. */
#ifndef CUDA_CPU_TRAFFIC_H
#define CUDA_CPU_TRAFFIC_H

#include <stddef.h>
#include <stdint.h>

struct traffic { uint64_t bytes, steps, times; };

enum { TRAFFIC_COPIES, TRAFFIC_NCCL, TRAFFIC_STORES, TRAFFIC_LOADS, TRAFFIC_WAYS };    /* as in inspect_counts.h */

/* A device has sent so much: by a copy; in a call of NCCL, whose ring takes so many steps; by a store of its kernels, or
 * because a kernel of another device loads from it. */
void traffic_sent(int device, int way, size_t bytes, uint64_t steps);
const struct traffic *traffic_of(int device, int way);
void traffic_restart(void);             /* from 0 on */

#endif
