/* cooperative_groups/memcpy_async.h: a group copies to shared memory together. Each thread copies its part, as a
 * group of its asynchronous copies, when it waits. */
#ifndef COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda/barrier"

namespace cooperative_groups {

template <class Group, class T, class Size>
CUDA_CPU_INLINE void memcpy_async(const Group &group, T *to, const T *from, Size size, CUDA_CPU_PLACE)
{
    cuda::details::copy_part((void *)to, (const void *)from, size, group.thread_rank(), group.size(),
                             cuda::details::awaited{nullptr}, file, line);
    cuda_cpu_async_commit();
}

/* The form that counts elements, and knows how many there are room for. */
template <class Group, class T, class ToLayout, class FromLayout>
CUDA_CPU_INLINE void memcpy_async(const Group &group, T *to, ToLayout room, const T *from, FromLayout count,
                                  CUDA_CPU_PLACE)
{
    size_t n = (size_t)count < (size_t)room ? (size_t)count : (size_t)room;

    memcpy_async(group, to, from, n * sizeof(T), file, line);
}

template <class Group> CUDA_CPU_ALIAS void wait(const Group &group, CUDA_CPU_PLACE)
{
    cuda_cpu_async_wait(0);
    cooperative_groups::sync(group, file, line);
}

template <unsigned prior, class Group> CUDA_CPU_ALIAS void wait_prior(const Group &group, CUDA_CPU_PLACE)
{
    cuda_cpu_async_wait(prior);
    cooperative_groups::sync(group, file, line);
}

} /* namespace cooperative_groups */

#endif
