/* A bitmap with one bit for each element, set with |=. Thirty-two threads share a word; each reads
 * it, sets its bit and writes it back, and bits get lost. Right: atomicOr; or, where a warp has
 * just the 32 elements of a word, a ballot and one store. */
#include "gallery.h"

enum { N = 128 };

__global__ void mark_negative(const int *in, unsigned *bits)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

#ifdef FIXED
    unsigned word = __ballot_sync(0xffffffffu, in[i] < 0);
    if (i % 32 == 0)
        bits[i / 32] = word;
#else
    if (in[i] < 0)
        bits[i / 32] |= 1u << i % 32; /* BUG: race */
#endif
}

int main(void)
{
    int *in = device_values(N), *bits = device_zeros(N / 32);

    mark_negative<<<2, 64>>>(in, (unsigned *)bits);
    CHECK_LAUNCH();
    return verdict_all(bits, N / 32, [](size_t i) {
        unsigned word = 0;
        for (int bit = 0; bit < 32; bit++)
            word |= (value(32 * i + bit) < 0 ? 1u : 0u) << bit;
        return (int)word;
    });
}
