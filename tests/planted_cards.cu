/* planted_cards.cu: wrong results of several cards, to prove that they are found. Each kernel name is a flaw, or `right`;
 * sums of one array that is split, or with PLANTED_EACH=1 operations on an array of each card (harness/check_collective.h).
 * tests/68_cards.t says what must be reported. */
#include "lesson.h"
#include "lesson_cards.h"

enum flaw {
    RIGHT, NO_CARD_1, CARD_1_TWICE, LAST_ELEMENT, ONLY_CARD_0, NO_WAIT, NOT_THERE, CHANGES, UNWRITTEN, ONE_CARD_UNWRITTEN,
    OWN_ELEMENT, MISSING, TWICE, BEHIND, OTHER_ORDER, SHIFTED, STALE
};

struct inputs { const int *card[LESSON_MOST_CARDS]; int cards; };

/* One number: what this card has. */
__global__ void add_part(const int *x, size_t n, int *sum)
{
    int s = 0;
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        s += x[i];
    __shared__ int sums[1024];
    sums[threadIdx.x] = s;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            sums[threadIdx.x] += sums[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = sums[0];
}

__global__ void add_up(const int *x, int cards, int *sum)
{
    int s = 0;
    for (int i = 0; i < cards; i++)
        s += x[i];
    *sum = s;
}

__global__ void change(int *x) { x[1]++; }

template <enum flaw flaw> static void launch_sum(struct reduction *r)
{
    int *parts = r->card[0].scratch;
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        size_t n = flaw == LAST_ELEMENT && i == r->cards - 1 && c->n ? c->n - 1 : c->n;
        c->grid = 1;
        if (flaw == CHANGES && i == 1)
            change<<<1, 1, 0, c->stream>>>((int *)c->in);
        add_part<<<1, c->block, 0, c->stream>>>(flaw == NO_CARD_1 && i == 1 ? c->in + c->n : c->in, flaw == NO_CARD_1 && i == 1 ? 0 : n, c->partial);
        if (flaw != NOT_THERE || i != 1)
            CUDA_CHECK(cudaMemcpyAsync(parts + i, c->partial,
                                       sizeof(int), cudaMemcpyDefault, c->stream));
        if (flaw != NO_WAIT)
            lesson_after(&r->card[0], c);
    });
    add_up<<<1, 1, 0, r->stream>>>(parts, flaw == ONLY_CARD_0 ? 1 : r->cards, r->result);
    if (flaw == CARD_1_TWICE && r->cards > 1) {
        CUDA_CHECK(cudaMemcpyAsync(parts, r->result, sizeof(int), cudaMemcpyDefault, r->stream));
        add_up<<<1, 1, 0, r->stream>>>(parts, 2, r->result);
    }
    lesson_meet(r); /* nobody begins again before the sum is there */
}

template <class T, enum flaw flaw> __global__ void add_all(struct inputs in, T *out, size_t n, int me, unsigned run)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        T sum = 0;
        for (int k = 0; k < in.cards; k++) {
            int card = flaw == OTHER_ORDER ? (k + me) % in.cards : k;
            T x = ((const T *)in.card[card])[flaw == SHIFTED ? (i + 1) % n : i];
            if (flaw == MISSING && i == n / 2 && card == in.cards - 1)
                continue;
            sum += flaw == TWICE && i == n - 1 && card == 0 ? 2 * x : x;
        }
        if (flaw == OWN_ELEMENT)
            sum = ((const T *)in.card[me])[i];
        if ((flaw == UNWRITTEN && i == n - 1) || (flaw == ONE_CARD_UNWRITTEN && me == in.cards - 1))
            continue;
        if (flaw == STALE && run > 1)
            continue;
        out[i] = sum;
        if (flaw == BEHIND && i == n - 1)
            out[n] = 0;
    }
}

/* Of this part of the sums, or of one card's elements. */
template <class T> __global__ void add_some(struct inputs in, T *out, size_t from, size_t to, int only)
{
    for (size_t i = from + threadIdx.x; i < to; i += blockDim.x) {
        T sum = 0;
        for (int k = 0; k < in.cards; k++)
            if (only < 0 || k == only)
                sum += ((const T *)in.card[k])[i];
        out[i] = sum;
    }
}

