/* A table in constant memory with one entry too few: powers of ten up to 1000, indexed by the
 * number of digits, of which there may be four. What lies behind the table is another variable,
 * and its value is taken for a power of ten. Right: a table for every index that can come. */
#include "gallery.h"

#ifdef FIXED
enum { POWERS = 5 };
#else
enum { POWERS = 4 };
#endif
enum { N = 64 };

__constant__ int power[POWERS];

__global__ void round_up(const int *in, int *out)
{
    int v = abs(in[threadIdx.x]), digits = 0;

    for (int rest = v; rest > 0; rest /= 10)
        digits++;
    out[threadIdx.x] = power[digits]; /* BUG: out-of-bounds */
}

int main(void)
{
    const int powers[5] = { 1, 10, 100, 1000, 10000 };
    int numbers[N], *in, *out = device_ints(N);

    for (int i = 0; i < N; i++)
        numbers[i] = i % 8 == 7 ? 1000 + i : value(i) / 2;
    in = device_copy(numbers, N);
    CHECK(cudaMemcpyToSymbol(power, powers, POWERS * sizeof *powers));
    round_up<<<1, N>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, N, [&](size_t i) {
        int digits = 0;
        for (int rest = abs(numbers[i]); rest > 0; rest /= 10)
            digits++;
        return powers[digits];
    });
}
