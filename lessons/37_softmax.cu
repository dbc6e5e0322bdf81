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

/* In each turn a thread takes `packs` packs of its row. It keeps those of the last turn in registers, and those of the first
 * `kept` turns in shared memory. is_ragged: rows do not begin at multiples of 16 bytes, and a thread may have one of the
 * elements before and behind the packs. */
template <unsigned packs, bool is_ragged, int level> __global__ void __launch_bounds__(1024, lesson_blocks_in_sm(1024, packs > 2 ? 1 : 2))
in_registers(const float *in, float *out, size_t n, size_t rows, unsigned lanes, unsigned kept)
{
    enum { ELEMENTS = packs * 4 };
    struct lesson_team<level> team(lanes);
    struct lesson_cut row = lesson_cut_row<float4, float, is_ragged>(team.row * n, team.row < rows ? n : 0, team.thread);
    size_t step = packs * team.threads, from = 0;
    float x[ELEMENTS], edge = row.has_edge ? in[row.edge] : -INFINITY;
    pair part, total;
    unsigned turn = 0;

    for (;; turn++, from += step) {
        lesson_load_packs<float4, packs, LESSON_TO_KEEP>(x, in + row.first, from + team.thread, row.packs, team.threads, -INFINITY);
        bool is_last = level == LESSON_LANES || from + step >= row.packs; /* lanes hold all of their row */
        if (!is_last && turn < kept)
            lesson_keep_packs<float4, packs>(turn, x);
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
    total = of_row(team, is_ragged ? merge()(total, {edge, (float)row.has_edge}) : total);

    if (row.has_edge)
        out[row.edge] = power(edge, total.max) * factor_of(total);
    float factor = factor_of(total) * power(part.max, total.max);
    for (;; turn--, from -= step) {
#pragma unroll
        for (unsigned k = 0; k < ELEMENTS; k++)
            x[k] *= factor;
        lesson_store_packs<float4, packs>(out + row.first, x, from + team.thread, row.packs, team.threads);
        if (level == LESSON_LANES || turn == 0)
            break;
        if (turn <= kept)
            lesson_kept_packs<float4, packs>(x, turn - 1);
        else /* it did not fit: from L2, or from memory */
            lesson_load_packs<float4, packs, LESSON_TO_KEEP>(x, in + row.first, from - step + team.thread, row.packs, team.threads,
                                                             -INFINITY);
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

template <unsigned packs, bool is_ragged = false> static void launch_packs(struct reduction *r)
{
    lesson_rows_launch<float4, packs, is_ragged>(r, in_registers<packs, is_ragged, LESSON_LANES>,
                                                 in_registers<packs, is_ragged, LESSON_BLOCK>,
                                                 in_registers<packs, is_ragged, LESSON_CLUSTER>, r->in_float, r->out_float);
}

static void launch_in_registers(struct reduction *r)
{
    if (r->n % 4)
        launch_packs<4, true>(r);
    else if (r->n <= 64)
        launch_packs<2>(r);
    else if (r->n <= 8192)
        launch_packs<4>(r);
    else
        launch_packs<8>(r);
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
