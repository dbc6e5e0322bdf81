/* kernels.c: tells kernels apart, and keeps each one's counters. */
#include "kernels.h"

#include "../../base/calls.h"
#include "../../base/devices.h"
#include "../../base/kernel_name.h"
#include "../../base/report.h"

#include <stdlib.h>
#include <string.h>

static struct kernel *list, **last = &list;
static struct running {                 /* the launch that runs on a device */
    struct kernel *current;             /* NULL: not known yet */
    const struct cuda_cpu_launch *launch;
    int is_first;                       /* this is the kernel's first launch: its blocks count */
} running[MAX_DEVICES];
static int is_asked;                    /* the program reads the counts: all launches count */

static int is_of(const struct kernel *k, const char *symbol, const struct cuda_cpu_launch *l)
{
    return !strcmp(k->symbol, symbol) && !memcmp(k->grid, l->grid, sizeof k->grid)
           && !memcmp(k->block, l->block, sizeof k->block) && k->shared == l->shared;
}

static struct kernel *add_kernel(const char *symbol, const struct cuda_cpu_launch *l)
{
    struct kernel *k = calloc(1, sizeof *k);

    if (!k || !(k->symbol = strdup(symbol)) || !(k->name = cuda_cpu_kernel_name(symbol, 0))
        || !(k->overload = cuda_cpu_kernel_name(symbol, 1)))
        cuda_cpu_fail("inspect: no memory");
    memcpy(k->grid, l->grid, sizeof k->grid);
    memcpy(k->block, l->block, sizeof k->block);
    k->shared = l->shared;
    *last = k;
    last = &k->next;
    return k;
}

static struct running *here(void) { return &running[cuda_cpu_current_device]; }

void kernel_begin_launch(const struct cuda_cpu_launch *l)
{
    here()->launch = l;
    here()->current = NULL;
}

int kernel_is_named(void) { return here()->current != NULL; }

void kernel_set(struct worker *w, const char *symbol)
{
    struct running *r = here();

    for (r->current = list; r->current && !is_of(r->current, symbol, r->launch); r->current = r->current->next) {
    }
    r->is_first = is_asked || !r->current || !r->current->blocks;       /* earlier ones may have been refused */
    if (!r->current)
        r->current = add_kernel(symbol, r->launch);
    r->current->launches++;
    if (w)
        kernel_begin_block(w);
}

void kernel_name_at_last(struct worker *w)
{
    if (!here()->current)
        kernel_set(w, cuda_cpu_launch_symbol(here()->launch));
}

void kernel_begin_block(struct worker *w)
{
    struct inspected *s = w->inspected;
    const struct running *r = here();

    s->counted = r->current && r->is_first && s->observed && !s->is_alone;
    if (s->counted)
        r->current->blocks++;
}

uint64_t *kernel_counts(const struct worker *w, uint16_t site)
{
    struct kernel *k;

    if (!w->inspected->counted)
        return NULL;
    k = here()->current;
    if (site >= k->sites) {
        unsigned int more = (site / 256u + 1) * 256;

        k->counts = realloc(k->counts, more * sizeof *k->counts);
        if (!k->counts)
            cuda_cpu_fail("inspect: no memory");
        memset(k->counts + k->sites, 0, (more - k->sites) * sizeof *k->counts);
        k->sites = more;
    }
    return k->counts[site];
}

void kernel_asks_block(const struct worker *w)
{
    if (w->inspected->counted)
        here()->current->asks_block++;
}

const char *kernel_shown(struct kernel *k)
{
    if (k->shown)
        return k->shown;
    k->shown = k->name;
    for (const struct kernel *o = list; o; o = o->next)
        if (!strcmp(o->name, k->name) && strcmp(o->overload, k->overload))
            k->shown = k->overload;
    return k->shown;
}

void kernel_restart(void)
{
    is_asked = 1;
    for (struct kernel *k = list; k; k = k->next) {
        k->launches = k->blocks = k->asks_block = 0;
        if (k->sites)
            memset(k->counts, 0, k->sites * sizeof *k->counts);
    }
}

int kernel_all_count(void) { return is_asked; }

struct kernel *kernels(void) { return list; }
struct kernel *kernel_now(void) { return here()->current; }
