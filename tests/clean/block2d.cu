/* A block of two dimensions: warps are runs of 32 threads in the order of threadIdx.x, then y. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int *in, int *out)
{
    __shared__ int s[16][16];
    unsigned x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 16 + x];
    __syncwarp();
    out[y * 16 + x] = s[y ^ 1][15 - x];
    __syncthreads();
    s[x][y] = 1;
}

int main()
{
    int *in = device_values(256), *o = device_ints(256);
    k<<<1, dim3(16, 16)>>>(in, o);
    CHECK_LAUNCH();
    return verdict_all(o, 256, [](size_t i) {
        size_t y = i / 16, x = i % 16;
        return value((y ^ 1) * 16 + 15 - x);
    });
}
