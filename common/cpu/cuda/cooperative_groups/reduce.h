/* cooperative_groups/reduce.h: one value from all threads of a tile or a coalesced group. */
#ifndef COOPERATIVE_GROUPS_REDUCE_H
#define COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

/* Every thread of the tile gets op over all values. */
template <unsigned count, class Parent, class T, class Op>
CUDA_CPU_FN T reduce(const thread_block_tile<count, Parent> &tile, T value, Op op, CUDA_CPU_PLACE)
{
    if constexpr (count <= 32) {
        for (unsigned distance = count / 2; distance > 0; distance /= 2)
            value = op(value, tile.shfl_xor(value, distance, file, line));
        return value;
    } else {
        return tile.combine(value, [op](T *all, unsigned n) {
            for (; n > 1; n = (n + 1) / 2) /* a tree, as on a GPU: the same rounding */
                for (unsigned i = 0; i < n / 2; i++)
                    all[i] = op(all[i], all[i + (n + 1) / 2]);
            return all[0];
        }, file, line);
    }
}

/* The same over a coalesced group, which can have any number of threads. */
template <class T, class Op>
CUDA_CPU_FN T reduce(const coalesced_group &group, T value, Op op, CUDA_CPU_PLACE)
{
    unsigned n = group.num_threads(), rank = group.thread_rank();

    for (unsigned distance = 1; distance < n; distance *= 2) {
        T other = group.shfl_down(value, distance, file, line);
        if (rank % (2 * distance) == 0 && rank + distance < n)
            value = op(value, other);
    }
    return group.shfl(value, 0, file, line);
}

} // namespace cooperative_groups

#endif
