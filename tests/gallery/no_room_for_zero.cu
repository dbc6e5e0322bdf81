/* N characters and a zero, in N bytes: a string of N characters takes N + 1. One byte beyond an
 * allocation is as wrong as a thousand, and much harder to see. Right: N + 1. */
#include "gallery.h"

enum { N = 64 };

__global__ void write_letters(const int *in, char *text)
{
    unsigned i = threadIdx.x;

    text[i] = (char)('a' + (in[i] + 1000) % 26);
    if (i == N - 1)
        text[N] = 0; /* BUG: out-of-bounds */
}

int main(void)
{
#ifdef FIXED
    enum { BYTES = N + 1 };
#else
    enum { BYTES = N };
#endif
    int *in = device_values(N), wrong = 0;
    char *text, got[BYTES];

    CHECK(cudaMalloc(&text, BYTES));
    write_letters<<<1, N>>>(in, text);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(got, text, BYTES, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += got[i] != 'a' + (value(i) + 1000) % 26;
    return verdict(wrong + got[BYTES - 1], 0);
}
