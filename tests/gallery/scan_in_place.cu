/* Prefix sum by doubling (Hillis and Steele) in a single array. In one step thread 1 adds to
 * s[1] and thread 2 reads it: before or after, nobody knows. The barrier at the end of the step
 * comes too late for that. Right: a barrier between reading and writing as well, or two arrays
 * in turn. */
#include "gallery.h"

__global__ void scan(const int *in, int *out)
{
    __shared__ int s[128];
    unsigned tid = threadIdx.x;

    s[tid] = in[tid];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
#ifdef FIXED
        int add = tid >= distance ? s[tid - distance] : 0;
        __syncthreads();
        s[tid] += add;
#else
        if (tid >= distance)
            s[tid] += s[tid - distance]; /* BUG: race */
#endif
        __syncthreads();
    }
    out[tid] = s[tid];
}

int main(void)
{
    int *in = device_values(128), *out = device_ints(128);

    scan<<<1, 128>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 128, [](size_t i) { return sum_of_values(i + 1); });
}
