/* Exercise 20c: fewer questions (beat the count)
 *
 * A warp that is free takes the next row from the queue. That is right. But at 2^29 elements there are
 * 351979 rows, and one word in memory answers about one atomic per nanosecond: 0.35 ms for the queue
 * alone.
 *
 * Required: the same sums with at most 36 atomic requests for 99 rows and 8 warps; now there are 107.
 * It must still be a queue: all rows come from it, and no request takes more than 8, or a few warps
 * would have all the work. (So there are at least 20 requests: 13 for 99 rows, and 7 of the 8 warps
 * find none left.) At the end there may be fewer rows than a warp asks for. See
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
/* ---- your code begins: about 10 lines ---- */
    enum { ROWS = 8 }; /* 13 requests for 99 rows, and 8 that find the queue empty */
    for (;;) {
        unsigned row = 0;
        if (threadIdx.x % 32 == 0)
            row = atomicAdd(next_row, ROWS);
        row = __shfl_sync(0xffffffff, row, 0);
        if (row >= rows)
            break;
        /* 99 is not a multiple of 8: the last request that finds rows finds three. */
        for (unsigned end = min(row + ROWS, rows); row < end; row++)
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
    struct exercise e = exercise_begin(argc, argv, "exercise20c", LESSON_INT | LESSON_RAGGED,
                                       "-n 1,129,1000,4097,65536" EXERCISE_LARGE " -b 32,64,256");
    exercise_sums(&e, "ragged_queue", launch, 1, 2, 2);
    exercise_count(&e, launch, 1, 65536, 64);
    exercise_at_most(&e, "global atomic requests", 36, 1);
    exercise_at_most(&e, "global store requests", 99, 2); /* each row is added up once */
    if (EXERCISE_IS_INSPECTED && !e.is_partial)
        exercise_true(&e, "no more than 8 rows with each of them",
                      e.failed || exercise_counted("global atomic requests") >= 20,
                      "too few requests for that", 3);
    const int *sums = exercise_count(&e, launch_from_row_40, 1, 65536, 64).result;
    exercise_true(&e, "a queue that begins at row 40: rows 0 to 39 are left alone",
                  e.failed || (lesson_fetch(&e.lesson, sums).i == LESSON_INT_POISON
                               && lesson_fetch(&e.lesson, sums + 39).i == LESSON_INT_POISON),
                  "they were added up", 1);
    return exercise_end(&e);
}
