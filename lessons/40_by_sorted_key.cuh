/* 40_by_sorted_key.cuh: the sums of values by key, where keys are sorted. Lesson 40 explains it. */
#ifndef BY_SORTED_KEY_CUH
#define BY_SORTED_KEY_CUH

#include "lesson_block.h"

enum { LOADS = 4, NO_KEY = -1 }; /* loads of 16 bytes that a thread starts before it needs the first; no bin's key */

__device__ inline bool is_key(int key, unsigned bins) { return (unsigned)key < bins; }

/* What a warp holds of the run that it is in; each lane has a part of the sum. */
struct run {
    int key, sum;
};

__device__ inline void flush(struct run *r, int *sums, unsigned bins)
{
    int sum = lesson_warp_sum(r->sum);
    if (threadIdx.x % 32 == 0 && is_key(r->key, bins) && sum != 0)
        atomicAdd(&sums[r->key], sum);
    r->sum = 0;
}

/* Sums of 128 neighbours with several keys, in ascending order. */
__device__ inline void add_mixed(int4 key, int4 value, int *sums, unsigned bins)
{
    int k[4] = {key.x, key.y, key.z, key.w}, v[4] = {value.x, value.y, value.z, value.w}, sum = v[0];
    unsigned lane = threadIdx.x % 32;
    bool is_head = true; /* the lane's first run may have begun in another lane */
    int head = 0;
    for (unsigned e = 1; e < 4; e++) {
        if (k[e] != k[e - 1]) {
            if (is_head)
                head = sum;
            else if (is_key(k[e - 1], bins))
                atomicAdd(&sums[k[e - 1]], sum);
            is_head = false;
            sum = 0;
        }
        sum += v[e];
    }
    for (unsigned d = 1; d < 32; d *= 2) { /* the lane's last run, from where it begins: keys ascend, so equal ones are one run */
        int other_key = __shfl_up_sync(0xffffffff, k[3], d), other = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d && other_key == k[3])
            sum += other;
    }
    int left_key = __shfl_up_sync(0xffffffff, k[3], 1), left = __shfl_up_sync(0xffffffff, sum, 1);
    int right_key = __shfl_down_sync(0xffffffff, k[0], 1);
    if (!is_head && is_key(k[0], bins)) /* the first run ends here */
        atomicAdd(&sums[k[0]], head + (lane > 0 && left_key == k[0] ? left : 0));
    if ((lane == 31 || right_key != k[3]) && is_key(k[3], bins))
        atomicAdd(&sums[k[3]], sum);
}

__global__ void __launch_bounds__(1024, 1)
by_sorted_key(const int *keys, const int *values, size_t n, int *sums, unsigned bins)
{
    const int4 *key4 = (const int4 *)keys, *value4 = (const int4 *)values;
    size_t end = n / 4, warps = (size_t)gridDim.x * blockDim.x / 32, rest = 4 * end + threadIdx.x;
    size_t warp = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    size_t share = (end + 32 * LOADS * warps - 1) / (32 * LOADS * warps) * 32 * LOADS;
    size_t to = (warp + 1) * share < end ? (warp + 1) * share : end;
    struct run run = {NO_KEY, 0};
    int4 key[LOADS], value[LOADS];

    for (size_t from = warp * share; from < to; from += 32 * LOADS) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            size_t i = from + 32 * k + lane;
            key[k] = i < to ? key4[i] : make_int4(NO_KEY, NO_KEY, NO_KEY, NO_KEY);
            value[k] = i < to ? value4[i] : make_int4(0, 0, 0, 0);
        }
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            int first = __shfl_sync(0xffffffff, key[k].x, 0), last = __shfl_sync(0xffffffff, key[k].w, 31);
            if (first != run.key)
                flush(&run, sums, bins);
            run.key = first;
            if (first == last)
                run.sum += value[k].x + value[k].y + value[k].z + value[k].w;
            else
                add_mixed(key[k], value[k], sums, bins);
        }
    }
    flush(&run, sums, bins);
    if (blockIdx.x == 0 && rest < n && is_key(keys[rest], bins))
        atomicAdd(&sums[keys[rest]], values[rest]);
}

#endif
