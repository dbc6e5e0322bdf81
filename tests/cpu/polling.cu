/* polling.cu: threads that wait in a loop for others, of the same block and of earlier ones. */
#include "check.h"

/* The last thread of the block lets the others go, in several ways. */
__global__ void within_block(int *flags, int *failures)
{
    __shared__ int ready[4];
    unsigned last = blockDim.x - 1;

    if (threadIdx.x < 4)
        ready[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x == last) {
        atomicExch(&ready[0], 1);
    } else {
        while (atomicAdd(&ready[0], 0) == 0)
            ;
    }
    if (threadIdx.x == 0)
        atomicExch(&ready[1], 1);
    while (*(volatile int *)&ready[1] == 0)
        __nanosleep(20);
    if (threadIdx.x == 17) {
        __threadfence_block();
        *(volatile int *)&ready[2] = 1;
    }
    while (*(volatile int *)&ready[2] == 0)
        __threadfence_block();
    if (threadIdx.x == last - 1)
        atomicExch(&flags[blockIdx.x], 1);
#ifdef CUDA_CPU_DEVICE /* nvcc may read it once only: it is not volatile */
    while (__ldcg(&flags[blockIdx.x]) == 0)
        ;
#endif
    /* Threads that work together while they wait for another. */
    if (threadIdx.x / 32 == 0) {
        while (!__any_sync(0xffffffffu, *(volatile int *)&ready[3]))
            ;
    } else if (threadIdx.x == last) {
        *(volatile int *)&ready[3] = 1;
    }
    __syncthreads();
    VERIFY(ready[0] + ready[1] + ready[2] + ready[3] == 4, failures);
}

/* Each block waits for the one before it: a chain, as in a scan with look-back. */
__global__ void chain(unsigned *place, unsigned *sums, int *failures)
{
    __shared__ unsigned mine;

    if (threadIdx.x == 0) {
        mine = atomicAdd(place, 1);         /* blocks may start in any order */
        unsigned before = 0;
        if (mine > 0)
            while ((before = *(volatile unsigned *)&sums[mine - 1]) == 0)
                ;
        __threadfence();
        atomicExch(&sums[mine], before + blockDim.x);
    }
    __syncthreads();
    VERIFY(__ldcg(&sums[mine]) == (mine + 1) * blockDim.x, failures); /* not from a stale L1 line */
}

/* The last block to finish adds up what all have left. */
__global__ void last_block(unsigned *ticket, unsigned *partial, unsigned *out)
{
    __shared__ bool last;

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        unsigned sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++)
            sum += *(volatile unsigned *)&partial[i];
        *out = sum;
    }
}

int main(void)
{
    unsigned *memory;
    int *failures;

    CHECK(cudaMallocManaged(&memory, 1000 * sizeof *memory));
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    CHECK(cudaMemset(memory, 0, 1000 * sizeof *memory));
    *failures = 0;
    RUN(within_block<<<4, 64>>>((int *)memory + 900, failures));
    RUN(within_block<<<4, 256>>>((int *)memory + 910, failures));
    RUN(chain<<<500, 96>>>(memory, memory + 1, failures));
    EXPECT(*failures == 0 && memory[0] == 500);
    for (int run = 0; run < 20; run++) {
        memory[600] = 0;
        CHECK(cudaDeviceSynchronize());
        RUN(last_block<<<97, 32>>>(memory + 601, memory + 700, memory + 600));
        EXPECT(memory[600] == 97 * 98 / 2 && memory[601] == 0);
    }
    return 0;
}
