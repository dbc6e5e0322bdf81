/* tables.c: what was recorded of kernels and cards. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

const char *const counter_names[COUNTERS] = {
    "global_load_requests", "global_load_sectors", "global_store_requests", "global_store_sectors", "shared_load_requests",
    "shared_load_wavefronts", "shared_store_requests", "shared_store_wavefronts", "global_atomic_requests",
    "global_atomic_lanes", "shared_atomic_requests", "barriers", "warp_syncs", "shuffles", "divergent_ifs"
};
struct weight weights[WEIGHTS] = {
    { .name = "per_warp" }, { .name = "per_global_load" }, { .name = "per_global_store" }, { .name = "per_shared" },
    { .name = "per_barrier" }, { .name = "per_warp_sync" }, { .name = "per_shuffle" }, { .name = "per_divergent_if" },
    { .name = "sharpness" }, { .name = "memory_sharpness" }, { .name = "issue_share" }, { .name = "read_share" },
    { .name = "l1_share" }, { .name = "shared_share" }, { .name = "loaded_latency" }, { .name = "again" },
    { .name = "write" }, { .name = "step" }, { .name = "barrier" }, { .name = "barrier_warp" }, { .name = "block_life" },
    { .name = "begin" }, { .name = "next_launch" }, { .name = "clear" }, { .name = "tail" }, { .name = "grid_sync" },
    { .name = "grid_sync_block" }
};
struct kernel *kernels;
struct lesson *lessons;
int kernel_count;

/* What the compiler says of a kernel, for one architecture */
static struct sass {
    const char *lesson, *kernel;
    int arch;
    double registers, loads; /* loads: that are in flight */
} *sass;
static struct card *cards;
static struct ncu *ncu_rows;
static int sass_count, card_count, ncu_count;

void open_table(struct csv *csv, const char *name)
{
    if (!csv_open(csv, name))
        csv_bad(csv, "no such file");
}

struct lesson *lesson_called(const char *name)
{
    struct lesson **at = &lessons;

    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    if (!*at) {
        *at = more_room(NULL, 0, sizeof **at);
        **at = (struct lesson){ .name = name, .number = strlen(name) > 6 ? strtod(name + 6, NULL) : 0 };
    }
    return *at;
}

struct kernel *kernel_called(const char *lesson, const char *name, const char *type, int block)
{
    for (int i = kernel_count; i-- > 0;)
        if (kernels[i].block == block && !strcmp(kernels[i].lesson->name, lesson) && !strcmp(kernels[i].name, name) &&
            !strcmp(kernels[i].type, type))
            return &kernels[i];
    return NULL;
}

struct kernel *kernel_of(const struct csv *csv)
{
    return kernel_called(csv_field(csv, "lesson"), csv_field(csv, "kernel"), csv_field(csv, "type"), (int)csv_number(csv, "block"));
}

static struct kernel *add_kernel(const struct csv *csv)
{
    kernels = more_room(kernels, kernel_count, sizeof *kernels);
    kernels[kernel_count] = (struct kernel){ lesson_called(csv_field(csv, "lesson")), csv_field(csv, "kernel"),
                                             csv_field(csv, "type"), (int)csv_number(csv, "block"), false, NULL, 0 };
    return &kernels[kernel_count++];
}

static struct size *size_of(struct kernel *kernel, const struct csv *csv)
{
    double n = csv_number(csv, "n");

    if (!kernel->sizes || kernel->size[kernel->sizes - 1].n != n) {
        kernel->size = more_room(kernel->size, kernel->sizes, sizeof *kernel->size);
        kernel->size[kernel->sizes++] = (struct size){ n, csv_number(csv, "batch"), csv_number(csv, "bytes"), NULL, 0 };
    }
    return &kernel->size[kernel->sizes - 1];
}

/* What plots/predict/counts.sh recorded */
static void read_counts(const char *name)
{
    struct csv csv;

    for (open_table(&csv, name); csv_next(&csv);) {
        struct kernel *known = kernel_of(&csv), *kernel = known ? known : add_kernel(&csv);
        struct size *size = size_of(kernel, &csv);
        struct launch *launch;

        kernel->is_steady = csv_is(&csv, "steady", "yes");
        size->launch = more_room(size->launch, size->launches, sizeof *size->launch);
        launch = &size->launch[size->launches++];
        *launch = (struct launch){ .function = csv_field(&csv, "function"), .grid = csv_number(&csv, "grid"),
                                   .threads = csv_number(&csv, "threads"), .shared = csv_number(&csv, "shared_bytes"),
                                   .launches = csv_number(&csv, "launches") };
        for (int i = 0; i < COUNTERS; i++)
            launch->count[i] = csv_number(&csv, counter_names[i]);
        if (size->launches > 1) /* how does it depend on the grid before it? */
            learn_later(launch, launch[-1].grid);
    }
}

/* A figure that nobody has measured on this card is that of the first card in the table: the same number of cycles for
 * what an SM does, the same time for what the whole card does. */
static double figure(const struct csv *csv, const char *name, double of_first)
{
    return *csv_field(csv, name) ? csv_number(csv, name) : of_first;
}

static int arch_of(const struct csv *csv)
{
    const char *arch = csv_field(csv, "arch");

    return atoi(arch + strcspn(arch, "0123456789"));
}

