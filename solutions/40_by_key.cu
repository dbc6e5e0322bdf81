/* Exercise 40: by key (fill the gap)
 *
 * This is a histogram: how often is each key from 0 to bins - 1 among n keys? Ints below 0, or from bins on, are no keys and
 * count nowhere. With counters in global memory alone, all blocks would make n additions there. If a block first counts in
 * shared memory, it adds to each global counter only once.
 *
 * The launch function has cleared the global counters. Shared counters may hold anything when a block begins.
 *
 * Required: right counts with random keys, with one key only, and with ints that are no keys. Each key is counted with an
 * atomic addition in shared memory, and a block makes at most one addition to global memory for each bin. No mistake. See
 * docs/lessons/40_by_key.md.
 */
#include "exercise.h"
#include "harness/check_keys.h"

__global__ void histogram(const int *keys, size_t n, int *counts, unsigned bins)
{
    extern __shared__ int mine[]; /* bins counters */
    /* ---- your code begins: about 10 lines ---- */
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (keys[i] >= 0 && (unsigned)keys[i] < bins)
            atomicAdd(&mine[keys[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
        if (mine[bin] > 0)
            atomicAdd(&counts[bin], mine[bin]);
    /* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    unsigned bins = (unsigned)r->bins;
    r->grid = r->grid < 1 ? 1 : r->grid > 4 ? 4 : r->grid;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, bins * sizeof(int), r->stream));
    histogram<<<r->grid, r->block, bins * sizeof(int), r->stream>>>(r->in, r->n, r->result, bins);
}

static void check(struct exercise *e, const char *name, enum lesson_keys keys, int hint)
{
    lesson_use_input(&e->lesson, (enum lesson_inputs)keys);
    exercise_results(e, &lesson_counts, name, launch, 16, hint, 2);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise40", LESSON_INT | LESSON_KEYS,
                                       "-n 0,1,31,33,1000,4097,20011 -b 32,64,256,1024");
    check(&e, "random keys", LESSON_KEYS_RANDOM, 1);
    check(&e, "one key", LESSON_KEYS_EQUAL, 1);
    check(&e, "some are no keys", LESSON_KEYS_HOSTILE, 3);
    exercise_count(&e, launch, 16, 20000, 256);
    exercise_at_most(&e, "global load lanes", 60000, 3);
    exercise_at_most(&e, "global atomic lanes per block", 256, 2);
    return exercise_end(&e);
}
