// Tiled matrix multiplication, C = A * B, row-major; sizes need not be multiples of the tile.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <chrono>
#include <cmath>

using std::vector;

const int TILE_WIDTH = 16;

struct Matrix
{
	int width;
	int height;
	float *elements;
};

__device__ float GetElement(const Matrix A, int row, int col)
{
	return row < A.height && col < A.width ? A.elements[row * A.width + col] : 0.0f;
}

__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
	__shared__ float As[TILE_WIDTH][TILE_WIDTH], Bs[TILE_WIDTH][TILE_WIDTH + 1];

	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE_WIDTH + ty;
	int col = blockIdx.x * TILE_WIDTH + tx;
	float Cvalue = 0;

	for (int m = 0; m < (A.width + TILE_WIDTH - 1) / TILE_WIDTH; ++m)
	{
		As[ty][tx] = GetElement(A, row, m * TILE_WIDTH + tx);
		Bs[ty][tx] = GetElement(B, m * TILE_WIDTH + ty, col);
		__syncthreads();

		#pragma unroll
		for (int k = 0; k < TILE_WIDTH; ++k)
			Cvalue += As[ty][k] * Bs[k][tx];
		__syncthreads();
	}

	if (row < C.height && col < C.width)
		C.elements[row * C.width + col] = Cvalue;
}

Matrix MakeDeviceMatrix(int height, int width, const float *from)
{
	Matrix M = { width, height, NULL };
	size_t size = width * height * sizeof(float);
	if (cudaMalloc((void **)&M.elements, size) != cudaSuccess)
		exit(1);
	if (from)
		cudaMemcpy(M.elements, from, size, cudaMemcpyHostToDevice);
	return M;
}

int main()
{
	const int M = 70, N = 50, K = 37;
	vector<float> a(M * K), b(K * N), c(M * N);

	std::generate(a.begin(), a.end(), [i = 0]() mutable { return float(i++ % 7 - 3); });
	std::generate(b.begin(), b.end(), [i = 0]() mutable { return float(i++ % 5 - 2); });

	Matrix dA = MakeDeviceMatrix(M, K, a.data());
	Matrix dB = MakeDeviceMatrix(K, N, b.data());
	Matrix dC = MakeDeviceMatrix(M, N, nullptr);

	dim3 dimBlock(TILE_WIDTH, TILE_WIDTH);
	dim3 dimGrid((N + dimBlock.x - 1) / dimBlock.x, (M + dimBlock.y - 1) / dimBlock.y);
	auto t0 = std::chrono::high_resolution_clock::now();
	MatMulKernel <<< dimGrid, dimBlock >>> (dA, dB, dC);
	cudaDeviceSynchronize();
	auto t1 = std::chrono::high_resolution_clock::now();
	cudaMemcpy(c.data(), dC.elements, c.size() * sizeof(float), cudaMemcpyDeviceToHost);

	double worst = 0;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++)
		{
			float expected = 0;
			for (int k = 0; k < K; k++)
				expected += a[i * K + k] * b[k * N + j];
			worst = std::max(worst, (double)std::fabs(c[i * N + j] - expected));
		}
	printf("Time: %.3f ms, max error %g\n",
	       std::chrono::duration<double, std::milli>(t1 - t0).count(), worst);

	for (Matrix *m : { &dA, &dB, &dC })
		cudaFree(m->elements);
	return worst > 1e-3 || cudaGetLastError() != cudaSuccess;
}
