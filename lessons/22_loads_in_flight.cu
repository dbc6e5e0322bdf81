/* Lesson 22: loads in flight
 *
 * What is ordered now arrives later. So memory is busy only while enough bytes are on their way
 * (Little's law: bandwidth times latency). These kernels differ in one number: how many loads a
 * thread starts before it needs the first. There is one block on each SM, so --block is the other
 * factor:
 *
 *     bytes in flight on an SM  =  threads  x  loads in flight of a thread  x  4 bytes
 *
 * A load in flight has a register to arrive in. So nvcc, not the source, decides how many there
 * are. __launch_bounds__(1024, 1) tells nvcc that one block of 1024 on an SM is enough. */
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
    .kernel = "loads_4",
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
