/* Exercise 19b: eight in a row (beat the count)
 *
 * A scan of one block, tile after tile. The elements of a tile come side by side from global memory
 * and go to shared memory. There each thread reads its eight in a row, and later it writes their
 * sums to the same places. The lanes of a warp are then 8 words apart: 4 different banks of 32, so
 * each such access takes 8 wavefronts in place of 1. (As the source says it. nvcc fetches four at
 * a time where it can: 16 wavefronts for the eight, twice what is needed.)
 *
 * Asked for: no excess wavefronts at all, and not many more barriers than now. Free to choose are
 * how many elements of a tile a thread has, and where in shared memory element i of a tile lies.
 * See docs/lessons/19_grid_wide_scan.md, and docs/lessons/01_bank_conflicts.md.
 */
#include "exercise.h"

/* ---- your code begins: two lines ---- */
enum { TURNS = 8 }; /* elements of a tile that a thread has */

__host__ __device__ unsigned place(unsigned i) { return i; }
/* ---- your code ends ---- */

__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

/* The sum of x in the threads before this one; *total: in all. Between two calls is a barrier. */
__device__ unsigned block_scan(unsigned x, unsigned *total)
{
    __shared__ unsigned warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = warp_scan(x);
    if (lane == 31)
        warp_sums[warp] = sum;
    __syncthreads();
    unsigned sums = warp_scan(lane < blockDim.x / 32 ? warp_sums[lane] : 0);
    unsigned before = __shfl_sync(~0u, sums, warp > 0 ? warp - 1 : 0);
    *total = __shfl_sync(~0u, sums, 31);
    return sum - x + (warp > 0 ? before : 0);
}

__global__ void scan(const int *in, int *out, size_t n)
{
    extern __shared__ unsigned values[]; /* place(i): element i of a tile */
    unsigned tid = threadIdx.x, block = blockDim.x, x[TURNS], sum, total, carry = 0;
    for (size_t first = 0; first < n; first += TURNS * block) {
        for (unsigned k = 0, i = tid; k < TURNS; k++, i += block)
            values[place(i)] = first + i < n ? in[first + i] : 0;
        __syncthreads();
        sum = 0;
        for (unsigned k = 0; k < TURNS; k++)
            sum += x[k] = values[place(tid * TURNS + k)];
        sum = carry + block_scan(sum, &total);
        carry += total;
        for (unsigned k = 0; k < TURNS; k++, sum += x[k - 1])
            values[place(tid * TURNS + k)] = sum;
        __syncthreads();
        for (unsigned k = 0, i = tid; k < TURNS; k++, i += block)
            if (first + i < n)
                out[first + i] = values[place(i)];
    } /* the next tile: each thread writes to the places that it has just read, so no barrier */
}

static void launch(struct reduction *r)
{
    size_t words = 0;
    for (unsigned i = 0; i < TURNS * r->block; i++)
        words = place(i) < words ? words : place(i) + 1;
    r->grid = 1;
    scan<<<1, r->block, words * sizeof(int), r->stream>>>(r->in, r->out, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise19b", LESSON_INT | LESSON_OUTPUT,
                                       "-n 1,33,1000,2049,20011 -b 32,64,256,1024");
    exercise_scan(&e, "scan", launch, TURNS, LESSON_EXCLUSIVE, 1, 2);
    exercise_count(&e, launch, TURNS, 16384, 256); /* 8 tiles of 8 * 256, 3 barriers in each */
    exercise_at_most(&e, "shared load excess", 0, 2);
    exercise_at_most(&e, "shared store excess", 0, 2);
    exercise_at_most(&e, "barriers", 30, 3);
    return exercise_end(&e);
}
