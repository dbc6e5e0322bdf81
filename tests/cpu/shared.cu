/* shared.cu: shared memory, static and dynamic, and the block barriers. */
#include "check.h"

enum { BLOCK = 192 };

extern __shared__ __align__(16) unsigned char at_file_scope[];
extern __shared__ float rows[][4];

__global__ void reverse_static(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    __shared__ volatile int once;
    volatile __shared__ int twice;

    s[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    if (threadIdx.x == BLOCK - 1) {
        once = blockIdx.x;
        twice = 2 * blockIdx.x;
    }
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[BLOCK - 1 - threadIdx.x] + once + twice;
}

__global__ void reverse_dynamic(const int *in, int *out)
{
    extern __shared__ int s[];

    s[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = s[BLOCK - 1 - threadIdx.x] + 3 * blockIdx.x;
}

template <typename T> __device__ T *pieces(T *base) { return base + 1; }

/* One piece of memory behind several arrays, one of them found through a function. */
__global__ void reverse_pieces(const int *in, int *out)
{
    extern __shared__ __align__(sizeof(double)) double doubles[];
    int *ints = (int *)(doubles + BLOCK);
    unsigned t = threadIdx.x;

    doubles[t] = in[blockIdx.x * BLOCK + t];
    ints[t] = 3 * blockIdx.x;
    __syncthreads();
    out[blockIdx.x * BLOCK + t] = (int)*(pieces(doubles) + BLOCK - 2 - t) + ints[BLOCK - 1 - t];
}

__device__ int read_back(unsigned i) { return ((const int *)at_file_scope)[i]; }

__global__ void reverse_file_scope(const int *in, int *out)
{
    ((int *)at_file_scope)[threadIdx.x] = in[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = read_back(BLOCK - 1 - threadIdx.x) + 3 * blockIdx.x;
}

__global__ void two_dimensions(float *out)
{
    rows[threadIdx.x][threadIdx.y] = threadIdx.x * 10 + threadIdx.y;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0)
        for (int i = 0; i < 8; i++)
            for (int k = 0; k < 4; k++)
                out[i * 4 + k] = rows[i][k];
}

template <int n> __global__ void sum_of_block(int *out)
{
    __shared__ int s[n];

    s[threadIdx.x] = threadIdx.x + blockIdx.x;
    for (int step = n / 2; step > 0; step /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < step)
            s[threadIdx.x] += s[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = s[0];
}

/* Threads that end do not hold up a barrier. */
__global__ void some_leave(int *out)
{
    __shared__ int count;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (threadIdx.x % 3 == 1)
        return;
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x >= 64)
        return;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = count;
}

__global__ void votes(int *failures)
{
    unsigned t = threadIdx.x;

    VERIFY(__syncthreads_count(t % 3 == 0) == (BLOCK + 2) / 3, failures);
    VERIFY(__syncthreads_count(0) == 0, failures);
    VERIFY(__syncthreads_and(1) != 0, failures);
    VERIFY(__syncthreads_and(t != 77) == 0, failures);
    VERIFY(__syncthreads_or(0) == 0, failures);
    VERIFY(__syncthreads_or(t == 190) != 0, failures);
}

__global__ void much(int *out, int n)
{
    extern __shared__ int s[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = s[n - 1] + s[0];
}

/* Fresh for each block: a counter that each block must set itself. */
__global__ void many_blocks(int *failures)
{
    __shared__ unsigned mine;

    if (threadIdx.x == 0)
        mine = blockIdx.x;
    __syncthreads();
    for (int i = 0; i < 20; i++) {
        VERIFY(mine == blockIdx.x + i * 32, failures);
        __syncthreads();
        atomicAdd(&mine, 1);
        __syncthreads();
    }
}

static void check_reverse(void (*kernel)(const int *, int *), size_t shared)
{
    const int blocks = 50, n = blocks * BLOCK;
    int *in, *out;

    CHECK(cudaMallocManaged(&in, n * sizeof *in));
    CHECK(cudaMallocManaged(&out, n * sizeof *out));
    for (int i = 0; i < n; i++)
        in[i] = i * 7 - 5000;
    RUN(kernel<<<blocks, BLOCK, shared>>>(in, out));
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < BLOCK; t++)
            EXPECT(out[b * BLOCK + t] == in[b * BLOCK + BLOCK - 1 - t] + 3 * b);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
}

int main(void)
{
    int *out, *failures;
    float *f;

    check_reverse(reverse_static, 0);
    check_reverse(reverse_dynamic, BLOCK * sizeof(int));
    check_reverse(reverse_file_scope, BLOCK * sizeof(int));
    check_reverse(reverse_pieces, BLOCK * (sizeof(int) + sizeof(double)));

    CHECK(cudaMallocManaged(&f, 32 * sizeof *f));
    RUN(two_dimensions<<<1, dim3(8, 4), 32 * sizeof(float)>>>(f));
    for (int i = 0; i < 32; i++)
        EXPECT(f[i] == i / 4 * 10 + i % 4);

    CHECK(cudaMallocManaged(&out, 100 * sizeof *out));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    RUN(sum_of_block<512><<<100, 512>>>(out));
    for (int i = 0; i < 100; i++)
        EXPECT(out[i] == 512 * 511 / 2 + 512 * i);
    RUN(sum_of_block<2><<<100, 2>>>(out));
    for (int i = 0; i < 100; i++)
        EXPECT(out[i] == 1 + 2 * i);
    RUN(some_leave<<<10, BLOCK>>>(out));
    for (int i = 0; i < 10; i++)
        EXPECT(out[i] == BLOCK - BLOCK / 3);
    RUN(votes<<<5, BLOCK>>>(failures));
    RUN(many_blocks<<<300, 32>>>(failures));
    EXPECT(*failures == 0);

    /* More than 48 KiB has to be asked for. */
    much<<<1, 256, 60 << 10>>>(out, 15 << 10);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 << 10));
    RUN(much<<<1, 256, 60 << 10>>>(out, 15 << 10));
    EXPECT(*out == (15 << 10) - 1);
    EXPECT(cudaFuncSetAttribute(much, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)
           == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    return 0;
}
