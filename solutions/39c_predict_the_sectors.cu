/* Exercise 39c: sectors of a column sum (predict)
 *
 * Three kernels add up the columns of the same matrix of 64 rows of 64 floats, in one block of 64 threads. In the first a
 * warp walks down a column, and each lane loads from another row. In the second each thread has a column. In the third each
 * thread has four columns, which it loads with 16 bytes, and a quarter of the rows. Then the first two get a matrix of 64
 * rows of 61 floats.
 *
 * Before they run: how many load requests and load sectors does each make? A request is what a warp asks for with one
 * instruction. A sector is 32 bytes, and each sector of a request counts once. The matrix begins at a multiple of 256
 * bytes. See docs/lessons/39_columns.md.
 */
#include "exercise.h"
#include "harness/check_columns.h"

/* ---- your code begins: ten numbers ---- */
static const int warp_requests = 128;
static const int warp_sectors = 4096;
static const int thread_requests = 128;
static const int thread_sectors = 512;
static const int vector_requests = 32;
static const int vector_sectors = 512;

static const int warp_requests_61 = 122;
static const int warp_sectors_61 = 3904;
static const int thread_requests_61 = 128;
static const int thread_sectors_61 = 600;
/* ---- your code ends ---- */

__global__ void warp_per_column(const float *in, float *sums, size_t rows, size_t n)
{
    for (size_t column = threadIdx.x / 32; column < n; column += blockDim.x / 32) {
        float sum = 0;
        for (size_t row = threadIdx.x % 32; row < rows; row += 32)
            sum += in[row * n + column];
        for (unsigned d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (threadIdx.x % 32 == 0)
            sums[column] = sum;
    }
}

__global__ void thread_per_column(const float *in, float *sums, size_t rows, size_t n)
{
    for (size_t column = threadIdx.x; column < n; column += blockDim.x) {
        float sum = 0;
        for (size_t row = 0; row < rows; row++)
            sum += in[row * n + column];
        sums[column] = sum;
    }
}

/* 64 threads, and 64 columns: thread t has columns 4 * (t % 16) to 4 * (t % 16) + 3, and rows t / 16, t / 16 + 4, ... */
__global__ void four_columns(const float *in, float *sums, size_t rows, size_t)
{
    __shared__ float4 quarter[64];
    float4 sum = make_float4(0, 0, 0, 0);
    for (size_t row = threadIdx.x / 16; row < rows; row += 4) {
        float4 x = ((const float4 *)in)[row * 16 + threadIdx.x % 16];
        sum = make_float4(sum.x + x.x, sum.y + x.y, sum.z + x.z, sum.w + x.w);
    }
    quarter[threadIdx.x] = sum;
    __syncthreads();
    const float *all = (const float *)quarter;
    sums[threadIdx.x] = all[threadIdx.x] + all[threadIdx.x + 64] + all[threadIdx.x + 128] + all[threadIdx.x + 192];
}

template <void (*kernel)(const float *, float *, size_t, size_t)> static void launch(struct reduction *r)
{
    r->grid = 1;
    r->chain = r->batch;
    kernel<<<1, 64, 0, r->stream>>>(r->in_float, r->result_float, r->batch, r->n);
}

template <void (*kernel)(const float *, float *, size_t, size_t)>
static void ask(struct exercise *e, size_t n, int requests, int sectors, int hint)
{
    exercise_count(e, launch<kernel>, 1, n, 64, 64);
    exercise_predict(e, "global load requests", requests, hint);
    exercise_predict(e, "global load sectors", sectors, hint);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise39c", LESSON_FLOAT | LESSON_BATCH | LESSON_COLUMNS,
                                       "--batch 1,7,64 --row 64 -b 64");
    exercise_results(&e, &lesson_columns, "warp_per_column", launch<warp_per_column>, 1, 1, 1);
    exercise_results(&e, &lesson_columns, "thread_per_column", launch<thread_per_column>, 1, 1, 1);
    exercise_results(&e, &lesson_columns, "four_columns", launch<four_columns>, 1, 1, 1);
    ask<warp_per_column>(&e, 64, warp_requests, warp_sectors, 1);
    ask<thread_per_column>(&e, 64, thread_requests, thread_sectors, 1);
    ask<four_columns>(&e, 64, vector_requests, vector_sectors, 2);
    ask<warp_per_column>(&e, 61, warp_requests_61, warp_sectors_61, 3);
    ask<thread_per_column>(&e, 61, thread_requests_61, thread_sectors_61, 3);
    return exercise_end(&e);
}
