/* Lesson 22: loads in flight
 *
 * Memory delivers B bytes per nanosecond if enough has been ordered: what is ordered now arrives L
 * nanoseconds later, so B * L bytes must be on their way at any time (Little's law). These kernels
 * differ in one number, the loads that a thread starts before it needs the first of them. There is
 * one block on each SM, so --block is the other factor:
 *
 *     bytes in flight on an SM  =  threads  x  loads in flight of a thread  x  4 bytes
 *
 * A load that is in flight has a register to arrive in. So registers decide how many there are, not
 * the source. nvcc aims at the 2048 threads that an SM of an H200 can hold, which leaves 32
 * registers for each, and splits the 32 loads of loads<32> into groups of 16, 2 and 14.
 * __launch_bounds__(1024, 1) says that one block of 1024 on an SM is enough. Then a thread may have
 * 64 registers, and all 32 loads are in flight.
 *
 * What to expect: bandwidth grows with the bytes in flight, at first in proportion, and ends below
 * the peak. By Little's law 12.7 KB on an SM could be enough. It takes 32 to 64:
 *
 *     H200, 2^29 ints, GB/s        64 threads    256 threads    1024 threads
 *     1 load                           88            364            1388
 *     4 loads                         315           1134            3482
 *     16 loads                        887           2913            4554
 *     32 loads, with bounds          1057           3189            4565
 */
#include "lesson.h"
#include "lesson_block.h"

/* What a thread adds up: `at_once` elements, a block apart, and on to the next piece of the block.
 * The loop must not be unrolled, or several pieces would be in flight. */
template <unsigned at_once> __device__ int thread_sum(const int *in, size_t n)
{
    size_t piece = (size_t)at_once * blockDim.x;
    int x[at_once];
    int sum = 0;

#pragma unroll 1
    for (size_t i = blockIdx.x * piece + threadIdx.x; i < n; i += gridDim.x * piece) {
#pragma unroll
        for (unsigned k = 0; k < at_once; k++)
            x[k] = i + k * blockDim.x < n ? in[i + k * blockDim.x] : 0;
#pragma unroll
        for (unsigned k = 0; k < at_once; k++)
            sum += x[k];
    }
    return sum;
}

template <unsigned at_once> __global__ void loads(const int *in, int *partial, size_t n)
{
    int sum = lesson_block_total(thread_sum<at_once>(in, n), lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* The same, with room for the registers. */
template <unsigned at_once>
__global__ void __launch_bounds__(1024, 1) loads_bounded(const int *in, int *partial, size_t n)
{
    int sum = lesson_block_total(thread_sum<at_once>(in, n), lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* One block on each SM, none without a piece. */
template <void (*kernel)(const int *in, int *partial, size_t n)>
static void launch(struct reduction *r)
{
    if (!r->asked_grid && r->grid > (unsigned)r->sm_count)
        r->grid = (unsigned)r->sm_count;
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "loads in flight",
    .part = "V",
    .offers = LESSON_INT | LESSON_GRID | LESSON_ANY_BLOCK,
    .defaults = "-n 2^29",
    .per_sm = "1",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "loads_1", launch<loads<1>>, 1);
    lesson_run(&l, "loads_2", launch<loads<2>>, 2);
    lesson_run(&l, "loads_4", launch<loads<4>>, 4);
    lesson_run(&l, "loads_8", launch<loads<8>>, 8);
    lesson_run(&l, "loads_16", launch<loads<16>>, 16);
    lesson_run(&l, "loads_32", launch<loads<32>>, 32);
    lesson_run(&l, "loads_bounded_8", launch<loads_bounded<8>>, 8);
    lesson_run(&l, "loads_bounded_16", launch<loads_bounded<16>>, 16);
    lesson_run(&l, "loads_bounded_32", launch<loads_bounded<32>>, 32);
    return lesson_end(&l);
}
