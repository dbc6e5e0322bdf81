/* cuda_pipeline.h: a thread's own asynchronous copies to shared memory. They are made when it waits for them; other
 * threads may rely on them only after a barrier, as on a GPU. */
#ifndef CUDA_CPU_CUDA_PIPELINE_H
#define CUDA_CPU_CUDA_PIPELINE_H

#include "cuda/pipeline"

/* Copies size - zeros bytes, and fills the rest of `to` with zeros. */
CUDA_CPU_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0, CUDA_CPU_PLACE)
{
    if ((size != 4 && size != 8 && size != 16) || ((size_t)to | (size_t)from) % size || zeros > size)
        cuda_cpu_report("fault", "%s:%d: __pipeline_memcpy_async of %zu bytes, %zu of them zeros: 4, 8 or 16 bytes are "
                        "possible, at multiples of that", file, line, size, zeros);
    cuda_cpu_copy_async(to, from, (uint32_t)size, (uint32_t)(size - zeros), nullptr, file, line);
}

inline void __pipeline_commit() { cuda_cpu_async_commit(); }
inline void __pipeline_wait_prior(size_t groups) { cuda_cpu_async_wait((unsigned)groups); }

#endif
