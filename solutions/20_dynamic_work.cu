/* Exercise 20: a queue (fill the gap)
 *
 * Rows have different lengths, and the sum of each is wanted. No warp has rows of its own: a warp
 * that is free takes the next one from a queue, until none are left. The queue is a counter in
 * global memory, *next_row: the first row that nobody has taken yet. It is 0 when the kernel begins.
 * Row i is elements row_begin[i] to row_begin[i + 1] - 1, and its sum goes to result[i].
 *
 * Required: right sums for any number of warps, and 107 atomic requests for 99 rows and 8 warps: one
 * for each row, and one for each warp, which must learn that there are no more. See
 * docs/lessons/20_dynamic_work.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* A warp adds up elements begin to end - 1. All 32 lanes must come with the same ones. */
__device__ void add_up(const int *in, size_t begin, size_t end, int *result)
{
    unsigned lane = threadIdx.x % 32;
    int sum = lesson_thread_sum<4>(in, begin + lane, end, 32, 128);
    sum = lesson_warp_total(sum, lesson_plus());
    if (lane == 0)
        *result = sum;
}

__global__ void ragged_queue(const int *in, const size_t *row_begin, unsigned rows, int *result,
                             unsigned *next_row)
{
/* ---- your code begins: about 8 lines ---- */
    for (;;) {
        unsigned row = 0;
        if (threadIdx.x % 32 == 0) /* one lane takes for all: 32 would take 32 rows */
            row = atomicAdd(next_row, 1);
        row = __shfl_sync(0xffffffff, row, 0); /* and tells the others what it got */
        if (row >= rows)
            break;
        add_up(in, row_begin[row], row_begin[row + 1], &result[row]);
    }
/* ---- your code ends ---- */
}

static unsigned first_row; /* where the queue begins */

static void launch(struct reduction *r)
{
    unsigned *next_row = (unsigned *)r->scratch;
    r->grid = r->sm_count;
    CUDA_CHECK(cudaMemcpyAsync(next_row, &first_row, sizeof first_row, cudaMemcpyHostToDevice,
                               r->stream));
    ragged_queue<<<r->grid, r->block, 0, r->stream>>>(r->in, r->row_begin, r->batch, r->result,
                                                      next_row);
}

/* Leaves rows out, which launch() must not. */
static void launch_from_row_40(struct reduction *r)
{
    first_row = 40;
    launch(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise20", LESSON_INT | LESSON_RAGGED,
                                       "-n 1,129,1000,4097,65536" EXERCISE_LARGE " -b 32,64,256");
    exercise_sums(&e, "ragged_queue", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 65536, 64);
    exercise_exactly(&e, "global atomic requests", 99 + 8, 3); /* 99 rows, 8 warps */
    const int *sums = exercise_count(&e, launch_from_row_40, 1, 65536, 64).result;
    exercise_true(&e, "a queue that begins at row 40: rows 0 to 39 are left alone",
                  e.failed || (lesson_fetch(&e.lesson, sums).i == LESSON_INT_POISON
                               && lesson_fetch(&e.lesson, sums + 39).i == LESSON_INT_POISON),
                  "they were added up", 1);
    return exercise_end(&e);
}
