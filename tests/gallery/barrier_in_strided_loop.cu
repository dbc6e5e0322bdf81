/* A barrier in a loop that strides over the elements by the size of the block. When n is no
 * multiple of it, some threads go round once less and end, or go on, while the others wait at
 * the barrier. Right: the same number of rounds for all threads, with a guard for the elements. */
#include "gallery.h"

__global__ void swap_pairs(const int *in, int *out, unsigned n)
{
    __shared__ int elements[64];
    unsigned tid = threadIdx.x;

#ifdef FIXED
    for (unsigned start = 0; start < n; start += 64) {
        unsigned i = start + tid;
        if (i < n)
            elements[tid] = in[i];
        __syncthreads();
        if (i < n)
            out[i] = elements[tid ^ 1];
        __syncthreads();
    }
#else
    for (unsigned i = tid; i < n; i += 64) {
        elements[tid] = in[i];
        __syncthreads(); /* BUG: barrier */
        out[i] = elements[tid ^ 1];
        __syncthreads(); /* BUG: barrier */
    }
#endif
}

int main(void)
{
    enum { N = 100 };
    int *in = device_values(N), *out = device_ints(N);

    swap_pairs<<<1, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(i ^ 1); });
}
