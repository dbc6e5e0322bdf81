/* harness/clock.h: the clock that the SMs run at, measured. */
#ifndef HARNESS_CLOCK_H
#define HARNESS_CLOCK_H

#include "harness/alloc.h"

#ifdef CUDA_CPU_DEVICE

static inline double lesson_clock_mhz(cudaStream_t) { return 0; } /* it has none */

#else

namespace harness {

/* Nanoseconds since some moment in the past. */
static __device__ inline unsigned long long nanoseconds(void)
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

/* One thread counts cycles for 200 microseconds, from one tick of the other clock to another. */
static __global__ void count_cycles(double *mhz)
{
    unsigned long long begin = nanoseconds(), from, to;
    while ((from = nanoseconds()) == begin)
        ;
    long long cycles = clock64();
    while ((to = nanoseconds()) - from < 200000)
        ;
    *mhz = (double)(clock64() - cycles) * 1e3 / (double)(to - from);
}

}

/* MHz, while the stream's work before this is fresh. 0: not known. */
static inline double lesson_clock_mhz(cudaStream_t stream)
{
    double mhz = 0, *measured = (double *)lesson_device_alloc(sizeof mhz);
    harness::count_cycles<<<1, 1, 0, stream>>>(measured);
    CUDA_CHECK(cudaMemcpyAsync(&mhz, measured, sizeof mhz, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaFree(measured));
    return mhz;
}

#endif
#endif
