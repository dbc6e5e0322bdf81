/* One thread writes, another one tells the other block. The writer's fence for the whole device comes after the barrier at
 * which the two meet; the one before counts for the block only. Right: the wide fence before the barrier. */
#include "gallery.h"

__global__ void pass(const int *in, int *box, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 1) {
            *box = in[0]; /* BUG: race */
#ifdef FIXED
            __threadfence();
#else
            __threadfence_block();
#endif
        }
        __syncthreads();
        if (threadIdx.x == 1)
            __threadfence();
        else
            atomicExch(flag, 1);
    } else if (threadIdx.x == 0) {
        while (!atomicAdd(flag, 0))
            ;
        __threadfence();
        *out = *box; /* BUG: race */
    }
}

int main(void)
{
    int *in = device_values(1), *box = device_ints(1), *flag = device_zeros(1), *out = device_ints(1);

    pass<<<2, 2>>>(in, box, flag, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), value(0));
}
