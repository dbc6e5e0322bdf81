/* Exercise 0.3c: what does one warp ask for? (predict)
 *
 * The kernel of lesson 0.3 runs with blocks of 64 threads: two warps. One memory instruction of a
 * warp is one request, whether all 32 lanes take part in it or only one.
 *
 * Required: three numbers, which you can work out before anything runs. See
 * docs/lessons/0.3_shared_memory_and_barrier.md.
 */
#include <stdio.h>
#include <stdlib.h>

/* ---- your code begins: three numbers ---- */
static const int shared_stores = 2; /* each of two warps stores 32 elements at once */
static const int shared_loads = 64; /* thread 0 loads one at a time */
static const int barriers = 1;      /* counts once for the block, however many threads wait */
/* ---- your code ends ---- */

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void block_sums(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;

    sums[t] = i < n ? in[i] : 0;
    __syncthreads();

    if (t == 0) {
        int sum = 0;
        for (unsigned k = 0; k < blockDim.x; k++)
            sum += sums[k];
        partial[blockIdx.x] = sum;
    }
}

int main()
{
    int host_in[64], sum, *in, *partial;
    for (int i = 0; i < 64; i++)
        host_in[i] = i;
    CHECK(cudaMalloc(&in, sizeof host_in));
    CHECK(cudaMalloc(&partial, sizeof sum));
    CHECK(cudaMemcpy(in, host_in, sizeof host_in, cudaMemcpyHostToDevice));
    block_sums<<<1, 64, 64 * sizeof(int)>>>(in, partial, 64);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, partial, sizeof sum, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));
    printf("sum %d (expected: 2016); predicted: %d stores, %d loads, %d barriers\n", sum,
           shared_stores, shared_loads, barriers);
    return 0;
}
