/* Threads beyond the end of the input store nothing in shared memory, yet the tree adds their
 * slots. The last block sums what an earlier block left there. Right: every thread stores, those
 * beyond the end a zero. */
#include "gallery.h"

__global__ void sum_blocks(const int *in, int *out, unsigned n)
{
    __shared__ int sums[64];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;

#ifdef FIXED
    sums[tid] = i < n ? in[i] : 0;
#else
    if (i < n)
        sums[tid] = in[i];
#endif
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s]; /* BUG: uninitialised */
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(out, sums[0]);
}

int main(void)
{
    enum { N = 150 };
    int *in = device_values(N), *out = device_zeros(1);

    sum_blocks<<<3, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), sum_of_values(N));
}
