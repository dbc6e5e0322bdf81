/* mistakes.cu: kernels with one mistake each, for the CPU device: what it reports, and how.
 *
 *   ./mistakes NAME      runs one; tests/12_cpu_device_errors.t knows what must come of it
 *   ./mistakes           lists the names */
#include "check.h"

#include <cooperative_groups.h>
#include <cuda/ptx>

#include <assert.h>
#include <string.h>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

static int *memory;     /* 1000 ints on the device */

__global__ void divergent_barrier(int *)
{
    if (threadIdx.x % 2)
        __syncthreads();
    __syncwarp();
}

template <unsigned n> __global__ void last_ends(int *)
{
    if (threadIdx.x < n)
        __syncthreads();
    else if (threadIdx.x < 31)
        __syncwarp();
}

__global__ void missing_lanes(int *out)
{
    int v = threadIdx.x;

    if (threadIdx.x >= 40)
        __syncthreads();
    else
        v = __shfl_down_sync(0xffffffffu, v, 1);
    out[threadIdx.x] = v;
}

__global__ void foreign_mask(int *out) { out[threadIdx.x] = __shfl_sync(0x0000ffffu, 1, 0); }

__global__ void two_operations(int *out)
{
    if (threadIdx.x < 16)
        __syncwarp();
    else
        out[0] = __any_sync(0xffffffffu, 1);
}

__global__ void two_barriers(int *out)
{
    if (threadIdx.x < 5)
        __syncthreads();
    else
        out[0] = __syncthreads_count(1);
}

__global__ void grid_sync_ordinary(int *) { cg::this_grid().sync(); }

__global__ void block_leaves(int *)
{
    if (blockIdx.x != 2)
        cg::this_grid().sync();
}

__global__ void bytes_missing(int *)
{
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, 1024);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {   /* bytes that nobody sends */
    }
}

__global__ void __cluster_dims__(2, 1, 1) cluster_waits(int *)
{
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0)
        ptx::mbarrier_init(&arrived, 3);
    __syncthreads();
    if (cg::this_cluster().block_rank() == 0 && threadIdx.x < 2) {
        uint64_t token = ptx::mbarrier_arrive(&arrived);
        while (!ptx::mbarrier_try_wait(&arrived, token)) {
        }
    }
    cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2, 1, 1) arrives_again(int *)
{
    cg::this_cluster().barrier_arrive();
    cg::this_cluster().barrier_arrive();
}

__global__ void __cluster_dims__(2, 1, 1) foreign_rank(int *out)
{
    __shared__ int value;

    *out = *cg::this_cluster().map_shared_rank(&value, 2);
}

__global__ void too_many_arrivals(int *)
{
    __shared__ uint64_t arrived;

    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 2);
        ptx::mbarrier_arrive(&arrived, 3);
    }
}

__device__ int depth(int n, volatile int *p)
{
    volatile int local[100];

    local[n % 100] = n;
    return n == 0 ? local[0] : depth(n - 1, p) + local[n % 100];
}

/* One frame that is larger than the stack: must not jump over what guards it. */
__global__ void large_frame(int *out)
{
    volatile int array[35000];

    for (int i = 0; i < 35000; i++)
        array[i] = i;
    out[threadIdx.x] = array[threadIdx.x * 1000];
}

/* Over the end of a static array, into the data of the block itself. */
__global__ void static_overrun(int *out)
{
    __shared__ int array[32];

    for (int i = 0; i < 64; i++)
        ((volatile int *)array)[threadIdx.x + i] = 0x5a5a5a5a;
    __syncthreads();
    out[threadIdx.x] = array[0];
}

__global__ void deep_recursion(int *out) { out[threadIdx.x] = depth(100000, out); }

__global__ void shallow_recursion(int *out) { out[threadIdx.x] = depth(80, out); }

__global__ void write_beyond(int *out) { out[1000 + 64 + threadIdx.x] = 1; }
__global__ void write_far_beyond(int *out) { out[1000 + 1000000000ll * threadIdx.x] = 1; }
__global__ void read_before(int *out) { out[0] = out[-1000 - (int)threadIdx.x]; }
__global__ void write_just_beyond(int *out) { out[1001] = 1; }
__global__ void write_just_before(int *out) { out[-1] = 1; }
__global__ void null_pointer(int *out) { *(volatile int *)(out - out) = 1; }
__global__ void literal_null(int *) { *(int *)0 = 1; }
__global__ void after_free(int *out) { out[threadIdx.x] = 1; }

