/* Exercise 40b: a thread for each bin (find the bug)
 *
 * Introductions show histograms like this one: 256 bins, 256 threads. Each thread clears one counter in the beginning, and
 * adds one to global memory in the end. Somebody found blocks of 128 faster. With these some bins are wrong, and with blocks
 * of 1024 other memory changes. And if you call it twice, you get twice as many keys.
 *
 * Required: right counts with blocks of any size, however often it is called. No mistake. The bugs are in the kernel
 * and in the launch function. See docs/lessons/40_by_key.md.
 */
#include "exercise.h"
#include "harness/check_keys.h"

enum { BINS = 256 };

/* ---- your code begins: whatever is wrong is in here ---- */
__global__ void histogram(const int *keys, size_t n, int *counts)
{
    __shared__ int mine[BINS];
    size_t stride = (size_t)gridDim.x * blockDim.x;
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[keys[i]], 1);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

static void launch(struct reduction *r)
{
    r->grid = r->grid < 1 ? 1 : r->grid > 4 ? 4 : r->grid;
    histogram<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}
/* ---- your code ends ---- */

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise40b", LESSON_INT | LESSON_KEYS,
                                       "-n 0,1,33,1000,20011 -b 32,128,256,512,1024");
    exercise_results(&e, &lesson_counts, "histogram", launch, 16, 1, 2);
    exercise_count(&e, launch, 16, 20000, 256);
    exercise_exactly(&e, "shared atomic lanes", 20000, 3);
    exercise_at_most(&e, "global atomic lanes", 1024, 3);
    return exercise_end(&e);
}
