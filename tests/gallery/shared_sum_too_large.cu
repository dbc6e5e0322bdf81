/* 32 KiB of static and 32 KiB of dynamic shared memory: each is allowed, but a block gets 48 KiB
 * of both together unless more was asked for. The launch is refused. Right: less of either, or
 * cudaFuncSetAttribute. */
#include "gallery.h"

#ifdef FIXED
enum { TILE = 4096 };
#else
enum { TILE = 8192 };
#endif

__global__ void swap_tiles(const int *in, int *out)
{
    __shared__ int first[TILE];
    extern __shared__ int second[];

    for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x) {
        first[i] = in[i];
        second[i] = in[TILE + i];
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < TILE; i += blockDim.x) {
        out[i] = second[TILE - 1 - i];
        out[TILE + i] = first[TILE - 1 - i];
    }
}

int main(void)
{
    int *in = device_values(2 * TILE), *out = device_ints(2 * TILE);

    swap_tiles<<<1, 64, TILE * sizeof(int)>>>(in, out); /* BUG: launch */
    CHECK_LAUNCH();
    return verdict_all(out, 2 * TILE, [](size_t i) { return value(2 * TILE - 1 - i); });
}
