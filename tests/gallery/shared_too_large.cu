/* 64 KiB of dynamic shared memory in a launch. More than 48 KiB must be allowed for the kernel
 * first, or the launch is refused. Right: cudaFuncSetAttribute before the launch, on a GPU that
 * has as much. */
#include "gallery.h"

enum { BLOCK = 64, EACH = 256 };

__global__ void reverse(const int *in, int *out)
{
    extern __shared__ int elements[];

    for (unsigned i = threadIdx.x; i < BLOCK * EACH; i += BLOCK)
        elements[i] = in[i];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < BLOCK * EACH; i += BLOCK)
        out[i] = elements[BLOCK * EACH - 1 - i];
}

int main(void)
{
    int *in = device_values(BLOCK * EACH), *out = device_ints(BLOCK * EACH);
    const int bytes = BLOCK * EACH * (int)sizeof(int);

#ifdef FIXED
    CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
#endif
    reverse<<<1, BLOCK, bytes>>>(in, out); /* BUG: launch */
    CHECK_LAUNCH();
    return verdict_all(out, BLOCK * EACH, [](size_t i) { return value(BLOCK * EACH - 1 - i); });
}
