/* Threads without an element return at once, as in every first CUDA program. Here barriers follow,
 * and a thread that has ended cannot come to them; GPUs tend to carry on without it, which the
 * language does not promise. Right: stay, with a zero to add. */
#include "gallery.h"

__global__ void sum_blocks(const int *in, int *out, unsigned n)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x, i = blockIdx.x * 64 + tid;

    sums[tid] = 0;
#ifdef FIXED
    if (i < n)
        sums[tid] = in[i];
#else
    if (i >= n)
        return;
    sums[tid] = in[i];
#endif
    __syncthreads(); /* BUG: barrier */
    for (unsigned s = 32; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads(); /* BUG: barrier */
    }
    if (tid == 0)
        atomicAdd(out, sums[0]);
}

int main(void)
{
    enum { N = 100 };
    int *in = device_values(N), *out = device_zeros(1);

    sum_blocks<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
