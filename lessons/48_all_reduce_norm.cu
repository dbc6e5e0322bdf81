/* Lesson 48: an all-reduce that ends in a norm
 *
 * A network that is split over several cards does this twice in each layer: add up what all cards have computed, add the
 * residual stream, normalise each row (RMSNorm, lesson 38). A library's all-reduce writes the sums to memory, and a second
 * kernel reads them again. Here a block that has added up a row normalises it at once:
 *
 *     in of card 0 + in of card 1 + ... + residual  ──►  new residual  ──►  / root of the mean of its squares  ──►  out
 *
 *     nccl_then_norm   ncclAllReduce, and a kernel for the rest
 *     norm_words       cards send their rows as words with the flag in the data (lesson 47)
 *     norm_pushed      rows are stored on the other cards as they are, and a flag follows for each block
 *     norm_one_shot    each card loads the rows of all cards (lesson 44)
 *     norm_two_shot    each card does its part of the rows, and stores the results on all cards
 *     norm_by_size     one of these
 */
#include "lesson.h"
#include "lesson_nccl.h"
#include "harness/check_norm_of_sums.h"
#include "48_rows.cuh"

/* One row, by one block. take(i, k) is pack i of this row of card k. */
template <class Pack, int MOST, class Take> __device__ void norm_row(const rows &r, size_t row, int me, Take take)
{
    enum { N = pack<Pack>::N };
    size_t packs = r.n / N, begin = row * packs, i = threadIdx.x;
    struct lesson_team<LESSON_BLOCK> team(1);
    pack<Pack> h = {}, weight = {}, residual;
    float squares = 0;
    for (;; i += blockDim.x) { /* the last pack of a thread stays in h */
        if (i < packs) {
            float sum[N] = {};
            residual.load(r.residual, begin + i);
            weight.load(r.weight, i);
#pragma unroll(MOST > 2 ? 1 : MOST)
            for (int k = 0; k < MOST; k++)
                if (MOST <= 2 || k < r.cards) {
                    pack<Pack> x = take(i, k);
#pragma unroll
                    for (int e = 0; e < N; e++)
                        sum[e] += x.at(e);
                }
#pragma unroll
            for (int e = 0; e < N; e++) {
                h.put(e, sum[e] + residual.at(e));
                squares += h.at(e) * h.at(e);
            }
            for (int k = r.from; k < r.to; k++)
                h.store(r.sums[k], begin + i);
        }
        if (i + blockDim.x >= packs)
            break;
    }
    float scale = rsqrtf(team.total(squares, lesson_plus()) / r.n + LESSON_EPSILON);
    for (;; i -= blockDim.x) {
        if (i < packs) {
#pragma unroll
            for (int e = 0; e < N; e++)
                h.put(e, h.at(e) * scale * weight.at(e));
            for (int k = r.from; k < r.to; k++)
                h.store(r.out[k], begin + i);
        }
        if (i < blockDim.x)
            break;
        h.load(r.sums[me], begin + i - blockDim.x);
        weight.load(r.weight, i - blockDim.x);
    }
    __syncthreads(); /* the next row's total uses the same shared memory */
}

template <class Pack, int MOST> __global__ void __launch_bounds__(1024, 1) norm_words(all_reduce::cards all, rows r, int me)
{
    enum { WORDS = pack<Pack>::WORDS };
    unsigned *launches = all.counts[me]->words, launch = all_reduce::launch_number(launches);
    size_t packs = r.n / pack<Pack>::N;
    pack<Pack> x;
    for (size_t row = blockIdx.x; row < r.end; row += gridDim.x)
        for (size_t i = threadIdx.x; i < packs; i += blockDim.x) {
            x.load(r.in[me], row * packs + i);
            for (int k = 0; k < all.count; k++)
                if (k != me)
                    send_pack(words_for(all, k, me, launch) + row * WORDS * packs + i, packs, x, launch);
        }
    send_the_rest(all, me, r.end * packs * WORDS, launch);
    for (size_t row = blockIdx.x; row < r.end; row += gridDim.x)
        norm_row<Pack, MOST>(r, row, me, [&](size_t i, int k) {
            if (k != me)
                return take_pack<Pack>(all, k, words_for(all, me, k, launch) + row * WORDS * packs + i, packs, launch);
            pack<Pack> x;
            x.load(r.in[me], row * packs + i);
            return x;
        });
    all_reduce::count_launch(launches, launch);
}

/* Each block stores its rows in all other cards' memory, as they are, and then says so. Two buffers take turns, as with words. */
template <class Pack, int MOST> __global__ void __launch_bounds__(1024, 1) norm_pushed(all_reduce::cards all, rows r, int me)
{
    struct all_reduce::counts *mine = all.counts[me];
    unsigned launch = all_reduce::launch_number(mine->pushes), step = mine->steps[blockIdx.x] + 1;
    size_t packs = r.n / pack<Pack>::N, buffer = launch % 2 * all.count * all.stage_bytes;
    pack<Pack> x;
    for (size_t row = r.first + blockIdx.x; row < r.end; row += gridDim.x)
        for (size_t i = threadIdx.x; i < packs; i += blockDim.x) {
            x.load(r.in[me], row * packs + i);
            for (int k = 0; k < all.count; k++)
                if (k != me)
                    x.store(all.stage[k] + buffer + me * all.stage_bytes, (row - r.first) * packs + i);
        }
    all_reduce::end_step(all, me, step);
    if (!all_reduce::await_step(all, me, step))
        return;
    for (size_t row = r.first + blockIdx.x; row < r.end; row += gridDim.x)
        norm_row<Pack, MOST>(r, row, me, [&](size_t i, int k) {
            pack<Pack> x;
            if (k == me)
                x.load(r.in[me], row * packs + i);
            else
                x.load(all.stage[me] + buffer + k * all.stage_bytes, (row - r.first) * packs + i);
            return x;
        });
    all_reduce::count_launch(mine->pushes, launch);
    if (threadIdx.x == 0)
        mine->steps[blockIdx.x] = step;
}

