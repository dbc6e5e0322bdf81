// Vector addition - my first CUDA program
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define N 50000

__global__ void vecAdd(float *a, float *b, float *c, int n)
{
    // get our global thread ID
    int id = blockIdx.x*blockDim.x+threadIdx.x;

    // make sure we do not go out of bounds
    if (id < n)
        c[id] = a[id] + b[id];
}

int main( int argc, char* argv[] )
{
    // host vectors
    float *h_a, *h_b, *h_c;
    // device vectors
    float *d_a, *d_b, *d_c;

    size_t bytes = N*sizeof(float);

    h_a = (float*)malloc(bytes);
    h_b = (float*)malloc(bytes);
    h_c = (float*)malloc(bytes);

    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc((void**)&d_c, bytes);

    int i;
    for( i = 0; i < N; i++ ) {
        h_a[i] = sin(i)*sin(i);
        h_b[i] = cos(i)*cos(i);
    }

    cudaMemcpy( d_a, h_a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy( d_b, h_b, bytes, cudaMemcpyHostToDevice);

    int blockSize, gridSize;
    blockSize = 1024;
    gridSize = (int)ceil((float)N/blockSize);

    vecAdd<<<gridSize, blockSize>>>(d_a, d_b, d_c, N);

    cudaMemcpy( h_c, d_c, bytes, cudaMemcpyDeviceToHost );

    // sum should be 1 everywhere
    float sum = 0, worst = 0;
    for(i=0; i<N; i++) {
        sum += h_c[i];
        if (fabs(h_c[i] - 1) > worst) worst = fabs(h_c[i] - 1);
    }
    printf("final result: %f, max error %g\n", sum/N, worst);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_a);
    free(h_b);
    free(h_c);

    return worst < 1e-5 ? 0 : 1;
}
