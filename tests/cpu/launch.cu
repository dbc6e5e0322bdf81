/* launch.cu: grids, blocks and arguments, in every form that a launch can have. */
#include "check.h"

#include <string.h>

struct pair { int a; double b; };

/* Each thread notes where it is; the host knows what must be there. */
__global__ void coordinates(uint3 *thread, uint3 *block, int *failures)
{
    size_t b = blockIdx.x + gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
    size_t t = threadIdx.x + blockDim.x * (threadIdx.y + (size_t)blockDim.y * threadIdx.z);
    size_t i = b * blockDim.x * blockDim.y * blockDim.z + t;

    VERIFY(warpSize == 32, failures);
    thread[i] = threadIdx;
    block[i] = blockIdx;
}

static void check_coordinates(dim3 grid, dim3 block)
{
    size_t threads = (size_t)block.x * block.y * block.z;
    size_t n = threads * grid.x * grid.y * grid.z, i = 0;
    uint3 *t, *b;
    int *failures;

    CHECK(cudaMallocManaged(&t, n * sizeof *t));
    CHECK(cudaMallocManaged(&b, n * sizeof *b));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    memset(t, 0xff, n * sizeof *t);
    RUN(coordinates<<<grid, block>>>(t, b, failures));
    EXPECT(*failures == 0);
    for (unsigned bz = 0; bz < grid.z; bz++)
    for (unsigned by = 0; by < grid.y; by++)
    for (unsigned bx = 0; bx < grid.x; bx++)
    for (unsigned tz = 0; tz < block.z; tz++)
    for (unsigned ty = 0; ty < block.y; ty++)
    for (unsigned tx = 0; tx < block.x; tx++, i++) {
        EXPECT(t[i].x == tx && t[i].y == ty && t[i].z == tz);
        EXPECT(b[i].x == bx && b[i].y == by && b[i].z == bz);
    }
    CHECK(cudaFree(t));
    CHECK(cudaFree(b));
    CHECK(cudaFree(failures));
}

__global__ void add(int *out, int x) { atomicAdd(out, x); }
__global__ void add_two(int *out, int x) { atomicAdd(out, 2 * x); }

/* Arguments are copies: each thread changes its own. */
__global__ void arguments(int *out, pair p, unsigned char c, long long l)
{
    p.a += c;
    if (p.b == 1.5 && p.a == 12 && l == -5000000000ll)
        atomicAdd(out, 1);
    p.a = -1;
}

/* Null pointers, however they are written. */
__global__ void nothing_there(int *out, const float *a, int *b, void *c, int zero, long none)
{
    if (!a && !b && !c && !zero && !none)
        atomicAdd(out, 1);
}

template <int factor, typename T> __global__ void scaled(int *out, T x)
{
    atomicAdd(out, (int)(factor * x));
}

namespace inner {
template <typename T> struct holder {
    static const int value = 7;
};
__global__ void add_three(int *out, int x) { atomicAdd(out, 3 * x); }
}

__global__ void nothing() {}

#define LAUNCH(kernel, ...) kernel<<<1, 4>>>(__VA_ARGS__)
#define LAUNCH_OVER_LINES(kernel, x) \
    kernel<<<1,                      \
             4>>>(out,               \
                  x)

template <class K> static void through_template(K kernel, int *out) { kernel<<<2, 3>>>(out, 1); }

struct entry { void (*kernel)(int *, int); int blocks; };

struct launcher {
    int *out;
    void go() { add<<<1, 5>>>(out, 1); }
};

