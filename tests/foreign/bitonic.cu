#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
#include <limits.h>

/* bitonic sorting network, full of prints: something was wrong with it once */

#ifndef DEBUG
#define DEBUG 1
#endif
#if DEBUG
#define DPRINTF(fmt, ...) printf("[%d,%d] %s: " fmt "\n", blockIdx.x, threadIdx.x, __func__, ##__VA_ARGS__)
#else
#define DPRINTF(...)
#endif
#define SWAP(type, a, b) { type tmp = a; a = b; b = tmp; }

typedef unsigned int u32;

__device__ __noinline__ int compare_and_swap(int *a, int *b, int up)
{
	if ((*a > *b) == up) {
		SWAP(int, *a, *b)
		return 1;
	}
	return 0;
}

/* one pair per thread, all in shared memory */
__global__ void sort_block(int *data, u32 n, int *swaps)
{
	extern __shared__ int s[];
	u32 t = threadIdx.x;
	int my_swaps = 0;

	assert(n == 2 * blockDim.x);
	s[t] = data[t];
	s[t + n / 2] = data[t + n / 2];
	if (t == 0)
		DPRINTF("n = %u, first = %d, last = %d", n, data[0], data[n - 1]);

	for (u32 size = 2; size <= n; size *= 2)
		for (u32 stride = size / 2; stride > 0; stride /= 2) {
			u32 i = 2 * t - (t & (stride - 1));
			__syncthreads();
			my_swaps += compare_and_swap(&s[i], &s[i + stride], (i & size) == 0);
		}

	__syncthreads();
	data[t] = s[t];
	data[t + n / 2] = s[t + n / 2];
	atomicAdd(swaps, my_swaps);
	if (t == blockDim.x - 1)
		DPRINTF("last = %d, my swaps = %d, %5.1f%%", s[n - 1], my_swaps, 100.0 * my_swaps / 45);
}

/* one step over global memory */
__global__ void sort_step(int *data, u32 stride, u32 size)
{
	u32 i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ stride;

	if (j > i)
		compare_and_swap(data + i, data + j, (i & size) == 0);
}

static int is_sorted(const int *a, int n)
{
	for (int i = 1; i < n; i++)
		if (a[i - 1] > a[i]) {
			printf("a[%d] = %d > a[%d] = %d\n", i - 1, a[i - 1], i, a[i]);
			return 0;
		}
	return 1;
}

int main(void)
{
	const int n = 512;
	int *a, *b, *c, swaps = 0, *d_swaps, ok = 1;

	a = (int *)malloc(n * sizeof *a);
	b = (int *)malloc(n * sizeof *b);
	for (int i = 0; i < n; i++)
		a[i] = (i * 7919 + 13) % 1009 - 500;
	cudaMalloc((void **)&c, n * sizeof *c);
	cudaMalloc((void **)&d_swaps, sizeof *d_swaps);
	cudaMemset(d_swaps, 0, sizeof *d_swaps);

	cudaMemcpy(c, a, n * sizeof *c, cudaMemcpyHostToDevice);
	sort_block<<<1, n / 2, n * sizeof(int)>>>(c, n, d_swaps);
	cudaMemcpy(b, c, n * sizeof *c, cudaMemcpyDeviceToHost);
	cudaMemcpy(&swaps, d_swaps, sizeof swaps, cudaMemcpyDeviceToHost);
	ok &= is_sorted(b, n) && swaps > 0;

	cudaMemcpy(c, a, n * sizeof *c, cudaMemcpyHostToDevice);
	for (u32 size = 2; size <= n; size <<= 1)
		for (u32 stride = size >> 1; stride; stride >>= 1)
			sort_step<<<n / 128, 128>>>(c, stride, size);
	cudaMemcpy(b, c, n * sizeof *c, cudaMemcpyDeviceToHost);
	ok &= is_sorted(b, n);

	printf("%d swaps, %s, error: %s\n", swaps, ok ? "sorted" : "NOT sorted",
	       cudaGetErrorString(cudaGetLastError()));
	fflush(stdout);
	cudaFree(c); cudaFree(d_swaps); free(a); free(b);
	return !ok;
}
