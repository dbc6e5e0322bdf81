/* own_accesses.h: the memory accesses of the CPU device's own functions, such as atomicAdd(), in an
 * inspected program. The compiler does not instrument these functions: they report their accesses. */
#ifndef CUDA_CPU_OWN_ACCESSES_H
#define CUDA_CPU_OWN_ACCESSES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For which threads an atomic or a fence counts: those of all devices and the host, of the device, of the block. */
enum { CUDA_CPU_OF_SYSTEM, CUDA_CPU_OF_DEVICE, CUDA_CPU_OF_BLOCK };

/* Beside the scope: an access releases what came before it, or a fence does; without a fence, it does not acquire what
 * others have released; it does not read. */
enum { CUDA_CPU_SCOPE = 3, CUDA_CPU_RELEASES = 4, CUDA_CPU_RELAXED = 8, CUDA_CPU_STORES = 16 };

void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int how);
void cuda_cpu_observe_load(const void *p, unsigned int size, int strength);     /* 0: plain; volatile or atomic: 1 + how */
void cuda_cpu_observe_store(void *p, unsigned int size);

/* A small asynchronous copy, which belongs to the mbarrier, or to its thread's groups. Returns its number. */
unsigned int cuda_cpu_observe_copy(void *to, unsigned int size, const void *from, unsigned int valid, uint64_t *barrier);
void cuda_cpu_observe_fence(int how);
void cuda_cpu_observe_proxy_fence(void);
void cuda_cpu_observe_await_grid(void);

#ifdef __cplusplus
}
#endif
#endif