static int is_refusal(cudaError_t error)
{
    return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

int main(void)
{
    static const entry table[] = { { add, 1 }, { add_two, 2 } };
    void (*pointer)(int *, int) = add_two;
    const entry *e = &table[1];
    dim3 gridDim(3, 2), blockDim = 8;       /* host variables may have these names */
    int *out, x = 1, expected = 0, threadIdx = 4;
    pair p = { 2, 1.5 };
    launcher l;

    check_coordinates(1, 1);
    check_coordinates(dim3(3, 2, 2), dim3(5, 3, 2));
    check_coordinates(7, 33);
    check_coordinates(dim3(1, 3), dim3(1, 1, 64));
    check_coordinates(2, 1024);
    check_coordinates(dim3(1, 2, 3), dim3(16, 16, 4));

    CHECK(cudaMallocManaged(&out, sizeof *out));
    *out = 0;
#define EXPECT_ADDED(n)                                                                           \
    do {                                                                                          \
        CHECK(cudaGetLastError());                                                                \
        CHECK(cudaDeviceSynchronize());                                                           \
        expected += (n);                                                                          \
        EXPECT(*out == expected);                                                                 \
    } while (0)

    add<<<gridDim, blockDim>>>(out, x);
    EXPECT_ADDED(48);
    add<<<2, threadIdx, 0, 0>>>(out, 'a' - 96);
    EXPECT_ADDED(8);
    arguments<<<2, 3>>>(out, p, 10, -5000000000ll);
    EXPECT_ADDED(6);
    if (x) add<<<1, 1>>>(out, 1); else add<<<1, 2>>>(out, 1);
    EXPECT_ADDED(1);
    scaled<3><<<1, 2>>>(out, 1.5f);                 /* T is deduced */
    EXPECT_ADDED(8);
    scaled<inner::holder<int>::value, long><<<1, 1>>>(out, 2);
    EXPECT_ADDED(14);
    scaled<(1 > 0 ? 4 : 5), int><<<1, sizeof(long long) >> 2>>>(out, 1);
    EXPECT_ADDED(8);
    inner::add_three<<<1, 1>>>(out, 1);
    EXPECT_ADDED(3);
    ::add<<<1, 1>>>(out, 1);
    EXPECT_ADDED(1);
    pointer<<<1, 1>>>(out, 1);
    EXPECT_ADDED(2);
    table[0].kernel<<<1, 1>>>(out, 1);
    EXPECT_ADDED(1);
    e->kernel<<<e->blocks, 1>>>(out, 1);
    EXPECT_ADDED(4);
    (*pointer)<<<1, 1>>>(out, 1);
    EXPECT_ADDED(2);
    LAUNCH(add, out, 1);
    EXPECT_ADDED(4);
    LAUNCH_OVER_LINES(add_two, 1);
    EXPECT_ADDED(8);
    through_template(add, out);
    EXPECT_ADDED(6);
    l.out = out;
    l.go();
    EXPECT_ADDED(5);
    add /* why not */
        <<<
            1,      // one block <<<
            dim3(2, 2)
        >>>
        (out, 1);
    EXPECT_ADDED(4);
    nothing<<<1, 1>>>();
    EXPECT_ADDED(0);
    x++, add<<<1, 1>>>(out, x++);                   /* evaluated once */
    EXPECT_ADDED(2);
    EXPECT(x == 3);

    nothing_there<<<1, 1>>>(out, NULL, 0, nullptr, 0, 0);
    EXPECT_ADDED(1);

    /* The functions that launch. */
    void *args[] = { &out, &x };
    CHECK(cudaLaunchKernel((void *)add, dim3(2), dim3(2), args, 0, 0));
    EXPECT_ADDED(12);
    CHECK(cudaLaunchKernel((const void *)add_two, 1, 1, args, 0, NULL));
    EXPECT_ADDED(6);
    CHECK(cudaLaunchKernel(add, 1, 1, args, 0, 0));
    EXPECT_ADDED(3);
    CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(scaled<2, int>), 1, 1, args, 0, 0));
    EXPECT_ADDED(6);
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 2;
    CHECK(cudaLaunchKernelEx(&config, add, out, 1));
    EXPECT_ADDED(4);
    CHECK(cudaLaunchKernelExC(&config, (void *)add_two, args));
    EXPECT_ADDED(24);

    /* Launches that the device refuses; the error stays until somebody asks. Which of the two
     * errors it is depends on CUDA's version. */
    add<<<1, 1025>>>(out, 1);
    EXPECT(is_refusal(cudaPeekAtLastError()));
    add<<<1, 1>>>(out, 1);
    EXPECT(is_refusal(cudaPeekAtLastError()));
    EXPECT(is_refusal(cudaGetLastError()));
    EXPECT_ADDED(1);
    add<<<0, 1>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<1, 0>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<1, dim3(1, 1, 65)>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<1, dim3(32, 33)>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<dim3(1, 65536), 1>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<dim3(1, 1, 65536), 1>>>(out, 1);
    EXPECT(is_refusal(cudaGetLastError()));
    EXPECT(is_refusal(cudaLaunchKernel((void *)add, 1, 2000, args, 0, 0)));
    EXPECT(is_refusal(cudaGetLastError()));
    add<<<1, 1, 49 << 10>>>(out, 1);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT_ADDED(0);
    add<<<dim3(65536, 1, 1), 1>>>(out, 1);
    EXPECT_ADDED(65536);
    CHECK(cudaFree(out));
    return 0;
}
