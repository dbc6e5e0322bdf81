/* judge.c: has a program a race? The happens-before relation of PTX's memory model, written out as a graph.
 *
 * The words are those of the chapter "Memory Consistency Model" of NVIDIA's PTX ISA. A program comes with the order in
 * which its operations happened, so it is known which write each atomic has read from. The judge uses that order for
 * nothing else. It shares no code and no idea with the inspector, which keeps clocks: here every pair is looked at. */
#include "oracle.h"

#include <string.h>

/* Operations are nodes with their own numbers; a copy's read and write are two more. */
enum { NODES = 64 };

struct node {
    int op;                     /* that of the program */
    int is_access, is_write, is_strong;
    int place;                  /* global word, or the word of a block */
};

static struct graph {
    const struct program *p;
    unsigned int variant;
    int nodes;
    struct node node[NODES];
    uint64_t after[NODES];      /* bit j of after[i]: i happens before j */
    int from[OPS];              /* the operation whose value it reads; -1: the initial value */
    uint64_t met[NODES];                /* what is after it by program order and barriers alone */
    uint64_t acquired_by[NODES];        /* bit y of acquired_by[w]: y ends an acquire pattern that observes w */
    uint64_t seen_by[NODES];    /* observation order: bit j of seen_by[i]: j reads i's value, or that of an update chain */
} g;

static void edge(int a, int b) { g.after[a] |= 1ull << b; }

static int add_node(int op, int is_write, int is_strong, int place)
{
    g.node[g.nodes] = (struct node){ op, 1, is_write, is_strong, place };
    return g.nodes++;
}

static int is_in_scope(const struct program *p, const struct op *a, const struct op *b)
{
    return a->scope != OF_BLOCK || (g.variant & NO_SCOPES) || is_one_block(p, a->actor, b->actor);
}

/* Both strong, and each one's scope includes the other's thread; or of one thread. (All words have one size.) */
static int is_morally_strong(int i, int j)
{
    const struct program *p = g.p;
    const struct op *a = &p->op[i], *b = &p->op[j];

    return a->actor == b->actor || (is_strong(a) && is_strong(b) && is_in_scope(p, a, b) && is_in_scope(p, b, a));
}

static int releases(const struct op *o) { return is_strong(o) && o->order >= RELEASE && o->kind != LOAD; }

static int acquires(const struct op *o)
{
    return is_strong(o) && o->kind != STORE && (o->order == ACQUIRE || o->order >= ACQ_REL);
}

static int reads(const struct op *o) { return o->kind == LOAD || o->kind == UPDATE; }
static int writes(const struct op *o) { return o->kind == STORE || o->kind == UPDATE; }

/* ---- The relations --------------------------------------------------------------------------- */

static void program_order(void)
{
    int last[ACTORS];

    memset(last, 255, sizeof last);
    for (int i = 0; i < g.p->ops; i++) {
        const struct op *o = &g.p->op[i];

        if (last[o->actor] >= 0)
            edge(last[o->actor], i);
        last[o->actor] = i;
    }
}

/* All that was before a barrier is before all that is after it, for those that took part. */
static void meetings(void)
{
    for (int i = 0; i < g.p->ops; i++)
        for (int j = 0; j < g.p->ops; j++)
            if (i != j && g.p->op[i].kind != VOTE && is_meeting(&g.p->op[i]) && is_meeting(&g.p->op[j])
                && g.p->op[i].meeting == g.p->op[j].meeting)
                edge(i, j);
}

/* Is launch i before launch j, which came later, without a third one? In one stream; by an event; because the host has
 * waited for the stream of i; or because one of them is in the default stream, and the other not in one that ignores it.
 * For the default stream the host waits as work in it does: also for the ordinary stream. */
static int is_launch_before(int i, int j)
{
    const struct launch *a = &g.p->launch[i], *b = &g.p->launch[j];
    int by_host = 0;

    for (int k = i + 1; k <= j; k++)
        by_host |= (g.p->launch[k].synced >> a->stream & 1)
                   || ((g.p->launch[k].synced & 1 << DEFAULT_STREAM) && a->stream == BLOCKING_STREAM);
    return a->stream == b->stream || (b->awaited >> i & 1) || by_host || a->stream + b->stream == BLOCKING_STREAM;
}