/* MEETS: the arrays are those of all cards, so blocks meet before and after. */
template <class Pack, int MOST, bool MEETS>
__global__ void __launch_bounds__(1024, 1) norm_rows(all_reduce::cards all, rows r, int me)
{
    size_t packs = r.n / pack<Pack>::N;
    unsigned step = MEETS ? all.counts[me]->steps[blockIdx.x] : 0;
    if (MEETS)
        all_reduce::end_step(all, me, step + 1);
    if (MEETS && !all_reduce::await_step(all, me, step + 1))
        return;
    for (size_t row = r.first + blockIdx.x; row < r.end; row += gridDim.x)
        norm_row<Pack, MOST>(r, row, me, [&](size_t i, int k) {
            pack<Pack> x;
            x.load(r.in[k], row * packs + i);
            return x;
        });
    if (MEETS)
        all_reduce::end_step(all, me, step + 2);
    if (MEETS && all_reduce::await_step(all, me, step + 2) && threadIdx.x == 0)
        all.counts[me]->steps[blockIdx.x] = step + 2;
}

enum way { WORDS, PUSHED, ONE_SHOT, TWO_SHOT, AFTER_NCCL };

template <class Pack, int MOST> static void launch_way(struct reduction *r, enum way way)
{
    if (way == AFTER_NCCL)
        launch_rows<Pack>(r, norm_rows<Pack, 1, false>, false, true);
    else if (way == WORDS)
        launch_rows<Pack>(r, norm_words<Pack, MOST>);
    else if (way == PUSHED)
        for (size_t first = 0, some = rows_at_once(r); first < r->batch; first += some)
            launch_rows<Pack>(r, norm_pushed<Pack, MOST>, false, false, first, some);
    else
        launch_rows<Pack>(r, norm_rows<Pack, MOST, true>, way == TWO_SHOT);
}

/* Kernels are written out for one card, two, or sixteen. */
template <class Pack> static void launch_packs(struct reduction *r, enum way way)
{
    if (r->cards == 1)
        launch_way<Pack, 1>(r, way);
    else if (r->cards == 2)
        launch_way<Pack, 2>(r, way);
    else
        launch_way<Pack, LESSON_MOST_CARDS>(r, way);
}

/* Rows of another length do not all begin at multiples of 16 bytes. */
template <enum way way> static void launch(struct reduction *r)
{
    if ((way == WORDS && words_of(r) > team_of(r)->all.room) || (way == PUSHED && rows_at_once(r) == 0))
        return launch<ONE_SHOT>(r);
    r->n % 8 ? launch_packs<unsigned short>(r, way) : launch_packs<uint4>(r, way);
}

static void launch_nccl(struct reduction *r)
{
    ncclComm_t *comm = lesson_communicators(r);
    reserve_sums(r);
    NCCL_CHECK(ncclGroupStart());
    for (int i = 0; i < r->cards; i++)
        NCCL_CHECK(ncclAllReduce(r->card[i].in, sums_of(&r->card[i], 1), r->batch * r->n, ncclBfloat16, ncclSum, comm[i],
                                 r->card[i].stream));
    NCCL_CHECK(ncclGroupEnd());
    launch<AFTER_NCCL>(r);
}

/* Words while there is room for them, and pushed arrays up to so many bytes: on two H100s arrays of 4 MiB are faster so,
 * and arrays of 8 MiB are faster loaded. Loads bring (p - 1) arrays over each link, and two shots 3 (p - 1) / p, since they send two results back. */
enum { PUSHED_BYTES = 4 << 20 };

static void launch_by_size(struct reduction *r)
{
    if (words_of(r) <= team_of(r)->all.room)
        launch<WORDS>(r);
    else if (2 * r->batch * r->n <= PUSHED_BYTES)
        launch<PUSHED>(r);
    else if (r->cards <= 3)
        launch<ONE_SHOT>(r);
    else
        launch<TWO_SHOT>(r);
}

static const struct lesson_about about = {
    .title = "all-reduce and norm",
    .part = "VII",
    .offers = LESSON_BFLOAT16 | LESSON_BATCH | LESSON_SECOND | LESSON_OUTPUT | LESSON_CARDS | LESSON_EACH_CARD | LESSON_ALIGNED,
    .defaults = "-n 2^18 --batch 64 -b 1024",
    .bench = "-b 512,1024 --row 4096,8192 --batch 1,4,16,64,256,1024,4096",
    .kernel = "norm_words",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    int meet = l.unreached_pairs == 0 && !l.apart;
    lesson_run_checked_library(&l, &lesson_norm_of_sums, "nccl_then_norm", lesson_if_cards_meet(&l, launch_nccl));
    lesson_run_checked(&l, &lesson_norm_of_sums, "norm_words", meet ? launch<WORDS> : NULL, 8);
    lesson_run_checked(&l, &lesson_norm_of_sums, "norm_pushed", meet ? launch<PUSHED> : NULL, 8);
    lesson_run_checked(&l, &lesson_norm_of_sums, "norm_one_shot", meet ? launch<ONE_SHOT> : NULL, 8);
    lesson_run_checked(&l, &lesson_norm_of_sums, "norm_two_shot", meet ? launch<TWO_SHOT> : NULL, 8);
    lesson_run_checked(&l, &lesson_norm_of_sums, "norm_by_size", meet ? launch_by_size : NULL, 8);
    int result = lesson_end(&l);
    close_teams();
    lesson_nccl_end();
    return result;
}
