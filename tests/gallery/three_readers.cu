/* Three blocks read a word before a fourth overwrites it. It waits for those that say so: but one of
 * the three does not say it. A tool that keeps two readers of a word forgets just that one. */
#include "gallery.h"

__global__ void overwrite(int *word, int *told, int *seen)
{
    unsigned b = blockIdx.x;

    if (b < 3) {
        seen[b] = *word; /* BUG: race */
#ifndef FIXED
        if (b != 1)
#endif
        {
            __threadfence();
            atomicAdd(told, 1);
        }
    } else {
#ifdef FIXED
        const int all = 3;
#else
        const int all = 2;
#endif
        while (atomicAdd(told, 0) < all)
            ;
        __threadfence();
        *word = 7;
    }
}

int main(void)
{
    int *word = device_zeros(1), *told = device_zeros(1), *seen = device_ints(3);

    overwrite<<<4, 1>>>(word, told, seen);
    CHECK_LAUNCH();
    return verdict(fetch_one(word), 7) | verdict_all(seen, 3, [](size_t) { return 0; });
}
