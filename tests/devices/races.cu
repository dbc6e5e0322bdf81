/* races.cu: races between devices, each with a twin that is ordered. races NAME; tests/67_devices.t lists the names.
 * A program for at least two devices with peer access; prints what the last device has seen. */
#include "check.h"

#include <cuda/atomic>
#include <string.h>

__global__ void put(int *p, int value) { p[threadIdx.x] = value; }
__global__ void take(int *out, const int *p) { out[threadIdx.x] = p[threadIdx.x]; }
__global__ void add_device(int *p) { atomicAdd(p, 1); }
__global__ void add_system(int *p) { atomicAdd_system(p, 1); }

/* A flag with a value behind it. */
__global__ void send(int *p, int *flag, int value)
{
    p[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        atomicExch_system(flag, 1);
    }
}
__global__ void send_device(int *p, int *flag, int value)
{
    p[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch_system(flag, 1);
    }
}
__global__ void receive(int *out, const int *p, int *flag)
{
    if (threadIdx.x == 0)
        while (atomicAdd_system(flag, 0) == 0)
            ;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x];
}
template <cuda::thread_scope scope> __global__ void release(int *p, int *flag, int value)
{
    p[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x == 0)
        cuda::atomic_ref<int, scope>(*flag).store(1, cuda::memory_order_release);
}
template <cuda::thread_scope scope> __global__ void acquire(int *out, const int *p, int *flag)
{
    if (threadIdx.x == 0)
        while (!cuda::atomic_ref<int, scope>(*flag).load(cuda::memory_order_acquire))
            ;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void signal(int *flag)
{
    __threadfence_system();
    atomicExch_system(flag, 1);
}
__global__ void await(int *flag)
{
    while (atomicAdd_system(flag, 0) == 0)
        ;
    __threadfence_system();
}

int main(int, char **argv)
{
    enum { N = 64 };
    const char *which = argv[1] ? argv[1] : "";
    int devices = 0, *p, *q, *out, *flag, host[N];
    cudaStream_t first, second, third;
    cudaEvent_t event;

    CUDA(cudaGetDeviceCount(&devices));
    if (devices < 2) {
        printf("needs two devices\n");
        return 77;
    }
    CUDA(cudaSetDevice(0));
    CUDA(cudaDeviceEnablePeerAccess(1, 0));
    CUDA(cudaMalloc(&p, N * sizeof(int)));
    CUDA(cudaMalloc(&flag, sizeof(int)));
    CUDA(cudaMemset(p, 0, N * sizeof(int)));
    CUDA(cudaMemset(flag, 0, sizeof(int)));
    CUDA(cudaStreamCreate(&first));
    CUDA(cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking));
    CUDA(cudaEventCreate(&event));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaSetDevice(1));
    CUDA(cudaDeviceEnablePeerAccess(0, 0));
    CUDA(cudaMalloc(&out, N * sizeof(int)));
    CUDA(cudaMalloc(&q, N * sizeof(int)));
    CUDA(cudaMemset(out, 0, N * sizeof(int)));
    CUDA(cudaStreamCreate(&second));
    CUDA(cudaDeviceSynchronize());

