/* Two buffers in turn: tile k is used while tile k + 1 is stored to the other buffer. With two
 * buffers one barrier for each tile is enough, but not one for every second tile: then a warp
 * stores tile k + 2 into the buffer where another still reads tile k. Right: a barrier each
 * time. */
#include "gallery.h"

enum { WIDTH = 64, TILES = 6 };

__global__ void add_neighbours(const int *in, int *out)
{
    __shared__ int buffer[2][WIDTH];
    unsigned tid = threadIdx.x;

    buffer[0][tid] = in[tid];
    for (unsigned k = 0; k < TILES; k++) {
#ifndef FIXED
        if (k % 2 == 0)
#endif
        __syncthreads();
        if (k + 1 < TILES)
            buffer[(k + 1) % 2][tid] = in[(k + 1) * WIDTH + tid]; /* BUG: race */
        int right = buffer[k % 2][(tid + 1) % WIDTH]; /* BUG: race */
        out[k * WIDTH + tid] = buffer[k % 2][tid] + right;
    }
}

int main(void)
{
    int *in = device_values(TILES * WIDTH), *out = device_ints(TILES * WIDTH);

    add_neighbours<<<1, WIDTH>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, TILES * WIDTH, [](size_t i) {
        return value(i) + value(i / WIDTH * WIDTH + (i + 1) % WIDTH);
    });
}
