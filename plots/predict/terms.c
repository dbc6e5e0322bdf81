/* terms.c: how long a reduction takes on a card, in terms of what it counts.
 *
 * A launch takes as long as the longest of what goes on at the same time, a little longer where several are long:
 *   T = (sum of T_i ^ sharpness) ^ (1 / sharpness)
 * and a reduction as long as its launches, one after the other, and what each of them takes to begin. */
#include "model.h"

#include <string.h>

/* Of L2; ncu on an H100: of 67 and of 1074 MB, 48 and 1055 were written while a copy ran */
#define KEPT_DIRTY 0.36

bool uses_counters = true;
double own_begin;

static double weight(enum weight_name name) { return weights[name].value; }

static double warps_of(const struct launch *launch) { return ceiling(launch->threads / 32); }

double amount(const struct launch *launch, enum weight_name what)
{
    const double *count = launch->count;

    switch (what) {
    case PER_WARP: return launch->grid * warps_of(launch);
    case PER_GLOBAL_LOAD: return count[GLOBAL_LOAD_REQUESTS];
    case PER_GLOBAL_STORE: return count[GLOBAL_STORE_REQUESTS];
    case PER_SHARED: return count[SHARED_LOAD_REQUESTS] + count[SHARED_STORE_REQUESTS];
    case PER_BARRIER: return count[BARRIERS] * warps_of(launch);
    case PER_WARP_SYNC: return count[WARP_SYNCS];
    case PER_SHUFFLE: return count[SHUFFLES];
    default: return count[DIVERGENT_IFS];
    }
}

/* Instructions that the warps of a stage execute, from what they do */
static double instructions(const struct launch *launch)
{
    double sum = 0;

    for (int i = 0; i < PARTS; i++)
        sum += amount(launch, i) * weight(i);
    return sum;
}

double distance(double a, double b) { return a > b ? a / b : b / a; }

/* Corrections that were worked out: they are the same for all types of a kernel. */
static struct corrected {
    const struct ncu *from;
    int block;
    double more;
} *corrected;
static int corrected_count;

void forget_corrections(void) { corrected_count = 0; }

/* How many more instructions a warp executes than that, as ncu has counted at the nearest size; 0 where it has not. */
double correction(const struct kernel *kernel, const struct card *card, double n)
{
    static struct reduction r;
    const struct ncu *best = NULL;
    double more;

    for (const struct ncu *row = NULL; uses_counters && (row = next_ncu(kernel, row));)
        if (!best || distance(row->n, n) < distance(best->n, n))
            best = row;
    if (!best)
        return 0;
    for (int i = 0; i < corrected_count; i++)
        if (corrected[i].from == best && corrected[i].block == kernel->block)
            return corrected[i].more;
    /* with another grid it was another task */
    if (!scale(&r, kernel_called(kernel->lesson->name, kernel->name, kernel->type, (int)best->block), card, best->n,
               kernel->lesson->rows) || distance(r.stage->grid, best->grid) > 1.5)
        return 0;
    more = (best->instructions - instructions(r.stage)) / (r.stage->grid * warps_of(r.stage));
    corrected = more_room(corrected, corrected_count, sizeof *corrected);
    corrected[corrected_count++] = (struct corrected){ best, kernel->block, more };
    return more;
}

/* What a kernel that is not a lesson's takes at least: what it moves comes over the bus, and an SM has one wavefront in a
 * cycle. */
double limit_ns(const struct reduction *r)
{
    const struct launch *s = r->stage;
    double wavefronts = s->count[SHARED_LOAD_WAVEFRONTS] + s->count[SHARED_STORE_WAVEFRONTS];

    return most(traffic(r, s, 0) / r->card->peak, wavefronts / (least(s->grid, r->card->sms) * r->card->clock));
}

/* The bytes that a stage moves to and from memory, with so many blocks at a time. What a block reads again is still in a
 * cache, unless all of them together have read more since then than L2 holds. */
