/* bfloat16 and half: a mixed-precision dot product, and atomics of 16-bit numbers. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void dot(const __nv_bfloat16 *a, const nv_bfloat162 *b, float *out, int pairs)
{
    float sum = 0;

    for (int i = threadIdx.x; i < pairs; i += 32) {
        float2 y = __bfloat1622float2(b[i]);

        sum += __bfloat162float(a[2 * i]) * y.x + (float)a[2 * i + 1] * y.y;
    }
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (threadIdx.x == 0)
        *out = sum;
}

__global__ void count(half *h, half2 *pair, __nv_bfloat16 *b)
{
    atomicAdd(h, __float2half(0.5f));
    atomicAdd(pair, __floats2half2_rn(1.0f, 2.0f));
    atomicAdd(b, __float2bfloat16(1.0f));
}

int main()
{
    const int n = 256;
    __nv_bfloat16 *a;
    nv_bfloat162 *b;
    half2 *pair;
    float *out, expected = 0;
    int bad;

    cudaMallocManaged(&a, n * sizeof *a);
    cudaMallocManaged(&b, n / 2 * sizeof *b);
    cudaMallocManaged(&out, sizeof *out);
    cudaMallocManaged(&pair, 3 * sizeof *pair);
    half *h = (half *)(pair + 1);
    __nv_bfloat16 *c = (__nv_bfloat16 *)(pair + 2);
    for (int i = 0; i < n; i++) {
        a[i] = __float2bfloat16((float)(i % 5));
        expected += (float)(i % 5) * (float)(i % 3);
    }
    for (int i = 0; i < n / 2; i++)
        b[i] = __floats2bfloat162_rn((float)(2 * i % 3), (float)((2 * i + 1) % 3));
    pair[0] = __floats2half2_rn(0.0f, 0.0f);
    *h = __float2half(0.0f);
    *c = __float2bfloat16(0.0f);
    dot<<<1, 32>>>(a, b, out, n / 2);
    count<<<2, 32>>>(h, pair, c);
    cudaDeviceSynchronize();
    bad = *out != expected || __half2float(*h) != 32 || __low2float(*pair) != 64 || __high2float(*pair) != 128
        || __bfloat162float(*c) != 64
        || __bfloat162float(__float2bfloat16(1.00390625f)) != 1.0f          // halfway: to the even one
        || __bfloat162float(__float2bfloat16(1.01171875f)) != 1.015625f
        || __half2float(__float2half_rz(2049.9f)) != 2048.0f;
    printf("%s %g\n", bad ? "FAILED" : "passed", *out);
    return bad;
}
