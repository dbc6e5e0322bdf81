/* Each thread writes its character of a string, and a zero after it, "in case it is the last one".
 * The zero falls on the neighbour's character, before or after the neighbour has written it. Right:
 * only the last thread writes the zero; that neighbours write bytes of one word does no harm. */
#include "gallery.h"

enum { N = 70 };

__global__ void write_letters(const int *in, char *text)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N) {
        text[i] = (char)('a' + (in[i] + 1000) % 26); /* BUG: race */
#ifdef FIXED
        if (i == N - 1)
#endif
        text[i + 1] = 0; /* BUG: race */
    }
}

int main(void)
{
    int *in = device_values(N), wrong = 0;
    char *text, got[N + 1];

    CHECK(cudaMalloc(&text, N + 1));
    write_letters<<<2, 64>>>(in, text);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(got, text, N + 1, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += got[i] != 'a' + (value(i) + 1000) % 26;
    return verdict(wrong + got[N], 0);
}
