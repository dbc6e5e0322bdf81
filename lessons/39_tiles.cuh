/* 39_tiles.cuh: how a matrix of floats, row by row in memory, is cut into tiles, so that its columns are added up at the
 * speed of the memory: the kernel, and how tiles are chosen. Lesson 39 explains it. */
#ifndef TILES_CUH
#define TILES_CUH

#include <cuda_runtime.h>
#include <stddef.h>

enum { IN_FLIGHT = 16, FEW = 8 }; /* elements that a thread loads before it needs the first of them; if there are few rows */

/* A row of n elements is n / 4 vectors of four; if n is odd, four rows are n vectors. That is a period: after it
 * vectors have the same columns again. Each thread takes vectors that are whole periods apart. A tile is `across` vectors
 * wide and takes `down` periods at a time. `beside` tiles beside each other are a period; `parts` below each other share
 * the rows. */
struct tile {
    size_t period;
    unsigned width; /* of a vector, in elements: 4 or 1 */
    unsigned across, down, beside, parts;
    unsigned loads; /* of a thread before it needs the first of them */
};

__device__ inline float4 operator+(float4 a, float4 b)
{
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/* Adds up the rows of in[0 .. all). Block x + y * beside is tile x of part y: every so many periods from y * down on.
 * Part y of out gets the sums: a period of them, or where one tile has the whole period a row of n. V is float4 or
 * float, and the kernel needs a V of shared memory for each thread. */
template <class V, unsigned LOADS>
__global__ void __launch_bounds__(1024, 1) tiles(const float *in, float *out, size_t n, size_t all, struct tile t)
{
    enum { WIDTH = sizeof(V) / sizeof(float) };
    extern __shared__ float4 shared[];
    float *sums = (float *)shared;
    const V *vectors = (const V *)in;
    unsigned part = blockIdx.x / t.beside, tid = threadIdx.x;
    size_t first = (size_t)(blockIdx.x % t.beside) * t.across, at = first + tid % t.across;
    size_t below = part * t.down + tid / t.across, step = t.parts * t.down * t.period, end = all / WIDTH;
    bool works = at < t.period && tid < t.across * t.down;
    V x[LOADS], sum = V();

    for (size_t i = below * t.period + at; works && i < end; i += LOADS * step) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            x[k] = i + k * step < end ? vectors[i + k * step] : V();
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum = sum + x[k];
    }
    bool is_whole = t.across == t.period;
    size_t held = WIDTH * t.across, length = is_whole ? n : WIDTH * t.period;
    unsigned wide = is_whole ? n : held, rows = held * t.down / wide;
    if (rows == 1 && all % WIDTH == 0) { /* nothing to be added up */
        if (works)
            ((V *)out)[part * t.period + at] = sum;
        return;
    }
    ((V *)sums)[tid] = sum;
    if (works && below == 0 && all % WIDTH > 0 && at == end % t.period) /* fewer than a vector are left */
        for (unsigned e = 0; e < all % WIDTH; e++)
            sums[tid * WIDTH + e] += in[end * WIDTH + e];
    __syncthreads();

    for (; rows > 1; rows -= rows / 2) {
        unsigned half = (rows + 1) / 2; /* its lower rows are added to the upper ones */
        for (unsigned i = tid; i < rows / 2 * wide; i += blockDim.x)
            sums[i] += sums[i + half * wide];
        __syncthreads();
    }
    for (unsigned i = tid; i < wide && WIDTH * first + i < length; i += blockDim.x)
        out[part * length + WIDTH * first + i] = sums[i];
}

/* ---- On the host -------------------------------------------------------------------------------- */

static inline struct tile make_tile(size_t rows, size_t period, unsigned width, unsigned across, unsigned down)
{
    unsigned loads = width == 4 && rows < 4 * down ? FEW / 4 : IN_FLIGHT / width;
    return {period, width, across, down, (unsigned)((period + across - 1) / across), 1, loads};
}

typedef void (*tile_kernel)(const float *in, float *out, size_t n, size_t all, struct tile t);

static inline tile_kernel kernel_for(struct tile t)
{
    if (t.width == 1)
        return tiles<float, IN_FLIGHT>;
    return t.loads == FEW / 4 ? tiles<float4, FEW / 4> : tiles<float4, IN_FLIGHT / 4>;
}

static inline unsigned threads_of(struct tile t) { return (t.across * t.down + 31) / 32 * 32; }

static inline size_t shared_bytes(struct tile t) { return threads_of(t) * t.width * sizeof(float); }

/* How many vectors a thread adds up of so many elements. */
static inline size_t depth(struct tile t, size_t all) { return all / (t.width * t.period * t.down * t.parts) + 1; }

/* How many rows of n tiles leave behind. */
static inline unsigned rows_left(struct tile t, size_t n)
{
    return t.across == t.period ? t.parts : t.parts * (unsigned)(t.width * t.period / n);
}

/* A tile for rows of n: a whole period wide if that is at most `flat` vectors, else at least `line` columns. Where a period
 * is several rows, some rows are left: if there are fewer than `many`, better single elements than vectors. */
static inline struct tile tile_for(size_t rows, size_t n, size_t flat, unsigned line, size_t many, unsigned block)
{
    size_t period = n % 4 == 0 ? n / 4 : n % 2 == 0 ? n / 2 : n;
    unsigned width = n % 4 == 0 || rows >= many ? 4 : 1, across = line / width;
    if (period <= flat)
        return make_tile(rows, period, 4, (unsigned)period, block / (unsigned)period);
    while (across < block && block / across * 2 * IN_FLIGHT > rows)
        across *= 2; /* few rows: lower, and wider */
    across = across < block ? across : block;
    return make_tile(rows, width == 4 ? period : n, width, across, block / across);
}

/* Chooses t->parts. A wave of blocks has as many threads as keep the memory busy; each of them loads IN_FLIGHT elements
 * at a time, and has some work besides. At most a 64th of the rows is left, or a 16th where a period is four. */
static inline void choose_parts(struct tile *t, size_t rows, size_t n, unsigned sm_count)
{
    enum { BUSY = 1024, BESIDES = 4 }; /* threads of an SM; in loads */
    unsigned best = 1, wave = sm_count * ((BUSY + threads_of(*t) - 1) / threads_of(*t));
    size_t least = ~(size_t)0;
    for (t->parts = 1; t->parts <= wave && (size_t)t->parts * 64 <= rows; t->parts++) {
        size_t waves = ((size_t)t->beside * t->parts + wave - 1) / wave;
        size_t time = waves * (depth(*t, rows * n) * t->width / IN_FLIGHT + 1 + BESIDES);
        if (time < least) {
            least = time;
            best = t->parts;
        }
    }
    t->parts = best;
}

#endif
