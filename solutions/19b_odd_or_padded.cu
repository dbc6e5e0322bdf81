/* Exercise 19b: eight in a row (beat the count)
 *
 * One block scans tile after tile. The elements of a tile come side by side from global memory and
 * go to shared memory. There each thread reads its eight in a row, and later writes their sums to
 * the same places. The lanes of a warp are then 8 words apart, in 4 of the 32 banks, so each such
 * access takes 8 wavefronts instead of 1. (So says the source. nvcc fetches four words at a time
 * where it can, and then it is 16 wavefronts for the eight words: twice as many as needed.)
 *
 * Required: no excess wavefronts at all, and not many more barriers than now. You may choose how
 * many elements of a tile a thread has, and where in shared memory element i of a tile lies. See
 * docs/lessons/19_grid_wide_scan.md and docs/lessons/01_bank_conflicts.md.
 */
#include "exercise.h"

/* ---- your code begins: two lines ---- */
enum { TURNS = 8 }; /* elements of a tile that a thread has */

/* A word is left out after every 32 elements, so the next 32 begin one bank on. Lane t of a warp is
 * at 8 t + t / 4, which gives 32 banks, and 32 elements side by side stay side by side. An odd
 * number of elements per thread, such as 7 or 9, needs no gaps: 9 t gives 32 banks, too. */
__host__ __device__ unsigned place(unsigned i) { return i + i / 32; }
/* ---- your code ends ---- */

__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

/* The sum of x in the threads before this one; *total: in all of them. The caller has a barrier
 * between two calls. */
__device__ unsigned block_scan(unsigned x, unsigned *total)
{
    __shared__ unsigned warp_sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned sum = warp_scan(x);
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
    unsigned tid = threadIdx.x, tile = TURNS * blockDim.x, x[TURNS], total, carry = 0;
    for (size_t first = 0; first < n; first += tile) {
        for (unsigned i = tid; i < tile; i += blockDim.x)
            values[place(i)] = first + i < n ? in[first + i] : 0;
        __syncthreads();
        unsigned sum = 0;
        for (unsigned k = 0; k < TURNS; k++) {
            x[k] = values[place(tid * TURNS + k)];
            sum += x[k];
        }
        sum = carry + block_scan(sum, &total);
        carry += total;
        for (unsigned k = 0; k < TURNS; k++) {
            values[place(tid * TURNS + k)] = sum;
            sum += x[k];
        }
        __syncthreads();
        for (unsigned i = tid; i < tile; i += blockDim.x)
            if (first + i < n)
                out[first + i] = values[place(i)];
    } /* no barrier: in the next tile each thread writes to the places that it has just read */
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
    exercise_count(&e, launch, TURNS, 16384, 256); /* 8 tiles of 8 * 256, each with 3 barriers */
    exercise_at_most(&e, "shared load excess", 0, 2);
    exercise_at_most(&e, "shared store excess", 0, 2);
    exercise_at_most(&e, "barriers", 30, 3);
    return exercise_end(&e);
}
