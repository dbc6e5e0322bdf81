/* own_accesses.h: the memory accesses of the CPU device's own functions, such as atomicAdd(), in an
 * inspected program. The compiler does not instrument these functions: they report their accesses. */
#ifndef CUDA_CPU_OWN_ACCESSES_H
#define CUDA_CPU_OWN_ACCESSES_H

#ifdef __cplusplus
extern "C" {
#endif

void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int in_block);
void cuda_cpu_observe_load(const void *p, unsigned int size, int is_volatile);
void cuda_cpu_observe_store(void *p, unsigned int size);
void cuda_cpu_observe_fence(int whole_device);
void cuda_cpu_observe_proxy_fence(void);
void cuda_cpu_observe_await_grid(void);

#ifdef __cplusplus
}
#endif
#endif
