/* Lesson 37: softmax
 *
 * Softmax makes weights out of a row of numbers: out[i] = e^in[i] / (the sum of all e^in[j]). A float cannot hold e^100, so
 * the row's maximum is subtracted first, which changes no weight. Each output then waits for two reductions of its row.
 *
 *     three_pass      reads the row for the maximum, again for the sum, and again to write
 *     online          finds both in one pass, as pairs {max, sum} that can be merged (Milakov and Gimelshein, 2018); then
 *                     it reads the row again to write
 *     log_sum_exp     is only the first half of that: one number per row, max + log(sum)
 *     in_registers    reads the row once. The threads that share it keep it: some lanes, a block, or a cluster of blocks
 *                     (lesson 28). Only what does not fit is read again
 */
#include "lesson.h"
#include "lesson_block.h"
#include "lesson_rows.h"
#include "harness/check_softmax.h"

/* A part of a row: its maximum, and the sum of its e^(x - max). A part with no elements has -infinity and 0. */
struct pair {
    float max, sum;
};

/* e^(x - max). If all elements so far are -infinity, so is max, and -infinity - -infinity would be a NaN. */
__device__ float power(float x, float max)
{
    return __expf(x - (isinf(max) ? 0 : max));
}

/* Two parts become one: the sum with the lower maximum shrinks. */
struct merge {
    __device__ pair operator()(pair a, pair b) const
    {
        pair high = a.max > b.max ? a : b, low = a.max > b.max ? b : a;
        return {high.max, high.sum + low.sum * power(low.max, high.max)};
    }
};

/* A row's powers are multiplied by this. An infinite maximum minus itself is a NaN. */
__device__ float factor_of(pair row)
{
    return 1 / (row.sum + (row.max - row.max));
}

/* One block for each row, here and in the next two kernels. */
__global__ void three_pass(const float *in, float *out, size_t n)
{
    struct lesson_team<LESSON_BLOCK> team(1);
    size_t row = blockIdx.x * n;
    float max = -INFINITY, sum = 0;

    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        max = fmaxf(max, in[row + i]);
    max = team.total(max, lesson_larger());
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        sum += __expf(in[row + i] - max);
    sum = team.total(sum, lesson_plus());
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        out[row + i] = __expf(in[row + i] - max) / sum;
}

__device__ pair pair_of_row(const float *row, size_t n)
{
    struct lesson_team<LESSON_BLOCK> team(1);
    pair total = {-INFINITY, 0};

    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        total = merge()(total, {row[i], 1});
    return team.total(total, merge());
}

__global__ void online(const float *in, float *out, size_t n)
{
    size_t row = blockIdx.x * n;
    pair total = pair_of_row(in + row, n);
    float factor = factor_of(total);

    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        out[row + i] = power(in[row + i], total.max) * factor;
}

__global__ void log_sum_exp(const float *in, float *result, size_t n)
{
    pair total = pair_of_row(in + blockIdx.x * n, n);
    if (threadIdx.x == 0)
        result[blockIdx.x] = total.max + logf(total.sum);
}

/* The pair of the whole row, from the parts of all threads that share it. It takes no merging of pairs: first find the
 * maximum, then scale each part's sum to it, and add these up. */
template <class Team> __device__ pair of_row(Team &team, pair part)
{
    float max = team.total(part.max, lesson_larger());
    return {max, team.total(part.sum * power(part.max, max), lesson_plus())};
}

/* In each turn a thread takes `packs` packs of its row: float4, or float if rows do not begin at multiples of 16 bytes. It
 * keeps those of the last turn in registers, and those of the first `kept` turns in shared memory. */
