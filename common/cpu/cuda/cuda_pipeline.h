/* cuda_pipeline.h: a thread's own asynchronous copies to shared memory. They are done when the call returns; other
 * threads may rely on them only after a barrier, as on a GPU. */
#ifndef CUDA_CPU_CUDA_PIPELINE_H
#define CUDA_CPU_CUDA_PIPELINE_H

#include "cuda/pipeline"

/* Copies size - zeros bytes, and fills the rest of `to` with zeros. */
CUDA_CPU_INLINE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0)
{
    cuda::details::copy_part(to, from, size - zeros, 0, 1);
    for (size_t i = size - zeros; i < size; i++)
        ((unsigned char *)to)[i] = 0;
}

inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(size_t) {}

#endif