double traffic(const struct reduction *r, const struct launch *s, double resident)
{
    double reads = 32 * s->count[GLOBAL_LOAD_SECTORS], writes = 32 * s->count[GLOBAL_STORE_SECTORS], once = s->bytes;

    /* a kernel whose distinct sectors are known: L2 keeps some of what was written last, and reads what was written in part */
    if (s->is_own)
        return s->loaded + s->partial + most(0, s->stored + s->partial - KEPT_DIRTY * r->card->l2);
    if (!once)
        return 0;
    if (once * resident / s->grid > r->card->l2)
        return most(once, reads + writes * weight(WRITE));
    return least(once, reads) + least(writes, once) * (reads > once ? weight(WRITE) : 0);
}

/* The part of a stage's loads that has to wait for memory, as nobody has read that before: by the same rule */
static double first_read(const struct reduction *r, const struct launch *s, double resident)
{
    double reads = 32 * s->count[GLOBAL_LOAD_SECTORS], once = s->bytes;

    if (s->is_own)
        return reads ? least(1, s->loaded / reads) : 1;
    return !once || !reads || once * resident / s->grid > r->card->l2 ? 1 : least(1, once / reads);
}

/* What is read comes over the bus, and what is written and does not fit into L2 */
static double sure_of(const struct reduction *r, const struct launch *s)
{
    double reads = 32 * s->count[GLOBAL_LOAD_SECTORS];

    if (s->is_own)
        return limit_ns(r);
    return most(least(s->bytes, reads), least(s->bytes, 32 * sectors_of(s)) - r->card->l2) / r->card->peak;
}

static void set_terms(const struct reduction *r, struct launch *s, double more)
{
    const struct card *card = r->card;
    const struct lesson *lesson = r->kernel->lesson;
    struct terms *t = &s->terms;
    double per = occupancy(card, lesson, s), warps = warps_of(s), active = least(s->grid, card->sms);
    double resident = least(s->grid, card->sms * per), fresh = first_read(r, s, resident);
    double loads = loads_in_flight(card, lesson, s->function);
    double rounds = s->count[GLOBAL_LOAD_REQUESTS] / (s->grid * warps);
    double counted = instructions(s), atomics = s->count[GLOBAL_ATOMIC_REQUESTS];

    counted = most(counted / 4, counted + (s->is_from_memory ? more * s->grid * warps : 0));
    rounds = rounds > loads ? rounds / loads : least(rounds, 1);
    t->issue = counted / (4 * active * card->clock);
    t->memory = traffic(r, s, resident) / card->peak * card->slower;
    t->l1 = sectors_of(s) / (4 * active * card->clock);
    t->shared = (s->count[SHARED_LOAD_WAVEFRONTS] + s->count[SHARED_STORE_WAVEFRONTS]) / (active * card->clock);
    t->blocks = s->grid * card->block_ns;
    t->atomics = atomics * card->atomic_ns;
    /* a block's life: rounds of loads, instructions of a warp, barriers */
    t->waves = most(s->grid / (card->sms * per), 1);
    t->loads = rounds * fresh * (s->is_from_memory ? card->memory_ns : card->l2_ns);
    t->again = rounds * (1 - fresh) * card->l2_ns;
    t->steps = counted / (s->grid * warps) / card->clock;
    t->waits = s->count[BARRIERS] / s->grid / card->clock;
    t->warps = warps;
    /* what comes at the end of the last blocks: their atomics; or they wait for each other, where nothing else brings
     * together what blocks of a grid as large as the device have */
    t->tail = least(atomics, card->sms * per) * card->atomic_ns;
    t->sync = s == &r->stage[r->stages - 1] && s->is_as_device && s->grid > 1 && !atomics;
    t->sure = sure_of(r, s);
}

/* Warps of those stages that read from memory execute so many instructions more than it seems. */
void make_terms(struct reduction *r, double more)
{
    for (int k = 0; k < r->stages; k++)
        set_terms(r, &r->stage[k], more);
}

bool make_reduction(struct reduction *r, const struct kernel *kernel, const struct card *card, double n, double rows)
{
    double more = correction(kernel, card, n);

    if (!scale(r, kernel, card, n, rows))
        return false;
    make_terms(r, more);
    return true;
}

/* A kernel that is not a lesson's brings nothing together, and clears nothing for that */
double begin_of(const struct launch *s) { return s->is_own ? own_begin : weight(BEGIN); }

