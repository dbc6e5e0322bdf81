/* mistakes.cu: mistakes with several devices that end the program: mistakes NAME. tests/67_devices.t lists the names. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

__global__ void put(int *p, int value) { p[threadIdx.x] = value; }
__global__ void take(int *out, const int *p) { *out = p[threadIdx.x]; }
__global__ void await(int *flag)
{
    while (atomicAdd_system(flag, 0) == 0)
        ;
}
__global__ void loop(volatile int *flag)
{
    while (*flag == 0)
        ;
}

int main(int, char **argv)
{
    const char *which = argv[1] ? argv[1] : "";
    int *p, *q, can = 0;

    cudaMalloc(&p, 64 * sizeof(int));
    cudaMemset(p, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    cudaDeviceCanAccessPeer(&can, 1, 0);
    cudaSetDevice(1);
    cudaMalloc(&q, 64 * sizeof(int));
    if (!strcmp(which, "write"))
        put<<<1, 64>>>(p, 1);
    if (!strcmp(which, "read"))
        take<<<1, 1>>>(q, p);
    if (!strcmp(which, "disabled")) {
        cudaDeviceEnablePeerAccess(0, 0);
        put<<<1, 64>>>(p, 1);
        cudaDeviceDisablePeerAccess(0);
        put<<<1, 64>>>(p, 2);
    }
    if (!strcmp(which, "other-way")) {
        cudaSetDevice(0);               /* device 0 may use memory of device 1, not the other way */
        cudaDeviceEnablePeerAccess(1, 0);
        cudaSetDevice(1);
        put<<<1, 64>>>(p, 1);
    }
    if (!strcmp(which, "flag") || !strcmp(which, "loop")) {
        cudaDeviceEnablePeerAccess(0, 0);
        if (!strcmp(which, "flag"))
            await<<<1, 64>>>(p);
        else
            loop<<<1, 64>>>(p);
    }
    if (!strcmp(which, "mutual")) {
        cudaMemset(q, 0, 4);
        await<<<1, 1>>>(q);             /* each waits for a flag that the other would set after it */
        put<<<1, 1>>>(q, 1);
        cudaSetDevice(0);
        await<<<1, 1>>>(p);
    }
    cudaDeviceSynchronize();
    printf("can %d\n", can);
    return 0;
}
