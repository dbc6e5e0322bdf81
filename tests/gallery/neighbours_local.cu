/* The address of a local variable, passed through shared memory. Local memory belongs to one
 * thread: on a GPU the same address means another variable in every thread, so the reader gets its
 * own value or rubbish. Right: pass the value. */
#include "gallery.h"

#ifdef FIXED
typedef int slot;
#define give(variable) (variable)
#define take(slot) (slot)
#else
typedef const int *slot;
#define give(variable) (&(variable))
#define take(slot) (*(slot))
#endif

__global__ void add_neighbour(const int *in, int *out)
{
    __shared__ slot slots[64];
    unsigned tid = threadIdx.x;
    int mine = in[tid];

    slots[tid] = give(mine);
    __syncthreads();
    out[tid] = mine + take(slots[tid ^ 1]); /* BUG: out-of-bounds */
    __syncthreads();
}

int main(void)
{
    int *in = device_values(64), *out = device_ints(64);

    add_neighbour<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 64, [](size_t i) { return value(i) + value(i ^ 1); });
}
