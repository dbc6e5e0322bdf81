/* Exercise 06d: three limits of one kernel (predict)
 *
 * reduce6 adds up 2^29 ints in blocks of 256 threads, two ints per thread, on an H100. The card has
 * 132 SMs at 1.98 GHz. Each SM has room for 2048 threads, and four schedulers, each of which issues
 * at most one instruction per cycle. The memory delivers at most 3352.3 GB/s, and a load takes
 * 347.2 ns. ncu counts 375,390,208 instructions of warps. How many microseconds would the kernel
 * take, if the only limit were
 *
 *     memory_us    the bandwidth of the memory?
 *     issue_us     the slots in which instructions are issued?
 *     latency_us   the latency: each block waits once for a load, does nothing else, and then
 *                  leaves its place on the SM to the next block?
 *
 * And how many bytes must be in flight for each SM at any time to keep the memory busy? Each answer
 * may be off by 2 %. docs/predicting.md shows how to do it. The program reads the same figures from
 * plots/cards.csv and plots/recorded.
 */
#include "exercise.h"

/* ---- your code begins: four numbers ---- */
static const int memory_us = EXERCISE_UNKNOWN;
static const int issue_us = EXERCISE_UNKNOWN;
static const int latency_us = EXERCISE_UNKNOWN;
static const int bytes_in_flight = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

template <unsigned block>
__global__ void reduce6(const int *in, int *partial, size_t n)
{
    __shared__ int sums[block];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;

    sums[tid] = (i < n ? in[i] : 0) + (i + block < n ? in[i + block] : 0);
    __syncthreads();
#pragma unroll
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        if (s > 32)
            __syncthreads();
        else if (tid < 32)
            __syncwarp();
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, reduce6<32>, reduce6<64>, reduce6<128>, reduce6<256>,
                                    reduce6<512>, reduce6<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static double h100(const char *column)
{
    return exercise_recorded("plots/cards.csv", "h100,", column);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise06d", LESSON_INT);
    const double bytes = 4.0 * (1 << 29), blocks = 1 << 20;
    double clock = h100("clock_mhz") / 1000, sms = h100("sms");
    double load = exercise_recorded("plots/recorded/nvidia-h100-80gb-hbm3-latency.csv",
                                    "NVIDIA H100 80GB HBM3,5f2fb900,memory,", "ns");
    double instructions = exercise_recorded("plots/recorded/nvidia-h200-counters.csv",
                                            "lesson06,reduce6,NVIDIA H200,536870912,256,",
                                            "instructions");
    double memory = bytes / h100("peak_gbps") / 1000;
    double issue = instructions / (4 * sms * clock) / 1000;
    double latency = blocks / (sms * h100("max_threads") / 256) * load / 1000;
    double flight = h100("peak_gbps") * load / sms;

    exercise_sums(&e, "reduce6", launch, 2, 1, 1);
    exercise_predict_value(&e, "memory_us", memory_us, memory, 0.02 * memory, 1);
    exercise_predict_value(&e, "issue_us", issue_us, issue, 0.02 * issue, 2);
    exercise_predict_value(&e, "latency_us", latency_us, latency, 0.02 * latency, 3);
    exercise_predict_value(&e, "bytes_in_flight", bytes_in_flight, flight, 0.02 * flight, 3);
    return exercise_end(&e);
}
