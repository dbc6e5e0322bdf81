/* harness/choose.h: makes the plan: what is run, chosen from the options and the device. */
#ifndef HARNESS_CHOOSE_H
#define HARNESS_CHOOSE_H

#include "harness/device.h"
#include "harness/memory.h"

#define LESSON_SAMPLE_BYTES ((size_t)1 << 30) /* where there is memory enough */
#define LESSON_SAMPLES 25 /* at least */
#define LESSON_CPU_SAMPLES 5 /* its times say nothing about a GPU */
#define LESSON_CPU_ELEMENTS ((size_t)1 << 20) /* unless more are asked for */

/* The most elements a row can have, so that `batch` of them fit. */
static inline size_t lesson_longest_row(const struct lesson_plan *p, size_t batch, int cards,
                                        double available)
{
    size_t fits = 0;
    for (size_t step = (size_t)1 << 46; step > 0; step /= 2)
        if (lesson_need(p, (double)batch, (double)(fits + step), cards) <= available)
            fits += step;
    return fits;
}

/* Adds a shape; ends the program (exit 2) when it cannot be run. */
static inline void lesson_add_shape(struct lesson_plan *p, size_t batch, size_t n, int cards,
                                    double available)
{
    double need = lesson_need(p, (double)batch, (double)n, cards);
    char what[96];
    if (p->offers & LESSON_BATCH)
        snprintf(what, sizeof what, "--batch %zu --row %zu", batch, n);
    else
        snprintf(what, sizeof what, "--size %zu", n);
    if (p->shapes == LESSON_MAX_LIST)
        lesson_fail(LESSON_USAGE, "%s: more than %d shapes", what, LESSON_MAX_LIST);
    if (batch > 0x7fffffff)
        lesson_fail(LESSON_USAGE, "%s: more than 2147483647 rows, the most blocks that a grid can "
                    "have; choose longer rows", what);
    size_t fits = need > available ? lesson_longest_row(p, batch, cards, available) : n;
    if (need > available && fits == 0) {
        const char *way = p->grid > 65536 ? "choose a smaller --grid" : batch > 1 ? "choose a smaller --batch"
                        : "free some, or take another device with --device";
        lesson_fail(LESSON_USAGE, "%s%s: needs %.4g GB of device memory, %.4g GB are free, whatever the %s; %s", what,
                    p->grid > 65536 ? " and --grid" : "", need / 1e9, available / 1e9,
                    p->offers & LESSON_BATCH ? "length of a row" : "size", way);
    }
    if (need > available)
        lesson_fail(LESSON_USAGE, "%s: needs %.4g GB of device memory, %.4g GB are free; the most "
                    "that fits is about %s%zu", what, need / 1e9, available / 1e9,
                    p->offers & LESSON_BATCH ? "--row " : "", fits);
    if ((double)batch * (double)n / lesson_least_block(p) > 2147483647.0)
        lesson_fail(LESSON_USAGE, "%s: needs more than 2147483647 blocks of %u threads; choose a "
                    "larger --block", what, lesson_least_block(p));
    p->shape[p->shapes++] = lesson_make_shape(p->offers, batch, n, cards, p->bins, p->seed);
}

/* How many entries --cards has, or would have. */
static inline int lesson_cards_listed(const struct lesson_options *o)
{
    return o->cards.count ? o->cards.count : 1;
}

/* Entry i of it: if it was not given all cards, and 0 in lessons that have no use for it. */
static inline int lesson_cards_at(const struct lesson_options *o, const struct lesson_plan *p, int i)
{
    return o->cards.count ? (int)o->cards.at[i] : p->offers & LESSON_CARDS ? p->cards : 0;
}

/* Reduces sizes that nobody asked for to what this device can take. Returns the size that was
 * wanted but does not fit, or 0. */
static inline size_t lesson_fit_sizes(struct lesson_options *o, const struct lesson_plan *p,
                                      int is_cpu, double available)
{
    if (o->row.count && !o->row.is_default && o->batch.is_default)
        o->batch.count = 0;
    for (int i = 0; i < o->batch.count && o->batch.is_default && !o->size.is_default; i++)
        for (int j = 0; j < o->size.count; j++)
            while (o->batch.at[i] > 1 && o->batch.at[i] > o->size.at[j]) /* no rows without an element */
                o->batch.at[i] /= 2;
    if (!o->size.is_default || o->size.count != 1)
        return 0;
    size_t declared = o->size.at[0], wanted = declared;
    if (is_cpu && wanted > LESSON_CPU_ELEMENTS)
        wanted = LESSON_CPU_ELEMENTS;
    size_t size = wanted;
    while (size > 1024 && lesson_need(p, 1, (double)size, lesson_cards_at(o, p, 0)) > available)
        size /= 2;
    o->size.at[0] = size;
    for (int i = 0; i < o->batch.count && o->batch.is_default && size < declared; i++)
        while (o->batch.at[i] * o->batch.at[i] > size)
            o->batch.at[i] /= 2;
    return size != wanted && !(o->row.count && o->batch.count) ? wanted : 0;
}

