/* ladder.c: the bars of a part, for ladder.gp and for a terminal. */
#include "prepare.h"

#include <math.h>
#include <string.h>

struct rung {
    const struct row *row;
    const char *step;   /* NULL: a library's or the host's row, which is none */
    const char *suffix; /* type and shape, where bars differ in them */
    const char *below;  /* what stands below the name */
};

static struct rung make_rung(const struct picture *picture, const struct row *row)
{
    const struct bars *bars = &picture->bars;
    const char *type = bars->one_type ? "" : row->type, *shape = bars->one_shape ? "" : shape_of(row);
    const char *suffix = format("%s%s%s", type, *type && *shape ? " " : "", shape);
    const char *below = row->kind == KERNEL ? row->lesson->title : format("%s%s", kind_names[row->kind], clock_note(row));

    below = format("%s%s%s", below, *below && *suffix ? ", " : "", superscripts(suffix));
    return (struct rung){ row, row->kind == KERNEL ? step_of(picture->part, row->family) : NULL, suffix, below };
}

/* Is it the best of its step? With of_all: of all kernels? */
static bool is_best(const struct rung *rung, const struct rung *rungs, int count, bool of_all)
{
    if (!rung->step)
        return false;
    for (const struct rung *r = rungs; r < rungs + count; r++)
        if (r->step && (of_all || !strcmp(r->step, rung->step))
            && (r->row->speed > rung->row->speed || (r->row->speed == rung->row->speed && r < rung)))
            return false;
    return true;
}

/* 2048 × 2^18 as 2048x2^18 */
static const char *narrow(const char *suffix)
{
    const char *at = strstr(suffix, " × ");

    return at ? format("%.*sx%s", (int)(at - suffix), suffix, at + strlen(" × ")) : suffix;
}

/* y, value, kernel, what stands below it, label, block, 1 for a library, suffix for a terminal */
static void add_rung(struct text *out, int *place, const struct rung *rung)
{
    const struct row *row = rung->row;

    add_format(out, "%d\t%s\t%s\t%s\t%.0f GB/s\t%s\t%d\t%s\n", -++*place, row->value, row->kernel, rung->below, row->speed,
               number(row->block), row->kind != KERNEL, narrow(rung->suffix));
}

/* The same within 80 columns: names are as wide as they need, bars take what is left. */
static void write_text(const struct picture *picture, const struct rung *rungs, int count, double top)
{
    struct text out = { 0 };
    struct strings names = { 0 };
    int width = 22;

    for (int i = 0; i < count; i++) {
        push(&names, format("%s%s%s", rungs[i].row->kernel, *rungs[i].suffix ? ", " : "", narrow(rungs[i].suffix)));
        if ((int)strlen(names.at[i]) > width)
            width = (int)strlen(names.at[i]);
    }
    width = width > 44 ? 44 : width;
    for (int i = 0; i < count; i++) {
        const struct row *row = rungs[i].row;

        add_format(&out, "%-*.*s%5s |#", width, width, names.at[i], row->block > 0 ? number(row->block) : "-");
        for (int k = 2; k <= row->speed / top * (60 - width) + 0.5; k++)
            add(&out, "#");
        add_format(&out, " %.0f GB/s\n", row->speed);
    }
    write_to(picture->part->id, "ladder.txt", &out);
}

/* ladder.dat has all bars; rungs.dat the best kernel of each step, and beside.dat the best of all, with libraries and the
 * host. */
void write_ladder(struct picture *picture)
{
    const struct bars *bars = &picture->bars;
    struct rung *rungs = room_for((size_t)bars->count, sizeof *rungs);
    struct text all = { 0 }, own = { 0 }, others = { 0 };
    int places = 0, own_places = 0, beside = 0;
    double widest = 0, top = 0, low = bars->at[0]->speed, peak = picture->peak;

    for (int i = 0; i < bars->count; i++)
        rungs[i] = make_rung(picture, bars->at[i]);
    for (const struct rung *r = rungs; r < rungs + bars->count; r++) {
        add_rung(&all, &places, r);
        if (is_best(r, rungs, bars->count, false))
            add_rung(&own, &own_places, r);
        if (!r->step || is_best(r, rungs, bars->count, true))
            add_rung(&others, &beside, r);
        /* in pixels, roughly: fonts differ */
        widest = fmax(widest, fmax(8.1 * (double)strlen(r->below), 8.9 * (double)strlen(r->row->kernel)));
        top = fmax(top, r->row->speed);
        low = fmin(low, r->row->speed);
    }
    write_to(picture->part->id, "ladder.dat", &all);
    write_to(picture->part->id, "rungs.dat", &own);
    write_to(picture->part->id, "beside.dat", &others);
    write_text(picture, rungs, bars->count, top);
    add_format(&picture->meta, "title = %s\nwhat = %s\npeak = %s\ntop = %s\nstart = %s\n", quoted(picture->part->title),
               quoted(picture->what), number(peak), number(top), number(bars->count > 1 ? axis_start(low, fmax(peak, top)) : 0));
    add_format(&picture->meta, "rungs = %d\nbeside = %d\nwidest = %d\n", own_places, beside > 1 ? beside : 0, (int)widest);
}
