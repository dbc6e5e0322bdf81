/* A barrier inside "is there an element for me". In the last block some threads skip it and end;
 * the others meet without them, and what the skippers should have stored is missing. A block
 * barrier must be reached by all threads of the block. Right: guard the loads, not the barrier. */
#include "gallery.h"

__global__ void add_next(const int *in, int *out, unsigned n)
{
    __shared__ int elements[64];
    unsigned tid = threadIdx.x, i = blockIdx.x * 64 + tid;

#ifdef FIXED
    elements[tid] = i < n ? in[i] : 0;
    __syncthreads();
    if (i < n)
        out[i] = elements[tid] + elements[(tid + 1) % 64];
#else
    if (i < n) {
        elements[tid] = in[i];
        __syncthreads(); /* BUG: barrier */
        out[i] = elements[tid] + (i + 1 < n ? elements[(tid + 1) % 64] : 0);
    }
#endif
}

int main(void)
{
    enum { N = 100 };
    int *in = device_values(N), *out = device_ints(N);

    add_next<<<2, 64>>>(in, out, N);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) {
        size_t next = i / 64 * 64 + (i + 1) % 64;
        return value(i) + (next < N ? value(next) : 0);
    });
}
