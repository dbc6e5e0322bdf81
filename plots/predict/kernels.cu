/* kernels.cu: kernels that are not sums, to see how far off predictions are. Plain CUDA, nothing of the course.
 *
 *     kernels NAME N [1]       launches one kernel, or all, for arrays of N floats, so that it can be counted; 1: other data
 *     kernels                  times all of them at three sizes, as CSV
 *
 * A time is a median of 15. Before each launch, other memory is read until nothing of the arrays is left in L2: reading,
 * as a memset would leave lines there that are written back while the kernel runs. The time of a kernel that does
 * nothing, measured in the same way, is taken off.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                              \
    do {                                                                                         \
        cudaError_t error_ = (call);                                                             \
        if (error_ != cudaSuccess) {                                                             \
            fprintf(stderr, "kernels: %s: %s\n", #call, cudaGetErrorString(error_));             \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

enum { B = 256, SIDE = 1024, TILE = 32, BINS = 256, STRIDE = 8, RUNS = 15 };

/* All arrays have n elements, a multiple of 65536. Index: a permutation, or bins. */
struct arrays { float *x, *y, *z; unsigned *index, *bins; size_t n; };

__device__ inline size_t self() { return (size_t)blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void nothing() { }

__global__ void copy(const float *x, float *y) { y[self()] = x[self()]; }

__global__ void copy4(const float4 *x, float4 *y) { y[self()] = x[self()]; }

__global__ void scale(float *x, float a) { x[self()] *= a; }

__global__ void vector_update(const float *x, float *y, float a) { y[self()] += a * x[self()]; }

__global__ void add_two(const float *x, const float *y, float *z) { z[self()] = x[self()] + y[self()]; }

/* Each block multiplies 4 * B pairs, and adds its part with one atomic. */
__global__ void dot(const float *x, const float *y, float *sum)
{
    __shared__ float part[B];
    size_t i = 4 * (size_t)B * blockIdx.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < 4; k++, i += B)
        s += x[i] * y[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int half = B / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

/* Matrices of SIDE columns and n / SIDE rows. Blocks of 32 x 8 threads have a tile of 32 x 32. */
__global__ void transpose_naive(const float *x, float *y, unsigned rows)
{
    unsigned column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        y[(size_t)column * rows + row + k] = x[(size_t)(row + k) * SIDE + column];
}

__global__ void transpose_tiled(const float *x, float *y, unsigned rows)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = x[(size_t)(row + k) * SIDE + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        y[(size_t)(row + k) * rows + column] = tile[threadIdx.x][threadIdx.y + k];
}

/* The mean of a point and its four neighbours, on SIDE columns */
__global__ void stencil(const float *x, float *y, unsigned rows)
{
    unsigned column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    size_t i = (size_t)row * SIDE + column;
    if (column > 0 && column < SIDE - 1 && row > 0 && row < rows - 1)
        y[i] = 0.2f * (x[i] + x[i - 1] + x[i + 1] + x[i - SIDE] + x[i + SIDE]);
}

__global__ void gather(const float *x, const unsigned *index, float *y) { y[self()] = x[index[self()]]; }

__global__ void scatter(const float *x, const unsigned *index, float *y) { y[index[self()]] = x[self()]; }

/* Bins of a block in shared memory; 16 elements a thread */
__global__ void histogram(const unsigned *value, unsigned *bins)
{
    __shared__ unsigned mine[BINS];
    mine[threadIdx.x] = 0;
    __syncthreads();
    size_t i = 16 * (size_t)B * blockIdx.x + threadIdx.x;
    for (int k = 0; k < 16; k++, i += B)
        atomicAdd(&mine[value[i] % BINS], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

/* An atomic for each element: on one of BINS words */
__global__ void histogram_global(const unsigned *value, unsigned *bins) { atomicAdd(&bins[value[self()] % BINS], 1u); }

/* Rows of SIDE elements, a warp for each */
__global__ void matrix_vector(const float *x, const float *v, float *y)
{
    size_t row = self() / 32;
    unsigned lane = threadIdx.x % 32;
    float s = 0;
    for (unsigned k = lane; k < SIDE; k += 32)
        s += x[row * SIDE + k] * v[k];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    if (lane == 0)
        y[row] = s;
}

/* Rows of SIDE elements, a thread for each */
__global__ void matrix_vector_naive(const float *x, const float *v, float *y)
{
    size_t row = self();
    float s = 0;
    for (unsigned k = 0; k < SIDE; k++)
        s += x[row * SIDE + k] * v[k];
    y[row] = s;
}

/* z = x * y: as many products of 32 x 32 matrices as there are blocks, a thread for each element */
__global__ void matrix_products(const float *x, const float *y, float *z)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    size_t i = (size_t)blockIdx.x * TILE * TILE + threadIdx.y * TILE + threadIdx.x;
    a[threadIdx.y][threadIdx.x] = x[i];
    b[threadIdx.y][threadIdx.x] = y[i];
    __syncthreads();
    float s = 0;
    for (int k = 0; k < TILE; k++)
        s += a[threadIdx.y][k] * b[k][threadIdx.x];
    z[i] = s;
}

/* Sums so far of each block's B elements; the block's own goes to total */
__global__ void scan_blocks(const float *x, float *y, float *total)
{
    __shared__ float part[2][B];
    unsigned t = threadIdx.x, now = 0;
    part[0][t] = x[self()];
    __syncthreads();
    for (int d = 1; d < B; d *= 2, now = 1 - now) {
        part[1 - now][t] = part[now][t] + (t >= d ? part[now][t - d] : 0);
        __syncthreads();
    }
    y[self()] = part[now][t];
    if (t == B - 1)
        total[blockIdx.x] = part[now][t];
}

__global__ void read_strided(const float *x, float *y) { y[self()] = x[self() * STRIDE]; }

__global__ void write_strided(const float *x, float *y) { y[self() * STRIDE] = x[self()]; }

__global__ void branches(const float *x, float *y)
{
    float v = x[self()];
    unsigned way = threadIdx.x % 4;
    if (way == 0)
        for (int k = 0; k < 16; k++) v = v * 1.01f + 0.5f;
    else if (way == 1)
        for (int k = 0; k < 16; k++) v = v * v - 0.5f;
    else if (way == 2)
        v = sqrtf(v) + 1 / (v + 2);
    else
        v = v > 0.5f ? 1 - v : v;
    y[self()] = v;
}

/* Rows of SIDE elements, a block for each */
__device__ float of_block(float v, int largest)
{
    __shared__ float part[B];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int half = B / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            float other = part[threadIdx.x + half];
            part[threadIdx.x] = largest ? fmaxf(part[threadIdx.x], other) : part[threadIdx.x] + other;
        }
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

__global__ void softmax(const float *x, float *y)
{
    const float *row = x + (size_t)blockIdx.x * SIDE;
    float v[SIDE / B], most = -1e30f, sum = 0;
    for (int k = 0; k < SIDE / B; k++) {
        v[k] = row[k * B + threadIdx.x];
        most = fmaxf(most, v[k]);
    }
    most = of_block(most, 1);
    for (int k = 0; k < SIDE / B; k++)
        sum += v[k] = expf(v[k] - most);
    sum = of_block(sum, 0);
    for (int k = 0; k < SIDE / B; k++)
        y[(size_t)blockIdx.x * SIDE + k * B + threadIdx.x] = v[k] / sum;
}

__global__ void reverse(const float *x, float *y, size_t n) { y[n - 1 - self()] = x[self()]; }

/* ---- One launch of each ------------------------------------------------------------------------------ */

static unsigned blocks(size_t threads) { return (unsigned)(threads / B); }

#define KERNELS                                                                                       \
    KERNEL(copy, copy<<<blocks(a.n), B>>>(a.x, a.y))                                                  \
    KERNEL(copy4, copy4<<<blocks(a.n / 4), B>>>((float4 *)a.x, (float4 *)a.y))                        \
    KERNEL(scale, scale<<<blocks(a.n), B>>>(a.x, 1.5f))                                               \
    KERNEL(vector_update, vector_update<<<blocks(a.n), B>>>(a.x, a.y, 0.5f))                          \
    KERNEL(add_two, add_two<<<blocks(a.n), B>>>(a.x, a.y, a.z))                                       \
    KERNEL(dot, dot<<<blocks(a.n / 4), B>>>(a.x, a.y, (float *)a.bins))                               \
    KERNEL(transpose_naive, transpose_naive<<<tiles, dim3(TILE, 8)>>>(a.x, a.y, rows))                \
    KERNEL(transpose_tiled, transpose_tiled<<<tiles, dim3(TILE, 8)>>>(a.x, a.y, rows))                \
    KERNEL(stencil, stencil<<<dim3(SIDE / 32, rows / 8), dim3(32, 8)>>>(a.x, a.y, rows))              \
    KERNEL(gather, gather<<<blocks(a.n), B>>>(a.x, a.index, a.y))                                     \
    KERNEL(scatter, scatter<<<blocks(a.n), B>>>(a.x, a.index, a.y))                                   \
    KERNEL(histogram, histogram<<<blocks(a.n / 16), B>>>(a.index, a.bins))                            \
    KERNEL(histogram_global, histogram_global<<<blocks(a.n), B>>>(a.index, a.bins))                   \
    KERNEL(matrix_vector, matrix_vector<<<blocks(rows * 32), B>>>(a.x, a.y, a.z))                     \
    KERNEL(matrix_vector_naive, matrix_vector_naive<<<rows / 64, 64>>>(a.x, a.y, a.z))                \
    KERNEL(matrix_products, matrix_products<<<rows, dim3(TILE, TILE)>>>(a.x, a.y, a.z))               \
    KERNEL(scan_blocks, scan_blocks<<<blocks(a.n), B>>>(a.x, a.y, a.z))                               \
    KERNEL(read_strided, read_strided<<<blocks(a.n / STRIDE), B>>>(a.x, a.y))                         \
    KERNEL(write_strided, write_strided<<<blocks(a.n / STRIDE), B>>>(a.x, a.y))                       \
    KERNEL(branches, branches<<<blocks(a.n), B>>>(a.x, a.y))                                          \
    KERNEL(softmax, softmax<<<rows, B>>>(a.x, a.y))                                                   \
    KERNEL(reverse, reverse<<<blocks(a.n), B>>>(a.x, a.y, a.n))

#define KERNEL(name, ...) #name,
static const char *const names[] = { KERNELS "nothing" };
#undef KERNEL
enum { COUNT = sizeof names / sizeof *names };

static void run(const char *name, struct arrays a)
{
    unsigned rows = (unsigned)(a.n / SIDE);
    dim3 tiles(SIDE / TILE, rows / TILE);
#define KERNEL(kernel, ...) if (strcmp(name, #kernel) == 0) __VA_ARGS__;
    KERNELS
#undef KERNEL
    if (strcmp(name, "nothing") == 0)
        nothing<<<1, 32>>>();
    CHECK(cudaGetLastError());
}

/* Floats between 0 and 1; the index is a permutation, as n is a power of two and the factor odd, and looks random */
__global__ void fill(struct arrays a, unsigned seed)
{
    for (size_t i = self(); i < a.n; i += (size_t)gridDim.x * blockDim.x) {
        unsigned h = (unsigned)i * 2654435769u + seed;
        h ^= h >> 15;
        a.x[i] = (h >> 8) / 16777216.0f;
        a.y[i] = a.z[i] = 0.25f;
        unsigned at = (unsigned)i, bits = 0;
        while ((size_t)1 << bits < a.n)
            bits++;
        for (int k = 0; k < 3; k++) { /* each step can be undone */
            at = (at * 2654435769u + seed) & (unsigned)(a.n - 1);
            at ^= at >> (bits / 2);
        }
        a.index[i] = at;
    }
}

static struct arrays make(size_t n, unsigned seed)
{
    struct arrays a;
    a.n = n;
    CHECK(cudaMalloc(&a.x, 4 * n));
    CHECK(cudaMalloc(&a.y, 4 * n));
    CHECK(cudaMalloc(&a.z, 4 * n));
    CHECK(cudaMalloc(&a.index, 4 * n));
    CHECK(cudaMalloc(&a.bins, 4 * BINS));
    CHECK(cudaMemset(a.bins, 0, 4 * BINS));
    fill<<<64, B>>>(a, seed);
    CHECK(cudaDeviceSynchronize());
    return a;
}

static void give_back(struct arrays a)
{
    CHECK(cudaFree(a.x));
    CHECK(cudaFree(a.y));
    CHECK(cudaFree(a.z));
    CHECK(cudaFree(a.index));
    CHECK(cudaFree(a.bins));
}

/* ---- Times ------------------------------------------------------------------------------------------- */

__global__ void read_all(const uint4 *in, size_t n, unsigned *out)
{
    unsigned all = 0;
    for (size_t i = self(); i < n; i += (size_t)gridDim.x * blockDim.x)
        all |= in[i].x | in[i].w;
    if (all == 12345)
        *out = all;
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double median_us(const char *name, struct arrays a, const uint4 *other, size_t bytes)
{
    cudaEvent_t begin, end;
    float ms[RUNS];
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    for (int i = -2; i < RUNS; i++) {
        read_all<<<1056, B>>>(other, bytes / 16, a.bins);
        CHECK(cudaEventRecord(begin));
        run(name, a);
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        if (i >= 0)
            CHECK(cudaEventElapsedTime(&ms[i], begin, end));
    }
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    qsort(ms, RUNS, sizeof *ms, by_value);
    return 1000 * ms[RUNS / 2];
}

static void time_all()
{
    static const int powers[] = { 20, 24, 28 };
    const size_t bytes = (size_t)512 << 20; /* several times L2 */
    cudaDeviceProp device;
    uint4 *other;
    CHECK(cudaGetDeviceProperties(&device, 0));
    CHECK(cudaMalloc(&other, bytes));
    CHECK(cudaMemset(other, 0, bytes));
    printf("device,kernel,n,us,launch_us\n");
    for (size_t p = 0; p < sizeof powers / sizeof *powers; p++) {
        struct arrays a = make((size_t)1 << powers[p], 1);
        double empty = median_us("nothing", a, other, bytes);
        for (int k = 0; k < COUNT - 1; k++)
            printf("%s,%s,%zu,%.3f,%.3f\n", device.name, names[k], a.n, median_us(names[k], a, other, bytes) - empty, empty);
        give_back(a);
    }
    CHECK(cudaFree(other));
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (int k = 0; k < COUNT - 1; k++)
            puts(names[k]);
        return 0;
    }
    if (argc == 1) {
        time_all();
        return 0;
    }
    size_t n = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    int all = strcmp(argv[1], "all") == 0, known = all;
    for (int k = 0; k < COUNT - 1; k++)
        known |= strcmp(argv[1], names[k]) == 0;
    if (!known || n < 65536 || n > (size_t)1 << 30 || (n & (n - 1))) {
        fprintf(stderr, "kernels: %s %s: a kernel of --list and a power of two from 65536 to 2^30 are needed\n", argv[1],
                argc > 2 ? argv[2] : "");
        return 2;
    }
    struct arrays a = make(n, argc > 3 ? 7 : 1);
    for (int k = 0; k < COUNT - 1; k++)
        if (all || strcmp(argv[1], names[k]) == 0)
            run(names[k], a);
    CHECK(cudaDeviceSynchronize());
    give_back(a);
    return 0;
}