static void launches(void)
{
    int before[LAUNCHES][LAUNCHES] = { 0 };

    for (int j = 0; j < g.p->launches; j++)
        for (int i = 0; i < j; i++)
            before[i][j] = is_launch_before(i, j);
    for (int k = 0; k < LAUNCHES; k++)
        for (int i = 0; i < LAUNCHES; i++)
            for (int j = 0; j < LAUNCHES; j++)
                before[i][j] |= before[i][k] && before[k][j];
    for (int i = 0; i < g.p->ops; i++)
        for (int j = 0; j < g.p->ops; j++)
            if (before[g.p->actor[g.p->op[i].actor].launch][g.p->actor[g.p->op[j].actor].launch])
                edge(i, j);
}

/* Copies that nobody has waited for are done when their launch has ended. */
static void copy_ends(int write, int launch)
{
    for (int j = 0; j < g.p->ops; j++)
        for (int i = 0; i < g.p->ops; i++)
            if (g.p->actor[g.p->op[i].actor].launch == launch && g.p->actor[g.p->op[j].actor].launch != launch
                && (g.after[i] >> j & 1))
                edge(write, j);
}

/* A copy happens as if by another thread, which the copying one has started: after what that thread did before. Nothing
 * is after the copy but a wait that covers its group. */
static void copies(void)
{
    for (int i = 0; i < g.p->ops; i++) {
        const struct op *o = &g.p->op[i];
        int read, write, group = -1, later = 0;

        if (o->kind != COPY)
            continue;
        read = add_node(i, 0, 0, place_of(g.p, o->actor, o->from));
        write = add_node(i, 1, 0, place_of(g.p, o->actor, o->word));
        edge(i, read);
        edge(read, write);
        copy_ends(write, g.p->actor[o->actor].launch);
        for (int j = i + 1; j < g.p->ops; j++) {
            const struct op *w = &g.p->op[j];

            if (w->actor != o->actor)
                continue;
            if (w->kind == COMMIT) {
                later += group >= 0;
                group = 0;
            }
            if (w->kind == WAIT && group >= 0 && w->prior <= later && !(g.variant & NO_WAITS))
                edge(write, j);
        }
    }
}

/* Which write does each atomic read from? And which writes does it observe: that one, and if that is an update, those
 * which that one observes. */
static void observation_order(void)
{
    int last[PLACES];

    memset(last, 255, sizeof last);
    for (int i = 0; i < g.p->ops; i++) {
        const struct op *o = &g.p->op[i];
        int place = uses_word(o) ? place_of(g.p, o->actor, o->word) : 0;

        g.from[i] = reads(o) ? last[place] : -1;
        if (writes(o) || o->kind == WRITE)
            last[place] = i;
    }
    for (int r = 0; r < g.p->ops; r++)
        for (int by = r, w; (w = g.from[by]) >= 0 && is_strong(&g.p->op[w]) && is_morally_strong(w, by); by = w) {
            g.seen_by[w] |= 1ull << r;
            if (g.p->op[w].kind != UPDATE)
                break;
        }
}

/* The first operations of the release patterns that end with the write w. */
static uint64_t release_patterns(int w)
{
    const struct op *o = &g.p->op[w];
    uint64_t first = releases(o) ? 1ull << w : 0;

    for (int i = 0; i < w; i++) {
        const struct op *x = &g.p->op[i];

        if (x->actor == o->actor && releases(x)
            && ((x->kind == FENCE && !(g.variant & NO_FENCES))
                || (x->kind != FENCE && x->word == o->word && !(g.variant & ONE_ACCESS_ONLY))))
            first |= 1ull << i;
    }
    return first;
}

/* The last operations of the acquire patterns that begin with the read r. */
static uint64_t acquire_patterns(int r)
{
    const struct op *o = &g.p->op[r];
    uint64_t last = acquires(o) ? 1ull << r : 0;

    for (int i = r + 1; i < g.p->ops; i++) {
        const struct op *y = &g.p->op[i];

        if (y->actor == o->actor && acquires(y)
            && ((y->kind == FENCE && !(g.variant & NO_FENCES))
                || (y->kind != FENCE && y->word == o->word && !(g.variant & ONE_ACCESS_ONLY))))
            last |= 1ull << i;
    }
    return last;
}

/* A release pattern from x to the write w synchronizes with the acquire patterns that begin with the read r, if the last
 * operation of these and x are morally strong. */
