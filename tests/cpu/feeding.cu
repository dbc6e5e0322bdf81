/* feeding.cu: the host feeds a kernel that runs, through managed, pinned and registered memory, and by copies in another
 * stream; meanwhile it can put more work behind the kernel. feeding never: the flag does not come. */
#include "check.h"

#include <string.h>

__managed__ volatile int flag;
__global__ void wait_for_flag(volatile int *out)
{
    while (!flag)
        ;
    *out = flag + 1;
}
__global__ void wait_for(const volatile int *p, volatile int *out)
{
    while (!*p)
        ;
    *out = *p + 1;
}
__global__ void twice(const int *p, int *out) { *out = *p * 2; }

/* Each block takes what the host puts into a queue. */
__global__ void take(const volatile int *queue, int *sum, int n)
{
    for (int i = (int)blockIdx.x; i < n && threadIdx.x == 0; i += (int)gridDim.x) {
        while (!queue[i])
            __nanosleep(100);
        atomicAdd(sum, queue[i]);
    }
}

static int word(const int *p)
{
    int x;

    CHECK(cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost));
    return x;
}

int main(int argc, char **argv)
{
    static int registered[1024];
    volatile int *pinned, *queue;
    cudaStream_t one, two;
    cudaEvent_t reached;
    int *d, five = 5;

    CHECK(cudaMalloc(&d, 4 * sizeof *d));
    CHECK(cudaMemset(d, 0, 4 * sizeof *d));
    wait_for_flag<<<1, 1>>>(d);
    if (argc < 2 || strcmp(argv[1], "never"))
        flag = 4;
    EXPECT(word(d) == 5);

    CHECK(cudaHostAlloc((void **)&pinned, 64, cudaHostAllocMapped));
    CHECK(cudaEventCreate(&reached));
    *pinned = 0;
    wait_for<<<1, 1>>>(pinned, d);
    CHECK(cudaEventRecord(reached));
    twice<<<1, 1>>>(d, d + 1);
    EXPECT(cudaEventQuery(reached) == cudaErrorNotReady && cudaStreamQuery(0) == cudaErrorNotReady);
    *pinned = 6;
    CHECK(cudaDeviceSynchronize());
    EXPECT(cudaEventQuery(reached) == cudaSuccess && word(d) == 7 && word(d + 1) == 14);

    CHECK(cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault));
    wait_for<<<1, 1>>>(registered, registered + 1);
    *(volatile int *)registered = 8;
    while (((volatile int *)registered)[1] != 9)
        ;
    CHECK(cudaDeviceSynchronize());

    CHECK(cudaMallocManaged((int **)&queue, 90 * sizeof *queue));
    memset((void *)queue, 0, 90 * sizeof *queue);
    CHECK(cudaMemset(d, 0, sizeof *d));
    take<<<2, 32>>>(queue, d, 90);
    for (int i = 0; i < 90; i++)
        queue[i] = i + 1;
    EXPECT(word(d) == 91 * 45);

    if (argc > 1 && !strcmp(argv[1], "streams")) {      /* a copy is no flag in the memory model: a race */
        CHECK(cudaStreamCreate(&one));
        CHECK(cudaStreamCreate(&two));
        CHECK(cudaMemset(d, 0, 2 * sizeof *d));
        wait_for<<<1, 1, 0, one>>>(d, d + 1);
        CHECK(cudaMemcpyAsync(d, &five, sizeof five, cudaMemcpyHostToDevice, two));
        CHECK(cudaStreamSynchronize(one));
        EXPECT(word(d + 1) == 6);
    }
    return 0;
}