template <class Pack, unsigned packs, int level> __global__ void __launch_bounds__(1024, lesson_blocks_in_sm(1024, packs > 2 ? 1 : 2))
in_registers(const float *in, float *out, size_t n, size_t rows, unsigned lanes, unsigned kept)
{
    enum { AT_ONCE = sizeof(Pack) / sizeof(float), ELEMENTS = packs * AT_ONCE };
    struct lesson_team<level> team(lanes);
    size_t row = team.row * n, end = team.row < rows ? n / AT_ONCE : 0, step = packs * team.threads, from = 0;
    float x[ELEMENTS];
    pair part, total;
    unsigned turn = 0;

    for (;; turn++, from += step) {
        lesson_load_packs<Pack, packs>(x, in + row, from + team.thread, end, team.threads, -INFINITY);
        bool is_last = level == LESSON_LANES || from + step >= end; /* lanes hold all of their row */
        if (!is_last && turn < kept)
            lesson_keep_packs<Pack, packs>(turn, x);
        part = {-INFINITY, 0};
#pragma unroll
        for (unsigned k = 0; k < ELEMENTS; k++)
            part.max = fmaxf(part.max, x[k]);
#pragma unroll
        for (unsigned k = 0; k < ELEMENTS; k++)
            part.sum += x[k] = power(x[k], part.max);
        total = turn ? merge()(total, part) : part;
        if (is_last)
            break;
    }
    total = of_row(team, total);

    float factor = factor_of(total) * power(part.max, total.max);
    for (;; turn--, from -= step) {
#pragma unroll
        for (unsigned k = 0; k < ELEMENTS; k++)
            x[k] *= factor;
        lesson_store_packs<Pack, packs>(out + row, x, from + team.thread, end, team.threads);
        if (level == LESSON_LANES || turn == 0)
            break;
        if (turn <= kept)
            lesson_kept_packs<Pack, packs>(x, turn - 1);
        else /* it did not fit: from L2, or from memory */
            lesson_load_packs<Pack, packs>(x, in + row, from - step + team.thread, end, team.threads, -INFINITY);
#pragma unroll
        for (unsigned k = 0; k < ELEMENTS; k++)
            x[k] = power(x[k], total.max);
        factor = factor_of(total);
    }
    team.leave();
}

template <void (*kernel)(const float *in, float *out, size_t n)> static void launch(struct reduction *r)
{
    r->grid = r->batch;
    r->block = lesson_row_threads(r->n, r->block);
    r->chain = 8 * (r->n / r->block + 10); /* `online` merges at each element */
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in_float, kernel == log_sum_exp ? r->result_float : r->out_float, r->n);
}

template <class Pack, unsigned packs> static void launch_packs(struct reduction *r)
{
    lesson_rows_launch(r, packs, sizeof(Pack), sizeof(float), in_registers<Pack, packs, LESSON_LANES>,
                       in_registers<Pack, packs, LESSON_BLOCK>, in_registers<Pack, packs, LESSON_CLUSTER>, r->in_float,
                       r->out_float);
}

static void launch_in_registers(struct reduction *r)
{
    if (r->n % 4)
        launch_packs<float, 16>(r);
    else if (r->n <= 32)
        launch_packs<float4, 1>(r);
    else if (r->n <= 8192)
        launch_packs<float4, 4>(r);
    else
        launch_packs<float4, 8>(r);
}

static const struct lesson_about about = {
    .title = "softmax",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_BATCH | LESSON_OUTPUT | LESSON_ALIGNED | LESSON_INPUT_KINDS,
    .defaults = "-n 2^29 --batch 65536 -b 512",
    .bench = "-n 2^28 --row 16,64,256,1024,4096,8192,16384,32768,65536,131072,262144,1048576 -b 64,128,256,512,1024",
    .kernel = "online",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_checked(&l, &lesson_softmax, "three_pass", launch<three_pass>, 1);
    lesson_run_checked(&l, &lesson_softmax, "online", launch<online>, 1);
    lesson_run_checked(&l, &lesson_log_sum_exp, "log_sum_exp", launch<log_sum_exp>, 1);
    lesson_run_checked(&l, &lesson_softmax, "in_registers", launch_in_registers, 32);
    return lesson_end(&l);
}
