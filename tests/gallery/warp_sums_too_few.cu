/* Room for eight warps, launched with sixteen: the kernel was written for blocks of 256, somebody
 * tried 512. The sums of the upper warps fall into whatever the compiler put behind the array.
 * Right: as many slots as the largest block has warps, 32. */
#include "gallery.h"

#ifdef FIXED
enum { WARPS = 32 };
#else
enum { WARPS = 8 };
#endif

__global__ void sum_and_most(const int *in, int *out)
{
    __shared__ int sums[WARPS], most[WARPS];
    unsigned tid = threadIdx.x, warp = tid / 32, warps = blockDim.x / 32;
    int v = in[tid], sum = warp_sum(v);

    for (unsigned s = 16; s > 0; s /= 2)
        v = max(v, __shfl_down_sync(0xffffffffu, v, s));
    if (tid % 32 == 0) {
        sums[warp] = sum; /* BUG: out-of-bounds */
        most[warp] = v; /* BUG: out-of-bounds */
    }
    __syncthreads();
    if (tid == 0) {
        sum = sums[0];
        v = most[0];
        for (unsigned i = 1; i < warps; i++) {
            sum += sums[i]; /* BUG: out-of-bounds */
            v = max(v, most[i]); /* BUG: out-of-bounds */
        }
        out[0] = sum;
        out[1] = v;
    }
}

int main(void)
{
    enum { BLOCK = 512 };
    int *in = device_values(BLOCK), *out = device_ints(2), got[2], most = value(0);

    sum_and_most<<<1, BLOCK>>>(in, out);
    CHECK_LAUNCH();
    fetch(got, out, 2);
    for (int i = 1; i < BLOCK; i++)
        most = value(i) > most ? value(i) : most;
    return verdict(got[0], sum_of_values(BLOCK)) | verdict(got[1], most);
}
