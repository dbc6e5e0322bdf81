/* openmp.cu: threads of the host beside the device. Prints how many there were and what they added up;
 * "0 threads" where the compiler has no OpenMP. */
#include "check.h"

#include <stdio.h>

__global__ void fill(int *a) { a[threadIdx.x] = (int)threadIdx.x; }

int main(void)
{
    int a[256], *device, threads = 0;
    long sum = 0;

    CHECK(cudaMalloc(&device, sizeof a));
    RUN(fill<<<1, 256>>>(device));
    CHECK(cudaMemcpy(a, device, sizeof a, cudaMemcpyDeviceToHost));
#ifdef _OPENMP
#pragma omp parallel num_threads(3) reduction(+ : threads)
    threads++;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
#endif
    for (int i = 0; i < 256; i++)
        sum += a[i];
    RUN(fill<<<1, 256>>>(device)); /* the device works after that as before */
    printf("%d threads, %ld\n", threads, sum);
    return 0;
}
