// Cooperative groups: softmax of each row by a warp, then one sum over the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cmath>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
using Warp = cg::thread_block_tile<32>;

#define CHECK(x) if ((x) != cudaSuccess) { std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); return 1; }

constexpr int kCols = 100, kRows = 37;

__device__ float row_max(const Warp &warp, const float *row)
{
    float m = -INFINITY;
    for (int c = warp.thread_rank(); c < kCols; c += warp.size())
        m = fmaxf(m, row[c]);
    return cg::reduce(warp, m, cg::greater<float>());
}

__global__ void softmax(const float *__restrict__ in, float *__restrict__ out)
{
    auto block = cg::this_thread_block();
    Warp warp = cg::tiled_partition<32>(block);
    const int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();

    if (row >= kRows) return;           // a whole warp
    const float m = row_max(warp, in + row * kCols);
    float sum = 0.0f;
    for (int c = warp.thread_rank(); c < kCols; c += warp.size())
        sum += __expf(in[row * kCols + c] - m);
    sum = cg::reduce(warp, sum, cg::plus<float>());
    for (int c = warp.thread_rank(); c < kCols; c += warp.size())
        out[row * kCols + c] = __expf(in[row * kCols + c] - m) / sum;
}

// Sums by blocks, then, after a barrier of the whole grid, one block sums these.
__global__ void grid_sum(const float *data, int n, float *partial, float *result)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ float warps[32];

    for (int pass = 0; pass < 2; pass++) {
        const float *from = pass ? partial : data;
        const int count = pass ? grid.num_blocks() : n;
        const int step = pass ? block.size() : grid.size();
        float sum = 0;

        if (pass && blockIdx.x != 0) return;
        for (int i = pass ? block.thread_rank() : grid.thread_rank(); i < count; i += step)
            sum += from[i];
        auto tile = cg::tiled_partition<32>(block);
        sum = cg::reduce(tile, sum, cg::plus<float>());
        if (tile.thread_rank() == 0) warps[tile.meta_group_rank()] = sum;
        block.sync();
        if (tile.meta_group_rank() == 0) {
            sum = tile.thread_rank() < tile.meta_group_size() ? warps[tile.thread_rank()] : 0.0f;
            for (int i = tile.size() / 2; i > 0; i /= 2)
                sum += tile.shfl_down(sum, i);
            if (block.thread_rank() == 0) (pass ? *result : partial[blockIdx.x]) = sum;
        }
        if (!pass) grid.sync();
    }
}

int main()
{
    const int n = kRows * kCols;
    std::vector<float> host(n);
    float *in, *out, *partial, *result;
    int blocks = 0, threads = 128, worst = 0;

    for (int i = 0; i < n; i++)
        host[i] = 0.01f * (i * 31 % 500);
    CHECK(cudaMalloc(&in, n * sizeof(float)));
    CHECK(cudaMallocManaged(&out, n * sizeof(float)));
    CHECK(cudaMalloc(&partial, 64 * sizeof(float)));
    CHECK(cudaMallocManaged(&result, sizeof(float)));
    CHECK(cudaMemcpy(in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    softmax<<<(kRows + 3) / 4, threads>>>(in, out);
    CHECK(cudaGetLastError());

    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, grid_sum, threads, 0));
    blocks = blocks < 6 ? blocks : 6;
    int count = n;
    void *args[] = {&out, &count, &partial, &result};
    CHECK(cudaLaunchCooperativeKernel((void *)grid_sum, dim3(blocks), dim3(threads), args));
    CHECK(cudaDeviceSynchronize());

    for (int r = 0; r < kRows; r++) {
        double sum = 0;
        for (int c = 0; c < kCols; c++)
            sum += std::exp(host[r * kCols + c]);
        for (int c = 0; c < kCols; c++)
            worst += std::fabs(out[r * kCols + c] - std::exp(host[r * kCols + c]) / sum) > 1e-5;
    }
    std::printf("sum of the rows: %f, %d wrong\n", *result, worst);
    return worst || std::fabs(*result - kRows) > 1e-2;
}
