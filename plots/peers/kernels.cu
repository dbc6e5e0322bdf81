/* kernels.cu: what make peers does on the GPU besides a library's work: the harness' own elements, what is exactly
 * right of them, and the flush. Elements are whole numbers k of units (harness/elements.h), so nothing here is rounded.
 * Results are added to what is there: 0. Compiled to a fatbin, which gpu.py loads. */
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

/* sums: of k, of the lowest 23 bits of k^2, and of the bits above them, of which there are at most 24. */
extern "C" __global__ void add_up(unsigned long long *sums, unsigned seed, size_t n, int type)
{
    unsigned long long sum = 0, low = 0, high = 0;
    for (size_t i = MINE; i < n; i += ALL) {
        long long k = lesson_element(seed, i, type);
        unsigned long long square = (unsigned long long)(k * k);
        sum += (unsigned long long)k;
        low += square & ((1u << 23) - 1);
        high += square >> 23;
    }
    atomicAdd(&sums[0], sum);
    atomicAdd(&sums[1], low);
    atomicAdd(&sums[2], high);
}

/* The largest of keys, for the first of the largest elements: (k + 2^24) * 2^38 | 2^38 - 1 - index. */
extern "C" __global__ void find_largest(unsigned long long *key, unsigned seed, size_t n, int type)
{
    unsigned long long most = 0;
    for (size_t i = MINE; i < n; i += ALL) {
        unsigned long long k = (unsigned long long)(lesson_element(seed, i, type) + (1 << 24));
        unsigned long long mine = k << 38 | ((1ull << 38) - 1 - i);
        most = mine > most ? mine : most;
    }
    atomicMax(key, most);
}

/* sums[j]: of k in column j of a matrix of `rows` rows of n elements, row by row in memory. */
extern "C" __global__ void add_up_columns(unsigned long long *sums, unsigned seed, size_t rows, size_t n, int type)
{
    unsigned long long sum = 0;
    bool stays = ALL % n == 0; /* a thread, in its column */
    for (size_t i = MINE; i < rows * n; i += ALL) {
        sum += (unsigned long long)(long long)lesson_element(seed, i, type);
        if (!stays || rows * n - i <= ALL) {
            atomicAdd(&sums[i % n], sum);
            sum = 0;
        }
    }
}

/* *wrong: how many of n results are further than `bound` from sums[j] / units, a NaN included. What rounding to a float
 * changes is allowed besides; but never half an element. */
extern "C" __global__ void count_wrong(unsigned long long *wrong, const long long *sums, const float *results, size_t n,
                                       double units, double bound)
{
    unsigned long long mine = 0;
    for (size_t i = MINE; i < n; i += ALL) {
        double exact = (double)sums[i] / units;
        mine += !(fabs((double)results[i] - exact) <= fmin(bound + 0x1p-23 * fabs(exact), 0.49));
    }
    if (mine > 0)
        atomicAdd(wrong, mine);
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