static void read_cards(const char *name)
{
    struct csv csv;
    double first_share = 0, share;

    for (open_table(&csv, name); csv_next(&csv);) {
        struct card *card, *first;

        cards = more_room(cards, card_count, sizeof *cards);
        card = &cards[card_count++];
        first = card_count > 1 ? cards : card;
        *card = (struct card){
            .card = csv_field(&csv, "card"), .name = csv_field(&csv, "name"), .is_measured = csv_is(&csv, "measured", "yes"),
            .sms = csv_number(&csv, "sms"), .mhz = csv_number(&csv, "clock_mhz"), .peak = csv_number(&csv, "peak_gbps"),
            .l2_mib = csv_number(&csv, "l2_mib"), .max_threads = csv_number(&csv, "max_threads"),
            .max_blocks = csv_number(&csv, "max_blocks"), .registers = csv_number(&csv, "registers"),
            .shared_kib = csv_number(&csv, "shared_kib"), .slower = 1
        };
        card->clock = card->mhz / 1000;
        card->l2 = card->l2_mib * 1048576;
        card->memory_ns = figure(&csv, "memory_ns", first->memory_ns * first->mhz / card->mhz);
        card->l2_ns = figure(&csv, "l2_ns", first->l2_ns * first->mhz / card->mhz);
        card->block_ns = figure(&csv, "block_ns", first->block_ns);
        card->atomic_ns = figure(&csv, "atomic_ns", first->atomic_ns);
        share = csv_number(&csv, "read_share");
        if (first == card)
            first_share = share;
        if (share > 0 && first_share > 0)
            card->slower = first_share / share;
        card->arch = arch_of(&csv);
        if (card->arch == 86 || card->arch == 89) /* not recorded: the next before it */
            card->arch = 80;
    }
}

static void read_sass(const char *name)
{
    struct csv csv;

    for (open_table(&csv, name); csv_next(&csv);) {
        sass = more_room(sass, sass_count, sizeof *sass);
        sass[sass_count++] = (struct sass){ csv_field(&csv, "lesson"), csv_field(&csv, "kernel"), arch_of(&csv),
                                            csv_number(&csv, "registers"), csv_number(&csv, "most_loads_in_flight") };
    }
}

static void read_counters(const char *name)
{
    struct csv csv;

    for (open_table(&csv, name); csv_next(&csv);) {
        ncu_rows = more_room(ncu_rows, ncu_count, sizeof *ncu_rows);
        ncu_rows[ncu_count++] = (struct ncu){ csv_field(&csv, "lesson"), csv_field(&csv, "kernel"), csv_number(&csv, "n"),
                                              csv_number(&csv, "block"), csv_number(&csv, "grid"),
                                              csv_number(&csv, "instructions") };
    }
}

static void read_weights(const char *name)
{
    struct csv csv;

    for (open_table(&csv, name); csv_next(&csv);)
        for (struct weight *w = weights; w < weights + WEIGHTS; w++)
            if (csv_is(&csv, "weight", w->name)) {
                w->value = csv_number(&csv, "value");
                w->prior = csv_field(&csv, "prior");
                w->what = csv_field(&csv, "what");
                w->began = log(csv_number(&csv, "prior"));
            }
}

const struct ncu *next_ncu(const struct kernel *kernel, const struct ncu *before)
{
    for (const struct ncu *row = before ? before + 1 : ncu_rows; row < ncu_rows + ncu_count; row++)
        if (!strcmp(row->lesson, kernel->lesson->name) && !strcmp(row->kernel, kernel->name))
            return row;
    return NULL;
}

void read_model(void)
{
    struct csv csv;

    read_counts(option("counts"));
    read_cards(option("cards"));
    read_sass(option("sass"));
    read_counters(option("counters"));
    for (open_table(&csv, option("declared")); csv_next(&csv);) {
        struct lesson *lesson = lesson_called(csv_field(&csv, "lesson"));

        lesson->n = csv_number(&csv, "n");
        lesson->rows = csv_number(&csv, "batch");
    }
    read_weights(option("weights"));
}

const struct card *card_called(const char *name)
{
    const char *list = "";

    for (int i = card_count; i-- > 0;)
        if (!strcmp(cards[i].card, name))
            return &cards[i];
    for (int i = 0; i < card_count; i++)
        list = format("%s%s%s", list, i ? ", " : "", cards[i].card);
    quit(2, "CARD=%s: there is no such card in %s; there are: %s. Add a row there, or on a machine with the card: make calibrate",
         name, option("cards"), list);
}

static const struct sass *sass_of(const struct card *card, const struct lesson *lesson, const char *function)
{
    for (int i = sass_count; i-- > 0;)
        if (sass[i].arch == card->arch && !strcmp(sass[i].kernel, function) && !strcmp(sass[i].lesson, lesson->name))
            return &sass[i];
    return NULL;
}

double loads_in_flight(const struct card *card, const struct lesson *lesson, const char *function)
{
    const struct sass *s = sass_of(card, lesson, function);

    return s ? s->loads : 4;
}

/* Registers are given out to warps in units of 256. */
double occupancy(const struct card *card, const struct lesson *lesson, const struct launch *launch)
{
    const struct sass *s = sass_of(card, lesson, launch->function);
    double warps = ceiling(launch->threads / 32), blocks = least(card->max_blocks, trunc(card->max_threads / (32 * warps)));

    blocks = least(blocks, trunc(card->registers / (ceiling((s ? s->registers : 32) / 8) * 256 * warps)));
    /* 1 KiB of an SM's shared memory is the system's for each block */
    blocks = least(blocks, trunc(card->shared_kib * 1024 / (launch->shared + 1024)));
    return most(blocks, 1);
}