/* Calls add_on(batch, n, cards) for each shape of --size, --batch and --row, and each entry of --cards: each entry of
 * one list with each of the others. */
template <class Add>
static inline void lesson_each_shape(const struct lesson_options *o, const struct lesson_plan *p, Add add_on)
{
    auto add = [&](size_t batch, size_t n) {
        for (int i = 0; i < lesson_cards_listed(o); i++)
            add_on(batch, n, lesson_cards_at(o, p, i));
    };
    struct lesson_list one = {{1}, 1, 1};
    const struct lesson_list *batches = &o->batch, *rows = &o->row;
    if (!batches->count && !rows->count)
        batches = &one;
    if (batches->count && rows->count) {
        for (int i = 0; i < batches->count; i++)
            for (int j = 0; j < rows->count; j++)
                add(batches->at[i], rows->at[j]);
        return;
    }
    const struct lesson_list *parts = batches->count ? batches : rows;
    for (int i = 0; i < parts->count; i++)
        for (int j = 0; j < o->size.count; j++) {
            size_t part = parts->at[i], size = o->size.at[j];
            if (part == 0)
                lesson_fail(LESSON_USAGE, "--batch 0: without rows --size says nothing of their length; add --row, "
                            "as in --batch 0 --row 8");
            size_t other = size / part + (size % part > 0); /* rounded up */
            if (parts == rows)
                add(other, part);
            else
                add(part, other);
        }
}

/* Makes p->shape of what was asked for, and marks the shapes that are run when nobody asks. */
static inline void lesson_choose_shapes(struct lesson_plan *p, struct lesson_options asked,
                                        struct lesson_options defaults,
                                        const struct lesson_device *d)
{
    double available = 0.95 * (double)d->free_memory;
    size_t wanted = lesson_fit_sizes(&asked, p, d->is_cpu, available);
    if (wanted)
        printf("note: n = %zu does not fit into the %.4g GB of free device memory, taking %zu\n",
               wanted, (double)d->free_memory / 1e9, asked.size.at[0]);
    lesson_each_shape(&asked, p, [&](size_t batch, size_t n, int cards) {
        lesson_add_shape(p, batch, n, cards, available);
    });
    lesson_fit_sizes(&defaults, p, d->is_cpu, available);
    lesson_each_shape(&defaults, p, [&](size_t batch, size_t n, int cards) {
        for (int i = 0; i < p->shapes; i++)
            p->shape[i].is_default |= p->shape[i].batch == batch && p->shape[i].n == n && p->shape[i].cards == cards;
    });
}

/* The whole plan. Ends the program (exit 2) when the device cannot take what was asked for.
 * `defaults`: the options as declared. `room_elements`, `room_rows`: see harness/plan.h. */
static inline void lesson_make_plan(struct lesson_plan *p, int offers,
                                    const struct lesson_options *asked,
                                    const struct lesson_options *defaults,
                                    const struct lesson_device *d, size_t room_elements,
                                    size_t room_rows)
{
    memset(p, 0, sizeof *p);
    p->offers = offers;
    p->cards = d->cards < LESSON_MOST_CARDS ? d->cards : LESSON_MOST_CARDS;
    p->room_elements = room_elements;
    p->room_rows = room_rows;
    for (int i = 0; i < asked->block.count; i++) {
        p->block[p->blocks++] = (unsigned)asked->block.at[i];
        if (p->block[i] > (unsigned)d->max_block)
            lesson_fail(LESSON_USAGE, "--block %u: this device takes at most %d threads",
                        p->block[i], d->max_block);
    }
    p->grid = asked->grid;
    p->seed = asked->seed;
    p->offset = asked->offset;
    p->type = asked->type;
    p->is_float = lesson_type_about(p->type)->is_float;
    p->input = asked->input;
    p->bins = asked->bins;
    p->samples = asked->samples ? asked->samples : d->is_cpu ? LESSON_CPU_SAMPLES : LESSON_SAMPLES;
    p->is_adaptive = !asked->samples && !d->is_cpu;
    p->warmups = asked->warmups >= 0 ? asked->warmups : d->is_cpu ? 1 : 3;
    p->is_hot = asked->hot;
    if (!d->is_cpu) {
        p->sample_bytes = LESSON_SAMPLE_BYTES < d->free_memory / 8 ? LESSON_SAMPLE_BYTES
                                                                    : d->free_memory / 8;
        p->flush_bytes = p->is_hot ? 0 : 2 * d->l2;
    }
    lesson_choose_shapes(p, *asked, *defaults, d);
}

#endif
