// x * y + z: prints where it is rounded once, as one operation. A GPU prints "kernel function"; with --fmad=false nothing.
#include <cmath>
#include <cstdio>

__device__ __noinline__ float in_function(float x, float y, float z) { return x * y + z; }
__host__ __device__ inline float of_both(float x, float y, float z) { return x * y + z; }

__global__ void device(float x, float y, float z, float *out)
{
    out[0] = x * y + z;
    out[1] = in_function(x, y, z);
}

__global__ void one_by_one(float x, float y, float z, float *out)
{
    out[2] = __fmul_rn(x, y) + z;
    out[3] = __fadd_rn(x * y, z);
    out[4] = __fsub_rn(x * y, -z);
}

int main()
{
    const char *where[] = {"kernel", "function", "__fmul_rn", "__fadd_rn", "__fsub_rn", "host"};
    volatile float exact = 1 + std::ldexp(1.0f, -13), rounded = 1 + std::ldexp(1.0f, -12);
    const float x = exact, z = -rounded;        // x * x is 1 + 2^-12 + 2^-26, which no float is
    float *out, host[6];
    bool any = false;

    cudaMalloc(&out, 5 * sizeof *out);
    device<<<1, 1>>>(x, x, z, out);
    one_by_one<<<1, 1>>>(x, x, z, out);
    cudaMemcpy(host, out, 5 * sizeof *out, cudaMemcpyDeviceToHost);
    host[5] = of_both(x, x, z);
    for (int i = 0; i < 6; i++)
        if (host[i] != 0) {
            std::printf("%s%s", any ? " " : "", where[i]);
            any = true;
        }
    std::printf("\n");
}
