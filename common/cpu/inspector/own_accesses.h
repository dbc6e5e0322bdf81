/* own_accesses.h: the memory accesses of the CPU device's own functions, such as atomicAdd(), in an
 * inspected program. The compiler does not instrument these functions: they report their accesses. */
#ifndef CUDA_CPU_OWN_ACCESSES_H
#define CUDA_CPU_OWN_ACCESSES_H

#ifdef __cplusplus
extern "C" {
#endif

/* For which threads an atomic or a fence counts: those of all devices and the host, of the device, of the block. */
enum { CUDA_CPU_OF_SYSTEM, CUDA_CPU_OF_DEVICE, CUDA_CPU_OF_BLOCK };

void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int scope);
void cuda_cpu_observe_load(const void *p, unsigned int size, int strength);     /* 0: plain; volatile or atomic: 1 + scope */
void cuda_cpu_observe_store(void *p, unsigned int size);
void cuda_cpu_observe_fence(int scope);
void cuda_cpu_observe_proxy_fence(void);
void cuda_cpu_observe_await_grid(void);

#ifdef __cplusplus
}
#endif
#endif
