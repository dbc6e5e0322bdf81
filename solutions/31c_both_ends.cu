/* Exercise 31c: what do both ends cost? (predict)
 *
 * The array begins one element behind a multiple of 256 bytes, and has n - 1 elements: the kernel gets in + 1.
 * Vectors of 4 elements must begin at a multiple of 16 bytes, so a few elements at both ends are loaded one by
 * one. There is one block of 64 threads, and n is 1001, so 1000 elements are added up.
 *
 * Before it runs: how many lanes load something, in all requests together? How many requests are that? And
 * how many sectors of 32 bytes do they touch? (A sector counts once for each request that touches it.) See
 * docs/lessons/31_versus_library.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* ---- your code begins: three numbers ---- */
static const int lanes = 253;    /* 3 before the vectors, 249 vectors, 1 behind them */
static const int requests = 10;  /* 8 of vectors, 2 of single elements */
static const int sectors = 134;  /* 7 times 17, 13, and 2 */
/* ---- your code ends ---- */

__global__ void sum_anywhere(const int *in, size_t n, int *result)
{
    size_t head = (16 - (uintptr_t)in % 16) % 16 / sizeof *in;
    if (head > n)
        head = n;
    const int4 *body = (const int4 *)(in + head);
    size_t vectors = (n - head) / 4, tail = n - head - 4 * vectors;
    int sum = 0;
    if (threadIdx.x < head)
        sum += in[threadIdx.x];
    if (threadIdx.x < tail)
        sum += in[n - 1 - threadIdx.x];
    for (size_t i = threadIdx.x; i < vectors; i += blockDim.x) {
        int4 x = body[i];
        sum += x.x + x.y + x.z + x.w;
    }
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        *result = sum;
}

__global__ void add_first(const int *in, int *result) { *result += *in; }

static void launch_rest(struct reduction *r)
{
    r->grid = 1;
    sum_anywhere<<<1, r->block, 0, r->stream>>>(r->in + 1, r->n - 1, r->result);
}

static void launch(struct reduction *r)
{
    launch_rest(r);
    add_first<<<1, 1, 0, r->stream>>>(r->in, r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise31c", LESSON_INT,
                                       "-n 1,2,5,33,1001,20011 -b 32,256");
    exercise_sums(&e, "sum_anywhere", launch, 4, 1, 1);
    exercise_count(&e, launch_rest, 4, 1001, 64);
    exercise_predict(&e, "global load lanes", lanes, 1);
    exercise_predict(&e, "global load requests", requests, 2);
    exercise_predict(&e, "global load sectors", sectors, 3);
    return exercise_end(&e);
}
