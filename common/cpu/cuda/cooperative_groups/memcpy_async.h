/* cooperative_groups/memcpy_async.h: a group copies to shared memory together. Each thread copies its part at once;
 * the others may rely on it only after wait(), as on a GPU. */
#ifndef COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../cuda/barrier"

namespace cooperative_groups {

template <class Group, class T, class Size>
CUDA_CPU_INLINE void memcpy_async(const Group &group, T *to, const T *from, Size size)
{
    cuda::details::copy_part((void *)to, (const void *)from, size, group.thread_rank(), group.size());
}

/* The form that counts elements, and knows how many there are room for. */
template <class Group, class T, class ToLayout, class FromLayout>
CUDA_CPU_INLINE void memcpy_async(const Group &group, T *to, ToLayout room, const T *from, FromLayout count)
{
    size_t n = (size_t)count < (size_t)room ? (size_t)count : (size_t)room;

    cuda::details::copy_part((void *)to, (const void *)from, n * sizeof(T), group.thread_rank(), group.size());
}

template <class Group> CUDA_CPU_ALIAS void wait(const Group &group, CUDA_CPU_PLACE)
{
    cooperative_groups::sync(group, file, line);
}

template <unsigned prior, class Group> CUDA_CPU_ALIAS void wait_prior(const Group &group, CUDA_CPU_PLACE)
{
    cooperative_groups::sync(group, file, line);
}

} /* namespace cooperative_groups */

#endif
