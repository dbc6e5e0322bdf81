/* flags.cu: one kernel on each device, all at the same time: a sum over all devices with flags in peer memory, several
 * times, with blocks that meet only the same blocks of the other devices; then one number that goes round all devices.
 * Prints whether all results are right. tests/67_devices.t */
#include "check.h"

#include <cuda/atomic>

enum { MOST = 16, BLOCKS = 5, BLOCK = 64, N = BLOCKS * BLOCK, TIMES = 3 };
struct parts {
    int *in[MOST], *out[MOST];
    unsigned *flag[MOST];               /* on each device: BLOCKS flags for each device */
    int devices;
};

/* Meets the same block of all other devices: what was done before is visible to all after it. */
__device__ void meet(const parts &a, int me, unsigned phase)
{
    __syncthreads();
    if ((int)threadIdx.x < a.devices) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_system> to(a.flag[threadIdx.x][me * BLOCKS + blockIdx.x]);
        cuda::atomic_ref<unsigned, cuda::thread_scope_system> from(a.flag[me][threadIdx.x * BLOCKS + blockIdx.x]);

        to.store(phase, cuda::memory_order_release);
        while (from.load(cuda::memory_order_acquire) < phase)
            ;
    }
    __syncthreads();
}

__global__ void sum_all(parts a, int me)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned t = 0; t < TIMES; t++) {
        int sum = 0;

        meet(a, me, 2 * t + 1);         /* all inputs are there */
        for (int d = 0; d < a.devices; d++)
            sum += a.in[d][i];
        meet(a, me, 2 * t + 2);         /* all have read them */
        a.in[me][i] = sum;
    }
    a.out[me][i] = a.in[me][i];
}

__global__ void pass_on(parts a, int me)
{
    unsigned *mine = a.flag[me], *next = a.flag[(me + 1) % a.devices];

    for (int round = 1; round <= 4; round++) {
        if (me || round > 1)
            while (atomicAdd_system(mine, 0) != (unsigned)(me ? round : round - 1))
                ;
        if (me + 1 < a.devices || round < 4)
            atomicExch_system(next, (unsigned)round);
    }
    *a.out[me] = 1;
}

int main(void)
{
    parts a;
    cudaStream_t stream[MOST];
    int host[N], wrong = 0;

    CUDA(cudaGetDeviceCount(&a.devices));
    for (int d = 0; d < a.devices; d++) {
        CUDA(cudaSetDevice(d));
        for (int e = 0; e < a.devices; e++)
            if (e != d)
                CUDA(cudaDeviceEnablePeerAccess(e, 0));
        CUDA(cudaStreamCreate(&stream[d]));
        CUDA(cudaMalloc(&a.in[d], sizeof host));
        CUDA(cudaMalloc(&a.out[d], sizeof host));
        CUDA(cudaMalloc(&a.flag[d], MOST * BLOCKS * sizeof(unsigned)));
        CUDA(cudaMemset(a.flag[d], 0, MOST * BLOCKS * sizeof(unsigned)));
        for (int i = 0; i < N; i++)
            host[i] = i + 1000 * d;
        CUDA(cudaMemcpy(a.in[d], host, sizeof host, cudaMemcpyHostToDevice));
        CUDA(cudaDeviceSynchronize());
    }
    for (int d = 0; d < a.devices; d++) {
        CUDA(cudaSetDevice(d));
        sum_all<<<BLOCKS, BLOCK, 0, stream[d]>>>(a, d);
        CUDA(cudaGetLastError());
    }
    for (int d = 0; d < a.devices; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamSynchronize(stream[d]));
        CUDA(cudaMemcpy(host, a.out[d], sizeof host, cudaMemcpyDeviceToHost));
        for (int i = 0; i < N; i++) {
            int sum = 0;

            for (int e = 0; e < a.devices; e++)
                sum += i + 1000 * e;
            for (int t = 1; t < TIMES; t++)
                sum *= a.devices;
            wrong += host[i] != sum;
        }
        CUDA(cudaMemset(a.flag[d], 0, sizeof(unsigned)));
        CUDA(cudaDeviceSynchronize());
    }
    /* The first device waits for the last one, too. Where there is one, it would wait for itself. */
    for (int d = 0; d < a.devices && a.devices > 1; d++) {
        CUDA(cudaSetDevice(d));
        pass_on<<<1, 1, 0, stream[d]>>>(a, d);
        CUDA(cudaMemcpyAsync(&host[d], a.out[d], sizeof(int), cudaMemcpyDeviceToHost, stream[d]));
    }
    for (int d = 0; d < a.devices && a.devices > 1; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaStreamSynchronize(stream[d]));
        wrong += host[d] != 1;
    }
    printf("%d devices, %s\n", a.devices, wrong ? "wrong" : "right");
    return wrong != 0;
}
