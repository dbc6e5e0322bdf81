/* Exercise 11b: barriers at every block size (predict)
 *
 * Two forms of the same tree: the loop of lesson 10, and the steps written down, as in lesson 11
 * and its published form. (Where that form relies on `volatile`, this one has __syncwarp().) Both
 * give the same sums in blocks of 32, 256 and 1024 threads.
 *
 * How many barriers does a block pass in each form at each size? And how often does it come to a
 * __syncwarp(), which counts once for each warp that comes?
 * See docs/lessons/11_complete_unroll_warps.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

/* ---- your code begins: eight numbers ---- */
/* The loop: one barrier before it, and one in each turn, s = blockDim.x / 2, ... 64. */
static const int loop_32 = 1;
static const int loop_256 = 3;  /* s = 128, 64 */
static const int loop_1024 = 5; /* s = 512, 256, 128, 64 */

/* Written down: only the additions have conditions, the barriers have none. */
static const int written_32 = 5;
static const int written_256 = 5;
static const int written_1024 = 5;

/* Only warp 0 gets there, and goes through the loop with s = 16, 8, 4, 2, 1. */
static const int warp_syncs_32 = 5;
static const int warp_syncs_1024 = 5;
/* ---- your code ends ---- */

__device__ void add_eight(int *data)
{
    int sum = 0;
    for (unsigned k = 0; k < 8; k++)
        sum += data[threadIdx.x + k * blockDim.x];
    data[threadIdx.x] = sum;
    __syncthreads();
}

__device__ void last_warp(int *data, int *partial)
{
    unsigned tid = threadIdx.x;
    if (tid < 32) {
        if (blockDim.x >= 64)
            data[tid] += data[tid + 32];
        for (unsigned s = 16; s > 0; s /= 2) {
            __syncwarp();
            if (tid < s)
                data[tid] += data[tid + s];
        }
        if (tid == 0)
            *partial = data[0];
    }
}

__global__ void reduce_loop(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * blockDim.x);
    add_eight(data);
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
        if (tid < s)
            data[tid] += data[tid + s];
        __syncthreads();
    }
    last_warp(data, partial + blockIdx.x);
}

__global__ void reduce_written(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * (8 * blockDim.x);
    add_eight(data);
    if (blockDim.x >= 1024 && tid < 512)
        data[tid] += data[tid + 512];
    __syncthreads();
    if (blockDim.x >= 512 && tid < 256)
        data[tid] += data[tid + 256];
    __syncthreads();
    if (blockDim.x >= 256 && tid < 128)
        data[tid] += data[tid + 128];
    __syncthreads();
    if (blockDim.x >= 128 && tid < 64)
        data[tid] += data[tid + 64];
    __syncthreads();
    last_warp(data, partial + blockIdx.x);
}

template <void (*kernel)(int *, int *)> static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 8, piece); /* see lesson 08 */
    for (int i = 0; i < pieces; i++)
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);
    finish(r);
}

static void check(struct exercise *e, lesson_launch launch, unsigned block, const char *what,
                  int answer, int hint)
{
    exercise_count(e, launch, 8, 16384, block);
    exercise_predict(e, what, answer, hint);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise11b",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_loop", launch<reduce_loop>, 8, 1, 1);
    check(&e, launch<reduce_loop>, 32, "barriers per block", loop_32, 1);
    check(&e, launch<reduce_loop>, 256, "barriers per block", loop_256, 1);
    check(&e, launch<reduce_loop>, 1024, "barriers per block", loop_1024, 1);
    exercise_sums(&e, "reduce_written", launch<reduce_written>, 8, 1, 1);
    check(&e, launch<reduce_written>, 32, "barriers per block", written_32, 2);
    check(&e, launch<reduce_written>, 256, "barriers per block", written_256, 2);
    check(&e, launch<reduce_written>, 1024, "barriers per block", written_1024, 2);
    check(&e, launch<reduce_written>, 32, "warp syncs per block", warp_syncs_32, 3);
    check(&e, launch<reduce_written>, 1024, "warp syncs per block", warp_syncs_1024, 3);
    return exercise_end(&e);
}
