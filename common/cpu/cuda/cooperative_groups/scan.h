/* cooperative_groups/scan.h: prefix sums (or other operators) over a tile or coalesced group. */
#ifndef COOPERATIVE_GROUPS_SCAN_H
#define COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

/* op over the values of this thread and of those with a lower rank. */
template <class Group, class T, class Op>
CUDA_CPU_FN T inclusive_scan(const Group &group, T value, Op op, CUDA_CPU_PLACE)
{
    unsigned n = (unsigned)group.num_threads(), rank = (unsigned)group.thread_rank();

    for (unsigned distance = 1; distance < n; distance *= 2) {
        T other = group.shfl_up(value, distance, file, line);
        if (rank >= distance)
            value = op(other, value);
    }
    return value;
}

/* op over the values of the threads with a lower rank; the first gets zero. */
template <class Group, class T, class Op>
CUDA_CPU_FN T exclusive_scan(const Group &group, T value, Op op, CUDA_CPU_PLACE)
{
    T before = group.shfl_up(inclusive_scan(group, value, op, file, line), 1, file, line);

    return group.thread_rank() == 0 ? T() : before;
}

template <class Group, class T>
CUDA_CPU_FN T inclusive_scan(const Group &group, T value, CUDA_CPU_PLACE)
{
    return inclusive_scan(group, value, plus<T>(), file, line);
}

template <class Group, class T>
CUDA_CPU_FN T exclusive_scan(const Group &group, T value, CUDA_CPU_PLACE)
{
    return exclusive_scan(group, value, plus<T>(), file, line);
}

} // namespace cooperative_groups

#endif
