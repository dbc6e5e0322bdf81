/* A kernel in a non-blocking stream uses what one in the default stream writes. Nothing orders them: the default stream is
 * ordered with other streams only. Right: the second stream waits for an event. */
#include "gallery.h"

enum { N = 256 };

__global__ void square(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; /* BUG: race */ }
__global__ void turn_around(const int *in, int *out)
{
    out[threadIdx.x] = in[N - 1 - threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(N), *squares = device_ints(N), *out = device_ints(N);
    cudaStream_t second;
    cudaEvent_t squared;

    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&squared));
    CHECK(cudaDeviceSynchronize());
    square<<<1, N>>>(in, squares);
    CHECK(cudaEventRecord(squared));
#ifdef FIXED
    CHECK(cudaStreamWaitEvent(second, squared));
#endif
    turn_around<<<1, N, 0, second>>>(squares, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return value(N - 1 - i) * value(N - 1 - i); });
}
