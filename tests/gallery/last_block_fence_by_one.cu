/* Every thread of a block stores the sum of a column, then thread 0 fences and takes the ticket. A
 * fence orders the writes of the thread that calls it and what it knows of; without a barrier
 * before it, thread 0 knows nothing of the other threads' columns. Right: barrier, then fence. */
#include "gallery.h"

enum { COLUMNS = 64, ROWS = 4 };

__global__ void sum_columns(const int *in, int *partial, unsigned *ticket, int *out)
{
    __shared__ unsigned last;
    unsigned tid = threadIdx.x;
    const int *rows = in + 2 * blockIdx.x * COLUMNS;

    partial[blockIdx.x * COLUMNS + tid] = rows[tid] + rows[COLUMNS + tid]; /* BUG: race */
#ifdef FIXED
    __syncthreads();
#endif
    if (tid == 0) {
        __threadfence();
        last = atomicAdd(ticket, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            sum += partial[b * COLUMNS + tid]; /* BUG: race */
        out[tid] = sum;
    }
}

int main(void)
{
    int *in = device_values(ROWS * COLUMNS), *partial = device_ints(ROWS / 2 * COLUMNS);
    int *out = device_ints(COLUMNS);
    unsigned *ticket = (unsigned *)device_zeros(1);

    sum_columns<<<ROWS / 2, COLUMNS>>>(in, partial, ticket, out);
    CHECK_LAUNCH();
    return verdict_all(out, COLUMNS, [](size_t column) {
        int sum = 0;
        for (size_t row = 0; row < ROWS; row++)
            sum += value(row * COLUMNS + column);
        return sum;
    });
}
