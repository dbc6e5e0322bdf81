/* A shuffle taken for a barrier: all lanes take part in it, so they must all have written? A
 * shuffle exchanges registers and says nothing about memory; compiler and hardware may let the
 * store of another lane arrive later. Right: __syncwarp() between write and read. */
#include "gallery.h"

__global__ void add_reversed(const int *in, int *out)
{
    __shared__ int elements[32];
    unsigned lane = threadIdx.x;
    int mine = in[lane];

    elements[lane] = mine; /* BUG: race */
    int first = __shfl_sync(0xffffffffu, mine, 0);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = elements[31 - lane] + first; /* BUG: race */
}

int main(void)
{
    int *in = device_values(32), *out = device_ints(32);

    add_reversed<<<1, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 32, [](size_t i) { return value(31 - i) + value(0); });
}
