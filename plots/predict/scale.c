/* scale.c: what a kernel would count at another size and on another card.
 *
 * How launches change with the size, from those at the recorded sizes:
 *   - Where the grid grows with n, all counts grow with n.
 *   - Where it does not, it is as large as the device: so many blocks for each SM. Counts are then a part for each block
 *     and a part for each element.
 *   - Where several rows were counted, and the grid is that of the rows, it grows with the rows.
 *   - A launch that moves little adds up what the one before it left: as many numbers as that had blocks. */
#include "model.h"

#include <string.h>

#define DEVICE_SMS 4 /* of the CPU device: its grids that are as large as the device */

/* A function that adds up what the launch before it left. */
struct later {
    const char *function;
    double threads;
    double numbers;   /* that a block of several adds up at most; 0: there were no several */
    double few, many; /* that one block added up, and what it counted then; 0: it never did */
    struct launch of_few, of_many;
};
static struct later *laters;
static int later_count;

bool is_same_function(const char *one, const char *other)
{
    size_t length = strcspn(one, "<");

    return length == strcspn(other, "<") && !memcmp(one, other, length);
}

static struct later *later_of(const struct launch *launch)
{
    for (int i = 0; i < later_count; i++)
        if (is_same_function(laters[i].function, launch->function) && laters[i].threads == launch->threads)
            return &laters[i];
    return NULL;
}

void learn_later(const struct launch *launch, double before)
{
    struct later *l = later_of(launch);

    if (!l) {
        laters = more_room(laters, later_count, sizeof *laters);
        l = &laters[later_count++];
        *l = (struct later){ .function = launch->function, .threads = launch->threads };
    }
    if (launch->grid > 1) {
        l->numbers = most(l->numbers, before / launch->grid);
        return;
    }
    if (!l->few || before < l->few) {
        l->few = before;
        l->of_few = *launch;
    }
    if (!l->many || before > l->many) {
        l->many = before;
        l->of_many = *launch;
    }
}

double sectors_of(const struct launch *launch)
{
    return launch->count[GLOBAL_LOAD_SECTORS] + launch->count[GLOBAL_STORE_SECTORS];
}

struct launch *add_stage(struct reduction *r, const struct launch *like, double grid)
{
    r->stage = more_room(r->stage, r->stages, sizeof *r->stage);
    r->stage[r->stages] = *like;
    r->stage[r->stages].grid = grid;
    return &r->stage[r->stages++];
}

static bool is_by_rows(const struct kernel *kernel)
{
    const struct size *s = &kernel->size[kernel->sizes - 1];

    return kernel->sizes > 1 && s->rows > 1 && s->rows == s[-1].rows;
}

/* So many blocks for each SM: as many as are there at a time, or many more than that. */
static double grid_of_device(const struct reduction *r, const struct launch *old, double n)
{
    const struct size *smallest = &r->kernel->size[0];
    double per = old->grid / DEVICE_SMS, each;

    if (per <= 32)
        per = least(per, occupancy(r->card, r->kernel->lesson, old));
    each = per < 1 ? 1 : r->card->sms * trunc(per);
    if (smallest->launch->grid <= old->grid) /* fewer, where there is too little for them */
        each = least(each, ceiling(n * smallest->launch->grid / smallest->n));
    return each;
}

/* The launch that was `old` at the larger size and `older` at the smaller: with n elements, as many times as many rows */
static void scale_large(struct reduction *r, const struct launch *old, const struct launch *older, double n, double times)
{
    const struct size *s = &r->kernel->size[r->kernel->sizes - 1];
    bool is_of_rows = is_by_rows(r->kernel) && old->grid <= s->rows;
    struct launch *stage;

    if (!older || older->grid != old->grid) { /* it grows */
        stage = add_stage(r, old, ceiling(old->grid * n / s->n) * times);
        for (int i = 0; i < COUNTERS; i++)
            stage->count[i] = old->count[i] * n / s->n * times;
        return;
    }
    if (is_of_rows)
        stage = add_stage(r, old, old->grid * times);
    else if (old->grid == 1)
        stage = add_stage(r, old, 1);
    else {
        stage = add_stage(r, old, grid_of_device(r, old, n * times));
        stage->is_as_device = true;
    }
    for (int i = 0; i < COUNTERS; i++) {
        double slope = most((old->count[i] - older->count[i]) / (s->n - s[-1].n), 0);
        double block = most(old->count[i] - slope * s->n, 0) / old->grid;

        stage->count[i] = is_of_rows ? (block * old->grid + slope * n) * times : block * stage->grid + slope * n * times;
    }
}

/* A launch that adds up `before` numbers. Returns its grid. */
static double scale_later(struct reduction *r, const struct launch *old, double before)
{
    const struct later *l = later_of(old);
    double grid = l && l->numbers ? ceiling(before / l->numbers) : 1;
    struct launch *stage = add_stage(r, old, grid);

    for (int i = 0; i < COUNTERS; i++) {
        double few = l ? l->of_few.count[i] : 0, slope = 0;

        if (!l || !l->few) {
            stage->count[i] = old->count[i] * grid / old->grid;
            continue;
        }
        if (l->many > l->few)
            slope = (l->of_many.count[i] - few) / (l->many - l->few);
        stage->count[i] = most(few + slope * (before / grid - l->few), 0) * grid;
    }
    return grid;
}

bool scale(struct reduction *r, const struct kernel *kernel, const struct card *card, double n, double rows)
{
    const struct size *s = kernel ? &kernel->size[kernel->sizes - 1] : NULL;
    const struct launch *old = NULL;
    double times = 1, all = 0, before = 0;

    *r = (struct reduction){ .kernel = kernel, .card = card, .stage = r->stage, .is_of_rows = rows > 1 };
    if (!s)
        return false;
    if (is_by_rows(kernel))
        times = rows / s->rows;
    for (int k = 0; k < s->launches; k++)
        all += sectors_of(&s->launch[k]);
    for (int k = 0; k < s->launches; k++) {
        bool moves_much = sectors_of(&s->launch[k]) * 20 > all;

        old = &s->launch[k];
        if (moves_much || (old->grid > 1 && is_by_rows(kernel))) {
            scale_large(r, old, kernel->sizes > 1 && k < s[-1].launches ? &s[-1].launch[k] : NULL, n / times, times);
            r->stage[r->stages - 1].is_from_memory = moves_much;
            before = r->stage[r->stages - 1].grid;
        } else if (!(before <= 1 && k > 0 && !strcmp(old->function, r->stage[r->stages - 1].function)))
            before = scale_later(r, old, before); /* else it has been added up */
    }
    /* as often as it needs until one is left */
    for (int i = 0; i < 4 && r->stages > 1 && before > 1 && !r->stage[r->stages - 1].is_from_memory && !is_by_rows(kernel); i++)
        before = scale_later(r, old, before);
    /* The bytes that the reduction reads and writes, and where they are moved */
    r->bytes = s->bytes / s->n * n;
    all = 0;
    for (int k = 0; k < r->stages; k++)
        if (r->stage[k].is_from_memory)
            all += sectors_of(&r->stage[k]);
    for (int k = 0; k < r->stages; k++)
        r->stage[k].bytes = r->stage[k].is_from_memory ? r->bytes * sectors_of(&r->stage[k]) / all : 0;
    return r->stages > 0;
}
