/* Exercise 31: one function for every size (fill the gap)
 *
 * Two kernels are there. One needs nobody: sum_alone, a single block. The other is for many blocks, which
 * meet in one atomic: sum_packed. Both are right for any n; a thread takes 16 elements at a time. What is
 * missing is the choice between them (lessons/31_sum_any_size.cuh also chooses how many loads a thread has):
 *
 *     up to 2^14 elements    sum_alone, with as few threads as take all elements at once: a power of two,
 *                            at least 32
 *     more                   sum_packed, in blocks of 512 threads: as many as have something to do, but no
 *                            more than 4 for each of r->sm_count multiprocessors
 *
 * Write r->grid and r->block, then launch. See docs/lessons/31_versus_library.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { AT_ONCE = 16, ALONE = 1 << 14, BLOCK = 512, BLOCKS_PER_SM = 4 };

__device__ unsigned long long count_and_sum; /* 0 between two launches */

__device__ int share(const int *in, size_t n)
{
    size_t piece = AT_ONCE * blockDim.x;
    int sum = lesson_thread_sum<AT_ONCE>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                         gridDim.x * piece);
    return lesson_block_total(sum, lesson_plus());
}

__global__ void sum_alone(const int *in, size_t n, int *result)
{
    int sum = share(in, n);
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void sum_packed(const int *in, size_t n, int *result)
{
    int sum = share(in, n);
    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)(unsigned)sum << 32 | 1;
        unsigned long long all = atomicAdd(&count_and_sum, mine) + mine;
        if ((unsigned)all == gridDim.x) {
            *result = (int)(unsigned)(all >> 32);
            atomicExch(&count_and_sum, 0);
        }
    }
}

static void launch(struct reduction *r)
{
    /* ---- your code begins: about 15 lines ---- */
    sum_alone<<<1, 1024, 0, r->stream>>>(r->in, r->n, r->result);
    r->grid = 1;
    r->block = 1024;
    /* ---- your code ends ---- */
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise31", LESSON_INT,
                                       "-n 1,33,511,1025,16384,16385,65537" EXERCISE_LARGE " -b 256");
    exercise_sums(&e, "sum_any_size", launch, AT_ONCE, 1, 1);
    static const struct {
        size_t n;
        unsigned grid, block;
    } wanted[] = {{1, 1, 32}, {512, 1, 32}, {513, 1, 64}, {16384, 1, 1024}, {16385, 3, 512}, {65536, 8, 512}};
    for (auto w : wanted) {
        struct reduction r = exercise_count(&e, launch, AT_ONCE, w.n, 256);
        char what[64];
        snprintf(what, sizeof what, "threads of a block for %zu elements", w.n);
        exercise_equal(&e, what, r.block, w.block, 2);
        snprintf(what, sizeof what, "blocks for %zu elements", w.n);
        exercise_equal(&e, what, r.grid, w.grid, 3);
    }
    e.sm_count = 1;
    struct reduction r = exercise_count(&e, launch, AT_ONCE, 65536, 256);
    exercise_equal(&e, "blocks for 65536 elements with r->sm_count 1", r.grid, 4, 3);
    return exercise_end(&e);
}
