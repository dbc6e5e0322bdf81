/* Blocks of 2048 threads, from a text that takes the threads of an SM for the threads of a block.
 * A block has at most 1024; the launch is refused and the kernel never runs. Right: at most 1024,
 * and a look at cudaGetLastError(). */
#include "gallery.h"

enum { N = 4096 };
#ifdef FIXED
enum { BLOCK = 1024 };
#else
enum { BLOCK = 2048 };
#endif

__global__ void twice(const int *in, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = 2 * in[i];
}

int main(void)
{
    int *in = device_values(N), *out = device_ints(N);

    twice<<<N / BLOCK, BLOCK>>>(in, out); /* BUG: launch */
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) { return 2 * value(i); });
}
