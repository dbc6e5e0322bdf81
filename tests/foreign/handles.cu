/* Kernels passed around as const void *, in a table with their arguments, as schedulers do. */
#include <cstdio>
#include <vector>

namespace work {
__global__ void fill(int *p, int value, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = value;
}
template <int by> __global__ void multiply(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        p[i] *= by;
}
} // namespace work

__global__ void sum(const int *p, int n, int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(total, p[i]);
}

struct Task {
    const void *kernel;
    dim3 grid, block;
    std::vector<void *> arguments;
};

static cudaError_t run(Task &t, cudaStream_t stream)
{
    return cudaLaunchKernel(t.kernel, t.grid, t.block, t.arguments.data(), 0, stream);
}

int main()
{
    int n = 1000, value = 2, *p, *total, result = 0, failed = 0;

    cudaMalloc(&p, n * sizeof *p);
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    Task tasks[] = {
        {(const void *)work::fill, dim3(2), dim3(64), {&p, &value, &n}},
        {(void *)work::multiply<5>, dim3(4), dim3(256), {&p, &n}},
        {reinterpret_cast<const void *>(&work::multiply<7>), dim3(4), dim3(256), {&p, &n}},
        {(void const *)sum, dim3(8), dim3(128), {&p, &n, &total}},
    };
    for (Task &t : tasks)
        failed += run(t, nullptr) != cudaSuccess;
    const void *cooperative = (const void *)sum;
    void *arguments[] = {&p, &n, &total};
    failed += cudaLaunchCooperativeKernel(cooperative, dim3(8), dim3(128), arguments, 0, 0) != cudaSuccess;
    cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(p);
    cudaFree(total);
    printf("%s %d\n", result == 2 * 2 * 5 * 7 * n && !failed ? "passed" : "FAILED", result);
    return result != 2 * 2 * 5 * 7 * n || failed;
}
