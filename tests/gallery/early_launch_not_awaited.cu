/* Needs sm_90: the second launch may begin while the first still runs, so that its preparations cost no time. But it goes on
 * to the first one's results without waiting for them. Right: cudaGridDependencySynchronize() before it reads them. */
#include "gallery.h"

enum { N = 256 };

__global__ void square(const int *in, int *out)
{
    cudaTriggerProgrammaticLaunchCompletion();
    out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

__global__ void turn_around(const int *in, int *out)
{
#ifdef FIXED
    cudaGridDependencySynchronize();
#endif
    out[threadIdx.x] = in[N - 1 - threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(N), *squares = device_ints(N), *out = device_ints(N);
    cudaLaunchAttribute early[1] = {};
    cudaLaunchConfig_t config = {};

    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = dim3(1);
    config.blockDim = dim3(N);
    config.attrs = early;
    config.numAttrs = 1;
    square<<<1, N>>>(in, squares);
    CHECK(cudaLaunchKernelEx(&config, turn_around, (const int *)squares, out));
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i) * value(N - 1 - i); });
}