template <class T, enum flaw flaw> static void launch_all(struct reduction *r)
{
    static unsigned runs;
    struct inputs all = {{}, r->cards};
    runs++;
    for (int i = 0; i < r->cards; i++)
        all.card[i] = r->card[i].in;
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        add_all<T, flaw><<<c->grid, c->block, 0, c->stream>>>(all, (T *)c->out, r->n, i, runs);
    });
    lesson_meet(r);
}

template <class T, enum lesson_collective kind> static void launch_some(struct reduction *r)
{
    struct inputs all = {{}, r->cards};
    for (int i = 0; i < r->cards; i++)
        all.card[i] = r->card[i].in;
    lesson_meet(r);
    lesson_on_cards(r, [&](struct reduction *c, int i) {
        for (int k = 0; k < r->cards; k++) {
            size_t from, n;
            lesson_card_part(r, r->n, k, &from, &n);
            if (kind == LESSON_ALL_GATHER || (kind == LESSON_REDUCE && i == 0) || (kind == LESSON_REDUCE_SCATTER && i == k))
                add_some<T><<<1, c->block, 0, c->stream>>>(all, (T *)c->out, from, from + n, kind == LESSON_ALL_GATHER ? k : -1);
        }
    });
    lesson_meet(r);
}

static void run_sums(struct lesson *l)
{
    lesson_run(l, "right", launch_sum<RIGHT>, 1);
    lesson_run(l, "no_card_1", launch_sum<NO_CARD_1>, 1);
    lesson_run(l, "card_1_twice", launch_sum<CARD_1_TWICE>, 1);
    lesson_run(l, "last_element", launch_sum<LAST_ELEMENT>, 1);
    lesson_run(l, "only_card_0", launch_sum<ONLY_CARD_0>, 1);
    lesson_run(l, "no_wait", launch_sum<NO_WAIT>, 1);
    lesson_run(l, "not_there", launch_sum<NOT_THERE>, 1);
    lesson_run(l, "changes", launch_sum<CHANGES>, 1);
}

template <class T> static void run_each(struct lesson *l)
{
#define RUN(name, flaw) lesson_run_collective(l, LESSON_ALL_REDUCE, name, launch_all<T, flaw>, 1)
    RUN("right", RIGHT);
    RUN("unwritten", UNWRITTEN);
    RUN("one_card_unwritten", ONE_CARD_UNWRITTEN);
    RUN("own_element", OWN_ELEMENT);
    RUN("missing", MISSING);
    RUN("twice", TWICE);
    RUN("behind", BEHIND);
    RUN("other_order", OTHER_ORDER);
    RUN("shifted", SHIFTED);
    RUN("stale", STALE);
    lesson_run_collective(l, LESSON_REDUCE, "reduce", launch_some<T, LESSON_REDUCE>, 1);
    lesson_run_collective(l, LESSON_REDUCE_SCATTER, "reduce_scatter", launch_some<T, LESSON_REDUCE_SCATTER>, 1);
    lesson_run_collective(l, LESSON_ALL_GATHER, "all_gather", launch_some<T, LESSON_ALL_GATHER>, 1);
    lesson_run_collective(l, LESSON_REDUCE, "scatter_for_reduce", launch_some<T, LESSON_REDUCE_SCATTER>, 1);
    lesson_run_collective(l, LESSON_ALL_GATHER, "reduce_for_gather", launch_all<T, RIGHT>, 1);
}

int main(int argc, char **argv)
{
    static struct lesson_about about = {"wrong results of several cards", NULL, NULL, NULL, 0, "-n 1000", NULL, NULL, NULL};
    int each = getenv("PLANTED_EACH") != NULL;
    about.offers = LESSON_CARDS | LESSON_INT | (each ? LESSON_FLOAT | LESSON_EACH_CARD | LESSON_OUTPUT : 0);
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    if (!each)
        run_sums(&l);
    else if (l.plan.is_float)
        run_each<float>(&l);
    else
        run_each<int>(&l);
    return lesson_end(&l);
}
