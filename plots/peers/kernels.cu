/* kernels.cu: what make peers does on the GPU besides a library's sum: the harness' own elements, their exact
 * sum, and the flush. Compiled to a fatbin, which gpu.py loads. */
#include "harness/elements.h"

#define MINE ((size_t)blockIdx.x * blockDim.x + threadIdx.x)
#define ALL ((size_t)gridDim.x * blockDim.x)

/* Elements 0 to n - 1, as a lesson's input has them. */
extern "C" __global__ void fill(void *out, unsigned seed, size_t n, int is_float)
{
    for (size_t i = MINE; i < n; i += ALL) {
        int k = lesson_element(seed, i, is_float);
        if (is_float)
            ((float *)out)[i] = (float)(k * LESSON_FLOAT_UNIT);
        else
            ((int *)out)[i] = k;
    }
}

/* Adds their exact sum, in units, to *sum. */
extern "C" __global__ void add_up(unsigned long long *sum, unsigned seed, size_t n, int is_float)
{
    long long mine = 0;
    for (size_t i = MINE; i < n; i += ALL)
        mine += lesson_element(seed, i, is_float);
    atomicAdd(sum, (unsigned long long)mine);
}

/* Reads n times 16 bytes, all zeros, and writes nothing: what else was in the L2 cache is pushed out of it,
 * and nothing is left to be written back. */
extern "C" __global__ void flush(uint4 *buffer, size_t n)
{
    unsigned bits = 0;
    for (size_t i = MINE; i < n; i += ALL)
        bits |= buffer[i].x | buffer[i].y | buffer[i].z | buffer[i].w;
    if (bits)
        buffer->x = bits;
}
