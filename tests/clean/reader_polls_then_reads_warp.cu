/* One lane polls a flag of another block, __syncwarp() lets the others know. */
#include "../gallery/gallery.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* consumer block: lane 0 polls with volatile, fence, __syncwarp, all lanes read */
__global__ void k(int *data, volatile int *flag, int *out)
{
    unsigned t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t * 3;
        __threadfence();
        __syncwarp();
        if (t == 0)
            *flag = 1;
    } else {
        if (t == 0) {
            while (*flag == 0)
                ;
            __threadfence();
        }
        __syncwarp();
        out[t] = data[31 - t];
    }
}

int main()
{
    int *d = device_ints(32), *f = device_zeros(1), *o = device_ints(32);
    k<<<2, 32>>>(d, f, o);
    CHECK_LAUNCH();
    return verdict_all(o, 32, [](size_t i) { return (int)(31 - i) * 3; });
}
