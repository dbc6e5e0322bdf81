/* A weighted three-point sum written over its own input. A thread's neighbours may be read before
 * or after they have been replaced, and the neighbours at a block's edge belong to another block,
 * which no barrier reaches. Right: a second array for the result. */
#include "gallery.h"

enum { N = 150 };

__constant__ int weight[3];

__global__ void smooth(const int *in, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i > 0 && i < N - 1)
        out[i] = weight[0] * in[i - 1] + weight[1] * in[i] + weight[2] * in[i + 1]; /* BUG: race */
}

int main(void)
{
    const int three[3] = { 1, 2, -1 };
    int *in = device_values(N);
#ifdef FIXED
    int *out = device_values(N);
#else
    int *out = in;
#endif

    CHECK(cudaMemcpyToSymbol(weight, three, sizeof three));
    smooth<<<3, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) {
        return i > 0 && i < N - 1 ? value(i - 1) + 2 * value(i) - value(i + 1) : value(i);
    });
}
