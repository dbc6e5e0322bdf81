/* Appending to a list with one atomic for a warp: the first lane that has something takes room for
 * all, and the others get the place from it. Here they ask lane 0, which may have nothing to append
 * and is then not in the mask: what arrives is undefined. Right: ask the lane that took it. */
#include "gallery.h"

enum { N = 4 * 32 };

__global__ void keep_negative(const int *in, int *out, int *count)
{
    unsigned lane = threadIdx.x % 32, place = 0;
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned keepers = __ballot_sync(0xffffffffu, v < 0);

    if (v < 0) {
        unsigned first = __ffs((int)keepers) - 1;
        if (lane == first)
            place = atomicAdd(count, __popc(keepers));
#ifdef FIXED
        place = __shfl_sync(keepers, place, first);
#else
        place = __shfl_sync(keepers, place, 0); /* BUG: shuffle */
#endif
        out[place + __popc(keepers & ((1u << lane) - 1))] = v;
    }
}

int main(void)
{
    int *in, *out = device_zeros(N), *count = device_zeros(1), list[N];
    int negative = 0, sum = 0;

    for (int i = 0; i < N; i++)
        list[i] = i % 32 == 0 ? 1 : value(i);       /* lane 0 never has one */
    in = device_copy(list, N);
    for (int i = 0; i < N; i++)
        if (list[i] < 0) {
            negative++;
            sum += list[i];
        }
    keep_negative<<<2, 64>>>(in, out, count);
    CHECK_LAUNCH();
    fetch(list, out, N);
    for (int i = 0; i < N; i++)
        sum -= list[i];
    return verdict(fetch_one(count), negative) | verdict(sum, 0);
}
