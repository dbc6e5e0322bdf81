/* Row y of a matrix begins at y * width; here y * height was written. On a square matrix nobody
 * notices; on a tall one most rows lie beyond the end. Right: y * width + x. */
#include "gallery.h"

enum { WIDTH = 20, HEIGHT = 60 };

__global__ void sum_columns(const int *in, int *out)
{
    unsigned x = threadIdx.x;
    int sum = 0;

    for (unsigned y = 0; y < HEIGHT; y++)
#ifdef FIXED
        sum += in[y * WIDTH + x];
#else
        sum += in[y * HEIGHT + x]; /* BUG: out-of-bounds */
#endif
    out[x] = sum;
}

int main(void)
{
    int *in = device_values(WIDTH * HEIGHT), *out = device_ints(WIDTH);

    sum_columns<<<1, WIDTH>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, WIDTH, [](size_t x) {
        int sum = 0;
        for (size_t y = 0; y < HEIGHT; y++)
            sum += value(y * WIDTH + x);
        return sum;
    });
}
