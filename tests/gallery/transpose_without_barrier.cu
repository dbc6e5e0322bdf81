/* A transposed tile, read column by column before all rows are stored. The column of a thread was
 * stored by sixteen others. Right: one barrier between the last store and the first read. */
#include "gallery.h"

enum { SIDE = 16, WIDTH = 3 * SIDE, HEIGHT = 2 * SIDE };

__global__ void transpose(const int *in, int *out)
{
    __shared__ int tile[SIDE][SIDE + 1];
    unsigned x = blockIdx.x * SIDE, y = blockIdx.y * SIDE;

    int element = in[(y + threadIdx.y) * WIDTH + x + threadIdx.x];
    tile[threadIdx.y][threadIdx.x] = element; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    element = tile[threadIdx.x][threadIdx.y]; /* BUG: race */
    out[(x + threadIdx.y) * HEIGHT + y + threadIdx.x] = element;
}

int main(void)
{
    int *in = device_values(WIDTH * HEIGHT), *out = device_ints(WIDTH * HEIGHT);

    transpose<<<dim3(WIDTH / SIDE, HEIGHT / SIDE), dim3(SIDE, SIDE)>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, WIDTH * HEIGHT, [](size_t i) {
        return value(i % HEIGHT * WIDTH + i / HEIGHT);
    });
}
