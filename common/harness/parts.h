/* harness/parts.h: was only a part of the elements added up? For wrong sums: tries the parts that
 * are left when a stage of a reduction is missing, such as the elements of each block's first warp.
 * Threads are taken to read neighbours, so element i of a row belongs to thread i % block. */
#ifndef HARNESS_PARTS_H
#define HARNESS_PARTS_H

#include "harness/elements.h"
#include "harness/state.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A part of a row, and the words for it, as in "only ... were added". */
struct lesson_part {
    int64_t sum;
    size_t count;
    int is_warp; /* the first one's */
    int is_one;  /* the words are of one element */
    char text[96];
};

enum { LESSON_PARTS = 64 };
struct lesson_parts {
    size_t n; /* elements of the row */
    int count;
    struct lesson_part part[LESSON_PARTS];
};

/* Adds up what each thread of a block, each lane of a warp and each load of a thread would read. */
struct lesson_shares {
    int64_t thread[1024], lane[32], load[32];
    size_t in_thread[1024], in_lane[32], in_load[32];
    unsigned loads; /* of each thread; 1: not told apart */
};

static inline void lesson_share_out(struct lesson_shares *s, const struct lesson *l,
                                    const struct lesson_row *row, size_t from, size_t n)
{
    unsigned block = row->r.block, loads = row->r.elements_per_thread;
    memset(s, 0, sizeof *s);
    s->loads = loads >= 1 && loads <= 32 ? loads : 1;
    for (size_t i = 0; i < n; i++) {
        int k = lesson_element(l->plan.seed, from + i, l->plan.type, l->plan.input);
        s->thread[i % block] += k;
        s->in_thread[i % block]++;
        s->lane[i % 32] += k;
        s->in_lane[i % 32]++;
        s->load[i / block % s->loads] += k;
        s->in_load[i / block % s->loads]++;
    }
}

/* The first `most` of these shares, or with a `step` every step-th of all. */
static inline struct lesson_part lesson_part_of(const int64_t *sums, const size_t *counts,
                                                unsigned most, unsigned step)
{
    struct lesson_part p;
    memset(&p, 0, sizeof p);
    for (unsigned i = 0; i < most; i += step) {
        p.sum += sums[i];
        p.count += counts[i];
    }
    return p;
}

/* Lists a part with its text, unless it is empty or the whole row. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline void lesson_list_part(struct lesson_parts *list, struct lesson_part part,
                                    const char *format, ...)
{
    va_list args;
    if (part.count == 0 || part.count == list->n || list->count == LESSON_PARTS)
        return;
    va_start(args, format);
    vsnprintf(part.text, sizeof part.text, format, args);
    va_end(args);
    list->part[list->count++] = part;
}

/* The parts of a row's n elements, from element `from` on, that a wrong sum may consist of; the
 * likeliest first. */
static inline void lesson_list_parts(struct lesson_parts *list, const struct lesson *l,
                                     const struct lesson_row *row, size_t from, size_t n)
{
    static struct lesson_shares s;
    unsigned block = row->r.block;
    list->count = 0;
    list->n = n;
    if (block > 1024) /* a library's */
        return;
    lesson_share_out(&s, l, row, from, n);
    const char *each = n > (size_t)block * s.loads ? " of each block" : "";

    if (block > 32) {
        struct lesson_part part = lesson_part_of(s.thread, s.in_thread, 32, 1);
        part.is_warp = 1;
        lesson_list_part(list, part, "the first warp's elements%s", each);
    }
    for (unsigned threads = 1; threads < block; threads *= 2) {
        struct lesson_part part = lesson_part_of(s.thread, s.in_thread, threads, 1);
        part.is_one = part.count == 1;
        if (part.is_one)
            lesson_list_part(list, part, "element 0");
        else if (threads == 1)
            lesson_list_part(list, part, "thread 0's elements%s", each);
        else
            lesson_list_part(list, part, "the elements of threads 0 %s %u%s",
                             threads == 2 ? "and" : "to", threads - 1, each);
    }
    for (unsigned lanes = 1; lanes < 32 && block > 32; lanes *= 2) {
        struct lesson_part part = lesson_part_of(s.lane, s.in_lane, lanes, 1);
        if (lanes == 1)
            lesson_list_part(list, part, "lane 0's elements of each warp");
        else
            lesson_list_part(list, part, "the elements of lanes 0 %s %u of each warp",
                             lanes == 2 ? "and" : "to", lanes - 1);
    }
    for (unsigned step = 2; step < 32; step *= 2)
        lesson_list_part(list, lesson_part_of(s.lane, s.in_lane, 32, step),
                         "elements 0, %u, %u, ...", step, 2 * step);
    for (unsigned loads = 1; loads < s.loads; loads++) {
        struct lesson_part part = lesson_part_of(s.load, s.in_load, loads, 1);
        part.is_one = loads == 1;
        lesson_list_part(list, part, loads == 1 ? "each thread's first element"
                                                : "each thread's first %u elements", loads);
    }
}

#endif
