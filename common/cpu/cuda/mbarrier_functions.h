/* mbarrier_functions.h: the engine's mbarriers and bulk copies, for cuda/barrier and cuda/ptx. */
#ifndef CUDA_CPU_MBARRIER_FUNCTIONS_H
#define CUDA_CPU_MBARRIER_FUNCTIONS_H

#include "device_functions.h"

CUDA_CPU_FN void cuda_cpu_barrier_init(uint64_t *barrier, uint32_t count, const char *file, int line)
{
    cuda_cpu_mbarrier_init(barrier, count, file, line);
}

CUDA_CPU_FN void cuda_cpu_barrier_end(uint64_t *barrier, const char *file, int line)
{
    cuda_cpu_mbarrier_end(barrier, file, line);
}

CUDA_CPU_FN uint64_t cuda_cpu_barrier_arrive(uint64_t *barrier, uint32_t count, uint32_t bytes, int drops,
                                             const char *file, int line)
{
    return cuda_cpu_mbarrier_arrive(barrier, count, bytes, drops, file, line);
}

CUDA_CPU_FN void cuda_cpu_barrier_expect(uint64_t *barrier, uint32_t bytes, const char *file, int line)
{
    cuda_cpu_mbarrier_expect(barrier, bytes, file, line);
}

CUDA_CPU_FN bool cuda_cpu_barrier_wait(uint64_t *barrier, uint32_t parity, int how, const char *file, int line)
{
    return cuda_cpu_mbarrier_wait(barrier, parity, how, file, line) != 0;
}

CUDA_CPU_FN void cuda_cpu_bulk_copy(void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file,
                                    int line)
{
    cuda_cpu_copy(to, from, size, barrier, file, line);
}

CUDA_CPU_FN void cuda_cpu_bulk_commit() { cuda_cpu_copy_commit(); }

CUDA_CPU_FN void cuda_cpu_bulk_wait(unsigned left, int only_read, const char *file, int line)
{
    cuda_cpu_copy_wait(left, only_read, file, line);
}

CUDA_CPU_FN void cuda_cpu_proxy_fence()
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    CUDA_CPU_PROXY_FENCE();
}

#endif
