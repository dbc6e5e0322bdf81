/* Two stages of asynchronous copies, the next one under way while this one is summed. The wait
 * leaves two groups under way instead of one, so it never waits for the stage that is used. */
#include "gallery.h"

#include <cuda_pipeline.h>

enum { TILES = 4, SIZE = 64 };

__global__ void sum_tiles(const int *in, int *out)
{
    __shared__ int tile[2][SIZE];
    int sum = 0;

    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
    for (int i = 0; i < TILES; i++) {
        if (i + 1 < TILES)
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &in[(i + 1) * SIZE + threadIdx.x], sizeof(int));
        __pipeline_commit();
#ifdef FIXED
        __pipeline_wait_prior(1);
#else
        __pipeline_wait_prior(2);
#endif
        __syncthreads();
        sum += tile[i % 2][SIZE - 1 - threadIdx.x]; /* BUG: race */
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main(void)
{
    int *in = device_values(TILES * SIZE), *out = device_ints(SIZE);

    sum_tiles<<<1, SIZE>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, SIZE, [](size_t t) {
        int sum = 0;

        for (size_t i = 0; i < TILES; i++)
            sum += value(i * SIZE + SIZE - 1 - t);
        return sum;
    });
}
