/* Lesson 40: by key
 *
 * Each element says itself where it belongs, by its key. How often is each key there (a histogram), or what do the values of
 * each key add up to? Each element needs an atomic addition to a counter. Which threads meet at a counter?
 *
 *     global_atomics    a counter in global memory for each key: all threads
 *     bins_per_block    counters in shared memory for each block, which are added to the global ones at the end
 *     match_in_warp     the same, but lanes with equal keys first find each other, and one of them adds for all
 *     bins_per_lane     up to 32 copies of the counters: lane l has copy l, in bank l
 *     sums_per_block, sums_per_lane    the same with values instead of ones
 *     by_sorted_key     (40_by_sorted_key.cuh) for sorted keys: each warp adds up a run, and adds to memory where it ends
 */
#include "lesson.h"
#include "40_by_sorted_key.cuh"
#include "harness/check_keys.h"
#include "lesson_cub_keys.h"

enum { SHARED = 48 * 1024 }; /* bytes that a block gets without asking for more */

/* Calls count(key, value) for this block's share of the keys. All lanes of a warp call it together; a lane without a key
 * passes NO_KEY. If values is NULL, each value is 1. */
template <class Count> __device__ void each_key(const int *keys, const int *values, size_t n, Count count)
{
    const int4 *fours = (const int4 *)keys, *value_fours = (const int4 *)values;
    size_t end = n / 4, stride = blockDim.x, piece = LOADS * stride, rest = 4 * end + threadIdx.x;
    int4 x[LOADS], v[LOADS];
    for (size_t from = blockIdx.x * piece; from < end; from += gridDim.x * piece) {
        size_t i = from + threadIdx.x;
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            bool is_there = i + k * stride < end;
            x[k] = is_there ? fours[i + k * stride] : make_int4(NO_KEY, NO_KEY, NO_KEY, NO_KEY);
            v[k] = is_there && values ? value_fours[i + k * stride] : make_int4(1, 1, 1, 1);
        }
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++) {
            count(x[k].x, v[k].x);
            count(x[k].y, v[k].y);
            count(x[k].z, v[k].z);
            count(x[k].w, v[k].w);
        }
    }
    if (blockIdx.x == 0)
        count(rest < n ? keys[rest] : NO_KEY, rest < n && values ? values[rest] : 1);
}

__global__ void __launch_bounds__(1024, 1) global_atomics(const int *keys, size_t n, int *counts, unsigned bins)
{
    each_key(keys, NULL, n, [&](int key, int) {
        if (is_key(key, bins))
            atomicAdd(&counts[key], 1);
    });
}

/* Are values added, or ones? Do equal keys of a warp find each other? How many copies of the counters are there? */
struct ones { enum { VALUES = 0, MATCH = 0, COPIES = 1 }; };
struct matches { enum { VALUES = 0, MATCH = 1, COPIES = 1 }; };
struct ones_per_lane { enum { VALUES = 0, MATCH = 0, COPIES = 32 }; };
struct values { enum { VALUES = 1, MATCH = 0, COPIES = 1 }; };
struct values_per_lane { enum { VALUES = 1, MATCH = 0, COPIES = 32 }; };

/* Counters in shared memory: copy c of bin b is number b * copies + c. */
template <class What> __global__ void __launch_bounds__(1024, 1)
shared_bins(const int *keys, const int *value_of, size_t n, int *totals, unsigned bins, unsigned copies)
{
    extern __shared__ int counters[];
    unsigned lane = threadIdx.x % 32;
    int *mine = counters + lane % copies;
    for (unsigned i = threadIdx.x; i < bins * copies; i += blockDim.x)
        counters[i] = 0;
    __syncthreads();
    each_key(keys, What::VALUES ? value_of : NULL, n, [&](int key, int value) {
        unsigned equal = What::MATCH ? __match_any_sync(0xffffffff, key) : 1u << lane;
        bool is_first = (equal & ((1u << lane) - 1)) == 0; /* the first lane with this key */
        if (is_key(key, bins) && is_first)
            atomicAdd(&mine[key * copies], What::MATCH ? __popc(equal) : value);
    });
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        int total = 0;
        for (unsigned c = 0; c < copies; c++)
            total += counters[bin * copies + (c + bin) % copies]; /* each lane in another bank */
        if (total != 0)
            atomicAdd(&totals[bin], total);
    }
}

/* As many blocks as have keys, at most as many as fit. */
template <class Kernel> static void set_grid(struct reduction *r, Kernel *kernel, unsigned shared)
{
    int fit = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, r->block, shared));
    unsigned most = (unsigned)(fit * r->sm_count);
    r->grid = r->grid < 1 ? 1 : r->grid < most ? r->grid : most;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, r->bins * sizeof(int), r->stream));
}

static void launch_global_atomics(struct reduction *r)
{
    set_grid(r, global_atomics, 0);
    global_atomics<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result, (unsigned)r->bins);
}

/* As many copies as fit. */
template <class What> static void launch_shared(struct reduction *r)
{
    unsigned bins = (unsigned)r->bins, copies = What::COPIES;
    while (copies > 1 && bins * copies * sizeof(int) > SHARED)
        copies /= 2;
    unsigned bytes = bins * copies * sizeof(int);
    set_grid(r, shared_bins<What>, bytes);
    shared_bins<What><<<r->grid, r->block, bytes, r->stream>>>(r->in, (const int *)r->second, r->n, r->result, bins, copies);
}

static void launch_by_sorted_key(struct reduction *r)
{
    set_grid(r, by_sorted_key, 0);
    by_sorted_key<<<r->grid, r->block, 0, r->stream>>>(r->in, (const int *)r->second, r->n, r->result, (unsigned)r->bins);
}

static const struct lesson_about about = {
    .title = "by key",
    .part = "VI",
    .offers = LESSON_INT | LESSON_KEYS | LESSON_SECOND | LESSON_ALIGNED,
    .defaults = "-n 2^28 -b 512",
    .bench = "-b 512 --input equal; -b 512 --input skewed; -b 512 --input sorted",
    .kernel = "bins_per_block",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_keys(&l, &lesson_counts, "global_atomics", launch_global_atomics, 4 * LOADS);
    if (l.options.bins <= SHARED / sizeof(int)) {
        lesson_run_keys(&l, &lesson_counts, "bins_per_block", launch_shared<ones>, 4 * LOADS);
        lesson_run_keys(&l, &lesson_counts, "match_in_warp", launch_shared<matches>, 4 * LOADS);
        lesson_run_keys(&l, &lesson_counts, "bins_per_lane", launch_shared<ones_per_lane>, 4 * LOADS);
        lesson_run_keys(&l, &lesson_key_sums, "sums_per_block", launch_shared<values>, 4 * LOADS);
        lesson_run_keys(&l, &lesson_key_sums, "sums_per_lane", launch_shared<values_per_lane>, 4 * LOADS);
    }
    if (l.options.input == (enum lesson_inputs)LESSON_KEYS_SORTED) {
        lesson_run_checked(&l, &lesson_key_sums, "by_sorted_key", launch_by_sorted_key, 4 * LOADS);
        lesson_run_keys_library(&l, &lesson_key_sums, "cub_reduce_by_key", lesson_cub_reduce_by_key);
    }
    lesson_run_keys_library(&l, &lesson_counts, "cub_histogram", lesson_cub_histogram);
    return lesson_end(&l);
}
