/* Exercise 08b: requests and sectors (predict)
 *
 * Two trees of lesson 08, in global memory. In the first there are idle lanes between those that
 * add. In the second, threads side by side make the same additions. One block of 64 threads adds up
 * 64 elements.
 *
 * A request is what a warp asks for with one instruction, if at least one of its lanes takes part.
 * A sector is 32 bytes, 8 ints in a row; a request takes as many sectors as its lanes touch.
 * `data[a] += data[b]` is two loads and a store. The array begins where a sector begins.
 *
 * How many store requests, store sectors and load sectors does each of the two make? Only these two
 * kernels count, including their last store, that of the sum. See docs/lessons/08_in_place.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

/* ---- your code begins: six numbers ---- */
/* neighbored: 6 steps, and in 5 of them both warps take part. A warp stores within its 32 ints, 4
 * sectors: every second int in the first step, every eighth in the third, which still touches all
 * 4. Then 2, then 1; and in the last step 1, by warp 0 alone. A step loads twice what it stores. */
static const int neighbored_store_requests = 12; /* 2 * 5 + 1, and the sum */
static const int neighbored_store_sectors = 32;  /* 2 * (4 + 4 + 4 + 2 + 1) + 1, and the sum */
static const int neighbored_load_sectors = 63;   /* 2 * 31, and data[0] at the end */

/* neighbored_less: warp 0 does it all, with one request in place of two. But it touches the same
 * places, and every sector that is touched is moved: 8 + 8 + 8 + 4 + 2 + 1. */
static const int less_store_requests = 7; /* 6, and the sum */
static const int less_store_sectors = 32;
static const int less_load_sectors = 63;
/* ---- your code ends ---- */

__global__ void reduce_neighbored(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * blockDim.x;

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            data[tid] += data[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

__global__ void reduce_neighbored_less(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data = in + (size_t)blockIdx.x * blockDim.x;

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned at = 2 * s * tid;
        if (at < blockDim.x)
            data[at] += data[at + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

template <void (*kernel)(int *, int *)> static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 1, piece); /* see lesson 08; here it is one block */
    for (int i = 0; i < pieces; i++)
        kernel<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data, piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise08b",
                                       LESSON_INT | LESSON_DESTROYS_INPUT,
                                       "-n 1,33,64,1000,4097" EXERCISE_LARGE " -b 64,256");
    exercise_sums(&e, "reduce_neighbored", launch<reduce_neighbored>, 1, 1, 1);
    exercise_count(&e, launch<reduce_neighbored>, 1, 64, 64);
    exercise_predict(&e, "global store requests", neighbored_store_requests, 1);
    exercise_predict(&e, "global store sectors", neighbored_store_sectors, 2);
    exercise_predict(&e, "global load sectors", neighbored_load_sectors, 3);
    exercise_sums(&e, "reduce_neighbored_less", launch<reduce_neighbored_less>, 1, 1, 1);
    exercise_count(&e, launch<reduce_neighbored_less>, 1, 64, 64);
    exercise_predict(&e, "global store requests", less_store_requests, 1);
    exercise_predict(&e, "global store sectors", less_store_sectors, 2);
    exercise_predict(&e, "global load sectors", less_load_sectors, 3);
    return exercise_end(&e);
}
