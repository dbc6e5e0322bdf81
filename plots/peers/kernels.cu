/* kernels.cu: what make peers does on the GPU besides a library's sum: the harness' own elements, their exact
 * sum, and the flush. Compiled to a fatbin, which gpu.py loads. */
#include "harness/elements.h"

#define MINE ((size_t)blockIdx.x * blockDim.x + threadIdx.x)
#define ALL ((size_t)gridDim.x * blockDim.x)

/* Elements 0 to n - 1 of a type (enum lesson_type), as a lesson's input has them. */
extern "C" __global__ void fill(void *out, unsigned seed, size_t n, int type)
{
    for (size_t i = MINE; i < n; i += ALL) {
        unsigned long long bits = lesson_item_bits(type, lesson_item_at(type, LESSON_RANDOM, seed, i));
        if (type == LESSON_OF_BFLOAT16)
            ((unsigned short *)out)[i] = (unsigned short)bits;
        else
            ((unsigned *)out)[i] = (unsigned)bits;
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