#define IS(name) (!strcmp(which, name))
#define ON_0 CUDA(cudaSetDevice(0))
#define ON_1 CUDA(cudaSetDevice(1))
    if (IS("write-read") || IS("write-event-read") || IS("write-sync-read") || IS("event-too-early")) {
        ON_0;
        if (IS("event-too-early"))
            CUDA(cudaEventRecord(event, first));
        put<<<1, N, 0, first>>>(p, 5);
        if (IS("write-event-read"))
            CUDA(cudaEventRecord(event, first));
        if (IS("write-sync-read"))
            CUDA(cudaStreamSynchronize(first));
        ON_1;
        if (IS("write-event-read") || IS("event-too-early"))
            CUDA(cudaStreamWaitEvent(second, event, 0));
        take<<<1, N, 0, second>>>(out, p);
    } else if (IS("read-write") || IS("read-event-write")) {
        ON_1;
        cudaEvent_t read;
        CUDA(cudaEventCreate(&read));
        take<<<1, N, 0, second>>>(out, p);
        CUDA(cudaEventRecord(read, second));
        ON_0;
        if (IS("read-event-write"))
            CUDA(cudaStreamWaitEvent(first, read, 0));
        put<<<1, N, 0, first>>>(p, 5);
    } else if (IS("atomics-device") || IS("atomics-system")) {
        for (int d = 0; d < 2; d++) {
            CUDA(cudaSetDevice(d));
            if (IS("atomics-device"))
                add_device<<<1, N, 0, d ? second : first>>>(p);
            else
                add_system<<<1, N, 0, d ? second : first>>>(p);
        }
        ON_0;
        CUDA(cudaStreamSynchronize(first));
        ON_1;
        CUDA(cudaStreamSynchronize(second));
        take<<<1, N, 0, second>>>(out, p);
    } else if (IS("flag-device-fence") || IS("flag")) {
        ON_1;                           /* the one that waits begins first */
        receive<<<1, N, 0, second>>>(out, p, flag);
        ON_0;
        if (IS("flag"))
            send<<<1, N, 0, first>>>(p, flag, 5);
        else
            send_device<<<1, N, 0, first>>>(p, flag, 5);
    } else if (IS("release-device") || IS("release-system")) {
        ON_1;
        if (IS("release-system"))
            acquire<cuda::thread_scope_system><<<1, N, 0, second>>>(out, p, flag);
        else
            acquire<cuda::thread_scope_device><<<1, N, 0, second>>>(out, p, flag);
        ON_0;
        if (IS("release-system"))
            release<cuda::thread_scope_system><<<1, N, 0, first>>>(p, flag, 5);
        else
            release<cuda::thread_scope_device><<<1, N, 0, first>>>(p, flag, 5);
    } else if (IS("flag-of-other-kernels") || IS("flag-too-early")) {
        ON_0;                           /* kernels before the flag, and after it */
        if (IS("flag-too-early"))
            signal<<<1, 1, 0, first>>>(flag);
        put<<<1, N, 0, first>>>(p, 5);
        if (!IS("flag-too-early"))
            signal<<<1, 1, 0, first>>>(flag);
        ON_1;
        await<<<1, 1, 0, second>>>(flag);
        take<<<1, N, 0, second>>>(out, p);
    } else if (IS("copy-read") || IS("copy-event-read")) {
        ON_0;
        put<<<1, N, 0, first>>>(p, 5);
        CUDA(cudaMemcpyPeerAsync(q, 1, p, 0, N * sizeof(int), first));
        CUDA(cudaEventRecord(event, first));
        ON_1;
        if (IS("copy-event-read"))
            CUDA(cudaStreamWaitEvent(second, event, 0));
        take<<<1, N, 0, second>>>(out, q);
    } else if (IS("write-copy") || IS("write-event-copy")) {
        ON_0;
        put<<<1, N, 0, first>>>(p, 5);
        CUDA(cudaEventRecord(event, first));
        ON_1;
        if (IS("write-event-copy"))
            CUDA(cudaStreamWaitEvent(second, event, 0));
        CUDA(cudaMemcpyPeerAsync(out, 1, p, 0, N * sizeof(int), second));
    } else if (IS("streams") || IS("streams-event")) {
        ON_0;                           /* two streams of one device */
        put<<<1, N, 0, first>>>(p, 4);
        CUDA(cudaEventRecord(event, first));
        if (IS("streams-event"))
            CUDA(cudaStreamWaitEvent(third, event, 0));
        put<<<1, N, 0, third>>>(p, 5);
        CUDA(cudaDeviceSynchronize());
        ON_1;
        take<<<1, N, 0, second>>>(out, p);
    } else if (IS("default-stream")) {
        ON_0;                           /* the legacy stream comes after a blocking one */
        put<<<1, N, 0, first>>>(p, 4);
        put<<<1, N>>>(p, 5);
        CUDA(cudaStreamSynchronize(0));
        ON_1;
        take<<<1, N, 0, second>>>(out, p);
    } else {
        printf("unknown name: %s\n", which);
        return 2;
    }
    for (int d = 0; d < 2; d++) {
        CUDA(cudaSetDevice(d));
        CUDA(cudaDeviceSynchronize());
    }
    CUDA(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d\n", host[0], host[N - 1]);
    return 0;
}
