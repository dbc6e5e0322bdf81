/* A tile with a margin for its neighbours, reached through a pointer to its middle. The array has
 * room for the left margin only, and the last threads write and read past its end. Right: the tile
 * plus two margins. */
#include "gallery.h"

enum { BLOCK = 64, MOST = 2 };

__global__ void smooth(const int *in, int *out, int n, int reach)
{
#ifdef FIXED
    __shared__ int tile[BLOCK + 2 * MOST];
#else
    __shared__ int tile[BLOCK + MOST];
#endif
    int tid = threadIdx.x, width = blockDim.x, i = blockIdx.x * width + tid, sum = 0;
    int *centre = tile + reach + tid;

    *centre = i < n ? in[i] : 0;
    if (tid < reach) {
        centre[-reach] = i >= reach ? in[i - reach] : 0;
        centre[width] = i + width < n ? in[i + width] : 0; /* BUG: out-of-bounds */
    }
    __syncthreads();
    for (int k = -reach; k <= reach; k++)
        sum += centre[k]; /* BUG: out-of-bounds */
    if (i < n)
        out[i] = sum;
}

int main(void)
{
    enum { N = 150 };
    int *in = device_values(N), *out = device_ints(N);

    smooth<<<3, BLOCK>>>(in, out, N, MOST);
    CHECK_LAUNCH();
    return verdict_all(out, N, [](size_t i) {
        int sum = 0;
        for (int k = (int)i - MOST; k <= (int)i + MOST; k++)
            sum += k >= 0 && k < N ? value(k) : 0;
        return sum;
    });
}
