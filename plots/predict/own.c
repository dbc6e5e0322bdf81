/* own.c: kernels that are not the lessons', from counters of one run. */
#include "model.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How many 4096 or 64x2x1 is */
static double product(const char *text)
{
    double all = 1;
    char *end;

    for (;; text = end + 1) {
        all *= strtod(text, &end);
        if (*end != 'x')
            return all;
    }
}

static bool is_harness(const char *function)
{
    return !strncmp(function, "harness::", 9) || strstr(function, "<harness::");
}

/* The launches of a run become those of this kernel, as if counted at `n` elements. */
void read_inspected(struct kernel *kernel, const char *name, double n)
{
    struct csv csv;
    struct size *size = kernel->size = more_room(NULL, 0, sizeof *size);

    *size = (struct size){ .n = n, .rows = 1, .bytes = 4 * n };
    kernel->sizes = 1;
    kernel->is_steady = true;
    if (!csv_open(&csv, name))
        return;
    while (csv_next(&csv)) {
        const char *function = csv_field(&csv, "kernel");
        struct launch *launch;

        if (*csv_field(&csv, "file") || (is_harness(function) && strncmp(function, "harness::finish", 15) != 0))
            continue;
        size->launch = more_room(size->launch, size->launches, sizeof *size->launch);
        launch = &size->launch[size->launches++];
        *launch = (struct launch){ .function = function, .grid = product(csv_field(&csv, "grid")),
                                   .threads = product(csv_field(&csv, "block")),
                                   .shared = csv_number(&csv, "shared_bytes"), .launches = csv_number(&csv, "launches") };
        for (int i = 0; i < COUNTERS; i++)
            launch->count[i] = csv_number(&csv, counter_names[i]) / csv_number(&csv, "blocks") * launch->grid;
    }
}

/* What common/cpu/inspector/findings/footprint.h counts of them */
void read_bytes(struct kernel *kernel, const char *name)
{
    struct csv csv;

    if (!csv_open(&csv, name))
        return;
    while (csv_next(&csv)) {
        double grid = product(csv_field(&csv, "grid")), threads = product(csv_field(&csv, "block"));
        double scale = 32 * grid / csv_number(&csv, "blocks");

        for (int k = 0; k < kernel->size->launches; k++) {
            struct launch *launch = &kernel->size->launch[k];

            if (launch->grid != grid || launch->threads != threads || !csv_is(&csv, "kernel", launch->function))
                continue;
            launch->loaded = csv_number(&csv, "loaded_sectors") * scale;
            launch->stored = csv_number(&csv, "stored_sectors") * scale;
            launch->partial = csv_number(&csv, "partial_sectors") * scale;
        }
    }
}

/* The launch becomes the only stage, with `times` as many blocks. */
void make_own(struct reduction *r, const struct launch *launch, const struct card *card, double times)
{
    static struct kernel kernel;
    struct launch *s;

    kernel.lesson = lesson_called("");
    *r = (struct reduction){ .kernel = &kernel, .card = card, .stage = r->stage };
    s = add_stage(r, launch, launch->grid * times);
    s->launches = 1;
    s->is_from_memory = s->is_own = true;
    for (int i = 0; i < COUNTERS; i++)
        s->count[i] *= times;
    s->loaded *= times;
    s->stored *= times;
    s->partial *= times;
    s->bytes = s->loaded + s->stored + s->partial;
    make_terms(r, 0);
}

static bool is_scattered(double requests, double sectors, double bytes)
{
    return sectors > 8 * requests && 32 * sectors > 1.5 * bytes;
}

const char *own_why_not(const struct reduction *r)
{
    const struct launch *s = r->stage;
    const double *count = s->count, warps = s->grid * ceiling(s->threads / 32);
    struct parts is = parts_of(s);

    if (!s->bytes)
        return "it moves nothing to or from memory";
    if (count[SHARED_ATOMIC_REQUESTS])
        return "atomics in shared memory: how many meet at one word is not counted";
    if (count[GLOBAL_ATOMIC_LANES] > count[GLOBAL_ATOMIC_REQUESTS])
        return "several lanes of a warp add at once: how many meet at one word is not counted";
    if (is_scattered(count[GLOBAL_LOAD_REQUESTS], count[GLOBAL_LOAD_SECTORS], s->loaded) ||
        is_scattered(count[GLOBAL_STORE_REQUESTS], count[GLOBAL_STORE_SECTORS], s->stored + s->partial))
        return "its warps touch the same sectors again, far apart: whether a cache still has them is not counted";
    if (count[DIVERGENT_IFS] > warps)
        return "its warps divide more than once: how long their ways are is not counted";
    if (is.issue > is.memory)
        return "instructions take longer than memory: on a CPU device they are estimated, not counted";
    if (is.latency > is.memory && count[GLOBAL_LOAD_REQUESTS] > 4 * warps)
        return "waiting takes longer than memory: how many of its loads are in flight at a time is not counted";
    return "";
}

/* A prediction that beats the card is an error of this program. */
void assert_possible(const struct card *card, double ns, double limit)
{
    char *name = format("%s", card->card);

    if (ns >= limit * 0.999999)
        return;
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    quit(1, "predict: %.0f ns are predicted where the %s needs %.0f at least: an error of the model", ns, name, limit);
}
