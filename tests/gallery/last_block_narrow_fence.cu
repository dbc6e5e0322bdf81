/* The last-block pattern with the cheaper fence. __threadfence_block() orders writes for threads
 * of the same block only; the reader is in another one. Right: __threadfence(), by every thread
 * that stores, before the barrier that precedes the ticket. */
#include "gallery.h"

#ifdef FIXED
#define fence __threadfence
#else
#define fence __threadfence_block
#endif

__global__ void most_and_least(const int *in, int *partial, unsigned *ticket, int *out)
{
    __shared__ bool last;
    unsigned tid = threadIdx.x;
    int v = in[blockIdx.x * blockDim.x + tid];

    for (unsigned s = 16; s > 0; s /= 2) {
        int other = __shfl_down_sync(0xffffffffu, v, s);
        v = tid < 32 ? max(v, other) : min(v, other);
    }
    if (tid % 32 == 0)
        partial[2 * blockIdx.x + tid / 32] = v; /* BUG: race */
    fence();
    __syncthreads();
    if (tid == 0)
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
    __syncthreads();
    fence();
    if (last && tid % 32 == 0) {
        for (unsigned b = 0; b < gridDim.x; b++) {
            int other = partial[2 * b + tid / 32]; /* BUG: race */
            v = tid < 32 ? max(v, other) : min(v, other);
        }
        out[tid / 32] = v;
    }
}

int main(void)
{
    enum { N = 3 * 64 };
    int *in = device_values(N), *partial = device_ints(6), *out = device_ints(2), got[2];
    int most = -1000, least = 1000;
    unsigned *ticket = (unsigned *)device_zeros(1);

    most_and_least<<<3, 64>>>(in, partial, ticket, out);
    CHECK_LAUNCH();
    fetch(got, out, 2);
    for (int i = 0; i < N; i++) {
        most = i % 64 < 32 && value(i) > most ? value(i) : most;
        least = i % 64 >= 32 && value(i) < least ? value(i) : least;
    }
    return verdict(got[0], most) | verdict(got[1], least);
}
