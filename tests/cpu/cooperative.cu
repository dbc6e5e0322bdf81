/* cooperative.cu: grids whose blocks wait for each other. */
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

/* Sums, round after round, what all blocks left in the round before. */
__global__ void rounds(int *a, int *b, int count, int *failures)
{
    cg::grid_group grid = cg::this_grid();
    int n = (int)grid.size();

    VERIFY(grid.is_valid(), failures);
    VERIFY(grid.thread_rank() == blockIdx.x * blockDim.x + threadIdx.x, failures);
    VERIFY(grid.block_rank() == blockIdx.x && grid.num_blocks() == gridDim.x, failures);
    VERIFY(grid.num_threads() == gridDim.x * blockDim.x, failures);
    for (int round = 0; round < count; round++) {
        int i = (int)grid.thread_rank();
        b[i] = a[(i + 1) % n] + 1;
        grid.sync();
        int *c = a;
        a = b;
        b = c;
    }
    cg::sync(grid);
}

/* Block partials, then block 0 adds them up. */
__global__ void reduce(const int *in, int *partial, int *out, int n)
{
    extern __shared__ int s[];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int sum = 0;

    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size())
        sum += in[i];
    for (int round = 0; round < 2; round++) {
        s[threadIdx.x] = sum;
        for (int step = blockDim.x / 2; step > 0; step /= 2) {
            block.sync();
            if ((int)threadIdx.x < step)
                s[threadIdx.x] += s[threadIdx.x + step];
        }
        if (threadIdx.x == 0)
            (round ? out : partial)[blockIdx.x] = s[0];
        if (round || (grid.sync(), blockIdx.x > 0))
            return;
        sum = 0;
        for (int i = threadIdx.x; i < (int)gridDim.x; i += blockDim.x)
            sum += partial[i];
        block.sync();
    }
}

__global__ void valid(int *out) { *out = cg::this_grid().is_valid(); }

/* Blocks that wait for each other without grid.sync(): all are there, so this ends. */
__global__ void hand_over(volatile int *turn)
{
    if (threadIdx.x == 0) {
        while (*turn != (int)(gridDim.x - 1 - blockIdx.x))
            ;
        __threadfence();
        *turn = *turn + 1;
    }
}

int main(void)
{
    int sms, blocks, *a, *b, *out, *failures, supported;
    const int n = 100003, count = 50, threads = 256;

    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    EXPECT(supported);
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMallocManaged(&a, n * sizeof *a));
    CHECK(cudaMallocManaged(&b, n * sizeof *b));
    CHECK(cudaMallocManaged(&out, sizeof *out));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;

    for (int size = 32; size <= 1024; size *= 4) {
        int grid = sms < 9 ? sms : 9, steps = count, total = grid * size;
        void *args[] = { &a, &b, &steps, &failures };
        for (int i = 0; i < total; i++)
            a[i] = i;
        RUN(CHECK(cudaLaunchCooperativeKernel((void *)rounds, grid, size, args, 0, 0)));
        for (int i = 0; i < total; i++)
            EXPECT((count % 2 ? b : a)[i] == (i + count) % total + count);
    }
    EXPECT(*failures == 0);

    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reduce, threads, threads * 4));
    EXPECT(blocks > 0);
    int all = blocks * sms, expected = 0, length = n;
    void *args[] = { &a, &b, &out, &length };
    for (int i = 0; i < n; i++)
        expected += a[i] = i * 7 % 1001 - 500;
    for (int grid = 1; grid <= all; grid += all / 3) {
        *out = 0;
        RUN(CHECK(cudaLaunchCooperativeKernel((void *)reduce, grid, threads, args, threads * 4,
                                              0)));
        EXPECT(*out == expected);
    }
    EXPECT(cudaLaunchCooperativeKernel((void *)reduce, all + 1, threads, args, threads * 4, 0)
           == cudaErrorCooperativeLaunchTooLarge);
    EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);

    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.gridDim = 2;
    config.blockDim = threads;
    config.dynamicSmemBytes = threads * 4;
    config.attrs = &attribute;
    config.numAttrs = 1;
    *out = 0;
    RUN(CHECK(cudaLaunchKernelEx(&config, reduce, (const int *)a, b, out, n)));
    EXPECT(*out == expected);
    *out = 0;
    RUN(CHECK(cudaLaunchKernelExC(&config, (const void *)reduce, args)));
    EXPECT(*out == expected);

#ifdef CUDA_CPU_DEVICE /* an H200 with CUDA 13.0 says that it is valid */
    RUN(valid<<<1, 1>>>(out));
    EXPECT(*out == 0);
#endif
    *out = 0;
    int last = sms * 2;
    void *turn[] = { &out };
    RUN(CHECK(cudaLaunchCooperativeKernel((void *)hand_over, last, 64, turn, 0, 0)));
    EXPECT(*out == last);
    return 0;
}