__global__ void no_shared_bytes(int *out)
{
    extern __shared__ int s[];

    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[0];
}

__global__ void zero_division(int *out) { out[0] = 7 / (out[1] - out[2]); }
__global__ void failed_assertion(int *out) { assert(out == 0 || threadIdx.x != 5); }
__global__ void trap(int *) { __trap(); }
__global__ void inner(int *) {}
__global__ void launch_in_kernel(int *out) { inner<<<1, 1>>>(out); }

/* The tail of a tree without __syncwarp, as published for GPUs before Volta. */
__global__ void missing_syncwarp(int *out)
{
    __shared__ volatile int s[64];
    unsigned t = threadIdx.x;

    s[t] = t;
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0)
        out[0] = s[0];
}

/* A mask smaller than the set of lanes read. */
__global__ void shuffle_outside_mask(int *out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = __shfl_down_sync(0xffffu, (int)threadIdx.x, 8);
}

__global__ void no_barrier(int *out)
{
    __shared__ int s[64];

    s[threadIdx.x] = 1;
    if (threadIdx.x == 0) {
        out[0] = 0;
        for (int i = 0; i < 64; i++)
            out[0] += s[i] == 1;
    }
}

static const struct { const char *name; void (*kernel)(int *); int blocks, threads; } cases[] = {
#define CASE(kernel, blocks, threads) { #kernel, kernel, blocks, threads }
    CASE(divergent_barrier, 3, 64), CASE(missing_lanes, 1, 64), CASE(foreign_mask, 1, 32),
    CASE(last_ends<16>, 1, 32), CASE(two_operations, 1, 32), CASE(two_barriers, 1, 64),
    CASE(grid_sync_ordinary, 2, 32), CASE(large_frame, 1, 64), CASE(static_overrun, 1, 32),
    CASE(bytes_missing, 1, 64), CASE(cluster_waits, 4, 32), CASE(arrives_again, 2, 32), CASE(foreign_rank, 2, 32),
    CASE(too_many_arrivals, 1, 32), CASE(block_leaves, 4, 32), CASE(deep_recursion, 1, 64), CASE(shallow_recursion, 4, 256),
    CASE(write_beyond, 1, 32), CASE(write_far_beyond, 1, 2), CASE(read_before, 1, 32),
    CASE(write_just_beyond, 1, 1), CASE(write_just_before, 1, 1), CASE(null_pointer, 1, 1),
    CASE(literal_null, 1, 1),
    CASE(after_free, 1, 1), CASE(no_shared_bytes, 1, 32), CASE(zero_division, 1, 1),
    CASE(failed_assertion, 1, 32), CASE(trap, 1, 32), CASE(launch_in_kernel, 1, 1),
    CASE(missing_syncwarp, 1, 64), CASE(shuffle_outside_mask, 1, 32), CASE(no_barrier, 1, 64),
};

int main(int argc, char **argv)
{
    int got[32];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc < 2) {
            printf("%s\n", cases[i].name);
            continue;
        }
        if (strcmp(argv[1], cases[i].name))
            continue;
        CHECK(cudaMalloc(&memory, 1000 * sizeof *memory));
        CHECK(cudaMemset(memory, 0, 1000 * sizeof *memory));
        if (!strcmp(argv[1], "after_free"))
            CHECK(cudaFree(memory));
        printf("before the launch\n");
        if (!strcmp(argv[1], "block_leaves")) {
            void *args[] = { &memory };
            CHECK(cudaLaunchCooperativeKernel((void *)block_leaves, 4, 32, args, 0, 0));
        } else {
            RUN(cases[i].kernel<<<cases[i].blocks, cases[i].threads>>>(memory));
        }
        CHECK(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost));
        printf("result %d, %d\n", got[0], got[15]);
        CHECK(cudaFree(memory));
        return 0;
    }
    return 2;
}
