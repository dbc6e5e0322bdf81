/* A search in which every thread that finds the key stores its own index, in several blocks at a
 * time. Any one of them may stay: the answer changes from run to run. Right: decide which one is
 * wanted, here the first, and use atomicMin. */
#include "gallery.h"

__global__ void find(const int *in, unsigned n, int key, int *where)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n && in[i] == key)
#ifdef FIXED
        atomicMin(where, (int)i);
#else
        *where = (int)i; /* BUG: race */
#endif
}

int main(void)
{
    enum { N = 200 };
    int numbers[N], *in, *where, nowhere = N;

    for (int i = 0; i < N; i++)
        numbers[i] = i % 60 + 1;
    in = device_copy(numbers, N);
    where = device_copy(&nowhere, 1);
    find<<<4, 64>>>(in, N, 21, where);
    CHECK_LAUNCH();
    return verdict(fetch_one(where), 20);
}