static void synchronize(int x, int w, int r)
{
    uint64_t last = acquire_patterns(r);

    if ((g.variant & OLD_ATOMICS_ACQUIRE) && g.p->op[r].kind == UPDATE && g.p->op[r].spelling >= ATOMIC_EXCH)
        last |= 1ull << r;
    for (int y = 0; y < g.p->ops; y++)
        if ((last >> y & 1) && is_morally_strong(x, y)) {
            edge(x, y);
            g.acquired_by[w] |= 1ull << y;
        }
}

/* Release patterns synchronize with acquire patterns whose read observes their write. */
static void synchronizes_with(void)
{
    for (int w = 0; w < g.p->ops; w++)
        for (int r = 0; r < g.p->ops; r++)
            for (int x = 0; x <= w && (g.seen_by[w] >> r & 1); x++)
                if (release_patterns(w) >> x & 1)
                    synchronize(x, w, r);
}

static void close_transitively(uint64_t *after)
{
    for (int k = 0; k < g.nodes; k++)
        for (int i = 0; i < g.nodes; i++)
            if (after[i] >> k & 1)
                after[i] |= after[k];
}

/* The same for fences of other threads, which have met the writing one since. */
static void fences_of_others(void)
{
    for (int round = 0; round < g.p->ops; round++) {
        for (int w = 0; w < g.p->ops; w++)
            for (int r = 0; r < g.p->ops; r++)
                for (int x = 0; x < w && (g.seen_by[w] >> r & 1); x++)
                    if (g.p->op[x].kind == FENCE && releases(&g.p->op[x])
                        && is_one_block(g.p, g.p->op[x].actor, g.p->op[w].actor) && (g.met[x] >> w & 1))
                        synchronize(x, w, r);
        close_transitively(g.after);
    }
}

/* Causality order: base causality order, or observed by something that is before in it. */
static int is_before(int i, int j)
{
    uint64_t seen = g.variant & SEEING_IS_NO_ORDER ? g.acquired_by[i] : g.seen_by[i];

    if (g.after[i] >> j & 1)
        return 1;
    for (int z = 0; z < g.p->ops; z++)
        if ((seen >> z & 1) && (g.after[z] >> j & 1))
            return 1;
    return 0;
}

/* What is after an atomic write of a word is after the atomics on that word which came before it. */
static void earlier_atomics_go_along(void)
{
    for (int i = 0; i < g.p->ops; i++)
        for (int k = i + 1; k < g.p->ops; k++) {
            const struct node *a = &g.node[i], *b = &g.node[k];

            if (!a->is_access || !a->is_strong || !b->is_access || !b->is_strong || !b->is_write || a->place != b->place
                || !(g.after[i] >> k & 1))
                continue;
            for (int j = 0; j < g.nodes; j++)
                if (is_before(k, j))
                    edge(i, j);
        }
}

int judge(const struct program *p, unsigned int variant, int *one, int *other)
{
    memset(&g, 0, sizeof g);
    g.p = p;
    g.variant = variant;
    g.nodes = p->ops;
    for (int i = 0; i < p->ops; i++) {
        const struct op *o = &p->op[i];

        g.node[i] = (struct node){ i, uses_word(o), writes(o) || o->kind == WRITE, is_strong(o),
                                   uses_word(o) ? place_of(p, o->actor, o->word) : -1 };
    }
    program_order();
    meetings();
    memcpy(g.met, g.after, sizeof g.met);
    close_transitively(g.met);
    launches();
    copies();
    observation_order();
    synchronizes_with();
    close_transitively(g.after);
    if (variant & FENCES_OF_OTHERS)
        fences_of_others();
    if (variant & EARLIER_ATOMICS_GO_ALONG)
        earlier_atomics_go_along();
    for (int j = 0; j < g.nodes; j++)
        for (int i = 0; i < j; i++) {
            const struct node *a = &g.node[i], *b = &g.node[j];

            if (a->is_access && b->is_access && a->place == b->place && (a->is_write || b->is_write)
                && !(a->is_strong && b->is_strong && is_morally_strong(a->op, b->op))
                && !is_before(i, j) && !is_before(j, i)) {
                *one = a->op;
                *other = b->op;
                return 1;
            }
        }
    return 0;
}