static double sync_of(const struct launch *s)
{
    return s->terms.sync * (weight(GRID_SYNC) + weight(GRID_SYNC_BLOCK) * s->grid);
}

static double clear_of(const struct launch *s) { return s->terms.tail > 0 && !s->is_own ? weight(CLEAR) : 0; }

double comes_after(const struct launch *s, bool is_first)
{
    return (is_first ? 0 : weight(NEXT_LAUNCH)) + clear_of(s) + sync_of(s);
}

struct parts parts_of(const struct launch *s)
{
    const struct terms *t = &s->terms;
    struct parts is;
    double p = weight(SHARPNESS), q = weight(MEMORY_SHARPNESS), x;
    double life = t->loads * weight(LOADED_LATENCY) + t->again * weight(AGAIN) + t->steps * weight(STEP) +
                  t->waits * (weight(BARRIER) + weight(BARRIER_WARP) * t->warps) + weight(BLOCK_LIFE);

    is.issue = t->issue / weight(ISSUE_SHARE);
    is.memory = t->memory / weight(READ_SHARE);
    is.l1 = t->l1 / weight(L1_SHARE);
    is.shared = t->shared / weight(SHARED_SHARE);
    is.latency = t->waves * life;
    x = pow(is.issue, p) + pow(is.latency, p) + pow(is.l1, p) + pow(is.shared, p);
    x = pow(x, q / p) + pow(is.memory, q);
    is.smooth = pow(x, 1 / q) + t->tail * weight(TAIL);
    return is;
}

double time_of(const struct reduction *r)
{
    double all = begin_of(r->stage);

    for (int k = 0; k < r->stages; k++) {
        const struct launch *s = &r->stage[k];
        double x = most(most(parts_of(s).smooth, s->terms.sure), most(s->terms.blocks, s->terms.atomics)); /* one at a time */

        x += clear_of(s) + sync_of(s);
        all += (x + (k > 0 ? weight(NEXT_LAUNCH) : 0)) * s->launches;
    }
    return all;
}

double sure_ns(const struct reduction *r)
{
    double sum = 0;

    for (int k = 0; k < r->stages; k++)
        sum += r->stage[k].terms.sure * r->stage[k].launches;
    return sum;
}

/* The longest term of the longest launch, or what launches take to begin */
const char *binding(const struct reduction *r)
{
    double begins = begin_of(r->stage), longest = 0;
    const char *name = "";

    for (int k = 0; k < r->stages; k++)
        begins += (k > 0 ? weight(NEXT_LAUNCH) : 0) + clear_of(&r->stage[k]) + r->stage[k].terms.sync * weight(GRID_SYNC);
    if (begins > time_of(r) / 2)
        return "launches";
    for (int k = 0; k < r->stages; k++) {
        const struct terms *t = &r->stage[k].terms;
        struct parts is = parts_of(&r->stage[k]);
        const struct { const char *name; double ns; } terms[] = {
            { "memory", is.memory }, { "issue", is.issue }, { "latency", is.latency }, { "shared", is.shared }, { "l1", is.l1 },
            /* these two decide alone, or not at all */
            { "blocks", t->blocks >= is.smooth ? t->blocks : 0 }, { "atomics", t->atomics >= is.smooth ? t->atomics : 0 }
        };

        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            if (terms[i].ns > longest) {
                longest = terms[i].ns;
                name = terms[i].name;
            }
    }
    return name;
}

const char *why_not(const struct reduction *r)
{
    const struct kernel *kernel = r->kernel;
    const struct launch *last = &r->stage[r->stages - 1];

    if (!kernel->is_steady)
        return "its work depends on the data";
    for (int s = 1; s < kernel->sizes; s++)
        if (strcmp(kernel->size[s].launch->function, kernel->size[s - 1].launch->function) != 0)
            return "it launches other kernels at other sizes";
    /* neither a later launch, nor atomics, nor the grid itself brings together what several blocks have */
    if (last->grid > 1 && !last->count[GLOBAL_ATOMIC_REQUESTS] && !last->is_as_device && !r->is_of_rows)
        return "the host adds up what its blocks leave";
    return "";
}
