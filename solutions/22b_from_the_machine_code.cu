/* Exercise 22b: registers, loads, bytes (predict)
 *
 * The kernel is lesson 22's, with 32 loads in the source, on an H200. That card has 132 SMs, each
 * with 65536 registers and room for 2048 threads. Its memory delivers at most 4814 GB/s and answers
 * after 349 ns. nvcc has compiled the kernel twice: as it is, and with __launch_bounds__(1024, 1).
 *
 * How many registers may a thread have so that all 2048 threads fit, and how many with the bounds?
 * How many of the 32 loads are in flight at most, in the first code and in the second? And which
 * bandwidth do one block of 64 threads on each SM with 16 loads each, and one of 1024 with 32,
 * reach, in percent of 4814 GB/s?
 *
 * The program reads plots/recorded while it runs. A bandwidth may be off by 4, and a number of loads
 * by 2. See docs/lessons/22_loads_in_flight.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* ---- your code begins: six numbers ---- */
static const int registers_of_2048 = 32; /* 65536 / 2048 */
static const int registers_of_1024 = 64; /* one block of 1024: 65536 / 1024 */
/* What a load brings takes a register until it is added, and addresses, n and the sum take some. */
static const int loads_of_2048 = 16;
/* There is room for 32 now. But nvcc lets the thread wait for some of the first loads, and add them,
 * before it has started the last. */
static const int loads_of_1024 = 17;
/* 64 * 16 * 4 bytes are 4 KB of the 12.7 KB that the law asks for. And while a warp adds, or
 * computes its next addresses, it has nothing in flight. */
static const int percent_of_64 = 19;
static const int percent_of_1024 = 95; /* 68 KiB: five times as much as needed */
/* ---- your code ends ---- */

template <unsigned at_once>
__global__ void __launch_bounds__(1024, 1) loads_bounded(const int *in, int *partial, size_t n)
{
    size_t piece = at_once * blockDim.x;
    int sum = lesson_thread_sum<at_once>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                         gridDim.x * piece);
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

static void launch(struct reduction *r)
{
    loads_bounded<32><<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    const char *code = "plots/recorded/sass.csv", *times = "plots/recorded/nvidia-h200.csv";
    struct exercise e = exercise_begin(argc, argv, "exercise22b", LESSON_INT);
    exercise_sums(&e, "loads_bounded<32>", launch, 32, 1, 1);
    exercise_predict_value(&e, "registers so that 2048 threads fit", registers_of_2048,
                           65536 / 2048, 0, 1);
    exercise_predict_value(&e, "registers with __launch_bounds__(1024, 1)", registers_of_1024,
                           65536 / 1024, 0, 1);
    exercise_predict_value(&e, "loads<32>: loads in flight", loads_of_2048,
        exercise_recorded(code, "lesson22,loads<32>,sm_90,", "most_loads_in_flight"), 2, 2);
    exercise_predict_value(&e, "loads_bounded<32>: loads in flight", loads_of_1024,
        exercise_recorded(code, "lesson22,loads_bounded<32>,sm_90,", "most_loads_in_flight"), 2, 2);
    exercise_predict_value(&e, "64 threads, 16 loads: % of the peak", percent_of_64,
        exercise_recorded(times, "lesson22,loads_bounded_16,NVIDIA H200,gpu,9.0,int,536870912,1,"
                          "64,", "pct_peak"), 4, 3);
    exercise_predict_value(&e, "1024 threads, 32 loads: % of the peak", percent_of_1024,
        exercise_recorded(times, "lesson22,loads_bounded_32,NVIDIA H200,gpu,9.0,int,536870912,1,"
                          "1024,", "pct_peak"), 4, 3);
    return exercise_end(&e);
}
