/* Exercise 07d: work and cost (predict)
 *
 * The kernel is that of lesson 07 with a plain tree. It adds up 8192 elements in blocks of 64
 * threads, first with 1 pair per thread, then with 8. How many of these are there, in all its blocks
 * together?
 *
 *     barriers       counted once for each block that passes one
 *     additions      of two numbers; the first element that a thread loads is added to nothing
 *     thread_steps   a block is occupied for 2 * pairs steps of loading, then for one step in each
 *                    turn of the tree, always with all its 64 threads, whether they add or not
 *
 * Additions are the work that is done. Thread-steps are what you pay for it. See
 * docs/lessons/07_algorithm_cascading.md.
 */
#include "exercise.h"

/* ---- your code begins: eight numbers ---- */
/* 1 pair: a block takes 128 elements. One barrier after the loads, one in each of 6 turns. An
 * addition turns two numbers into one. So it takes 8192 - 64 of them until 8192 numbers have become
 * 64, one for each block, whichever threads make them. */
static const int blocks_1 = 64;
static const int barriers_1 = 448;       /* 64 * (1 + 6) */
static const int additions_1 = 8128;
static const int thread_steps_1 = 32768; /* 64 blocks of 64 threads * (2 + 6): 4 per addition */

/* 8 pairs: 1024 elements. Not less work, but 8 trees in place of 64. */
static const int blocks_8 = 8;
static const int barriers_8 = 56;        /* 8 * (1 + 6) */
static const int additions_8 = 8184;     /* 8192 - 8 */
static const int thread_steps_8 = 11264; /* 8 blocks of 64 threads * (16 + 6): 1.4 per addition */
/* ---- your code ends ---- */

__global__ void reduce7(const int *in, int *partial, size_t n, unsigned pairs)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x, block = blockDim.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;
    size_t stride = (size_t)gridDim.x * (2 * block);
    int sum = 0;

    for (unsigned pair = 0; pair < pairs; pair++, i += stride) {
        if (i < n)
            sum += in[i];
        if (i + block < n)
            sum += in[i + block];
    }
    sums[tid] = sum;
    __syncthreads();
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    unsigned pairs = r->elements_per_thread / 2;
    reduce7<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n,
                                                                      pairs);
    finish(r);
}

/* Walks through the loops as the blocks do, and counts. */
static void walk(unsigned blocks, unsigned block, unsigned pairs, double *additions, double *steps)
{
    *additions = *steps = 0;
    for (unsigned b = 0; b < blocks; b++) {
        for (unsigned load = 0; load < 2 * pairs; load++) {
            *additions += load > 0 ? block : 0;
            *steps += block;
        }
        for (unsigned s = block / 2; s > 0; s /= 2) {
            *additions += s;
            *steps += block;
        }
    }
}

static void check(struct exercise *e, const char *kernel, unsigned pairs, int blocks, int barriers,
                  int additions, int thread_steps)
{
    double right_additions, right_steps;
    exercise_sums(e, kernel, launch, 2 * pairs, 1, 1);
    walk(exercise_count(e, launch, 2 * pairs, 8192, 64).grid, 64, pairs, &right_additions,
         &right_steps);
    exercise_predict(e, "blocks", blocks, 1);
    exercise_predict(e, "barriers", barriers, 1);
    exercise_predict_value(e, "additions", additions, right_additions, 0, 2);
    exercise_predict_value(e, "thread_steps", thread_steps, right_steps, 0, 3);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise07d", LESSON_INT,
                                       "-n 1,1000,8192,40009" EXERCISE_LARGE " -b 64,256");
    check(&e, "reduce7, 1 pair", 1, blocks_1, barriers_1, additions_1, thread_steps_1);
    check(&e, "reduce7, 8 pairs", 8, blocks_8, barriers_8, additions_8, thread_steps_8);
    return exercise_end(&e);
}
