/* The same within a block: three warps read a word in shared memory, and two of them tell the fourth
 * that they have. It overwrites the word. */
/* Not for racecheck, which takes only barriers for an order in shared memory (CUDA 13.0). */
#include "gallery.h"

__global__ void overwrite(int *seen)
{
    __shared__ int word, told;
    unsigned warp = threadIdx.x / 32;

    if (threadIdx.x == 0) {
        word = 5;
        told = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32)
        return;
    if (warp < 3) {
        seen[warp] = word; /* BUG: race */
#ifndef FIXED
        if (warp != 1)
#endif
        {
            __threadfence_block();
            atomicAdd(&told, 1);
        }
    } else {
#ifdef FIXED
        const int all = 3;
#else
        const int all = 2;
#endif
        while (atomicAdd(&told, 0) < all)
            __nanosleep(10);
        __threadfence_block();
        word = 6;
        seen[3] = word;
    }
}

int main(void)
{
    int *seen = device_ints(4);

    overwrite<<<1, 128>>>(seen);
    CHECK_LAUNCH();
    return verdict_all(seen, 4, [](size_t i) { return i < 3 ? 5 : 6; });
}
