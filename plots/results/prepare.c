/* prepare.c: turns a file of results into the data of its pictures. peers= is what peers.sh measured on the same card; it
 * stands beside the first part. latency= is what `make latency` recorded of the card, code= what sass.sh recorded of the lessons.
 * These three may be missing. marks=: an x axis has room for so many numbers.
 *
 * Writes into OUT/PART meta.gp and those of ladder, tuningNN, blocks, sizes, calls, shapesNN, flightNN (NN is a lesson) that
 * the file has data for; the reason for each other one into skipped; the ladder for comparisons into steps. Nothing where the
 * file has no row of the part, and of the CPU device only its name. */
#include "prepare.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void write_to(const char *part, const char *name, const struct text *text)
{
    if (text->length)
        write_file(format("%s/%s/%s", option("out"), part, name), text);
}

void skip(struct picture *picture, const char *plot, const char *why)
{
    add_format(&picture->skipped, "%s: %s\n", plot, why);
}

/* A kernel for small arrays is a matter of time; its bandwidth would be a bar of no width. */
static bool is_small(const struct row *row)
{
    return row->kind == KERNEL && is_number(row->share) && strtod(row->share, NULL) < 1;
}
static void leave_out_small(struct bars *bars)
{
    for (int i = bars->count; i--;)
        if (is_small(bars->at[i]))
            remove_bar(bars, i);
}

/* Tables show every type, pictures the first that a lesson declares: the others' bars are mostly as long. */
static void leave_out_types(struct bars *bars)
{
    for (int i = bars->count; i--;)
        if (strcmp(bars->at[i]->type, bars->at[i]->tested->first_type))
            remove_bar(bars, i);
    bars->one_type = true;
    for (int i = 1; i < bars->count; i++)
        bars->one_type &= !strcmp(bars->at[i]->type, bars->at[0]->type);
}

/* Those that were measured at the bars' shape, unless the part has such a row itself */
static void add_peers(struct bars *bars, const struct results *peers)
{
    int own = bars->count;
    bool is_own;

    for (struct row *row = peers->rows; row && bars->one_shape; row = row->next) {
        is_own = false;
        for (int i = 0; i < own; i++)
            is_own |= !strcmp(bars->at[i]->kernel, row->kernel);
        if (!is_own && row->n == bars->at[0]->n && is_same_work(row, bars->at[0]))
            add_bar(bars, row);
    }
}

static void write_pictures(struct picture *picture)
{
    struct bars *bars = &picture->bars;
    const char *common;

    leave_out_small(bars);
    write_steps(picture);
    leave_out_types(bars);
    if (!bars->count)
        return;
    common = in_common(bars);
    picture->what = superscripts(format("%s%s", *common ? ", " : "", common));
    add_peers(bars, picture->peers);
    write_ladder(picture);
    write_sizes(picture);
    for (const struct lesson *l = lessons; l; l = l->next)
        if (l->part == picture->part) {
            write_tuning(picture, l);
            write_flight(picture, l);
            write_shapes(picture, l);
        }
}

static bool is_any(const struct csv *csv) { return csv != NULL; }

void prepare(const char *file)
{
    const struct results *results = read_results(file, is_any);

    need_bars(results);
    for (const struct part *part = parts; part; part = part->next) {
        struct picture picture = { .part = part, .results = results, .bars = choose_bars(results, part) };

        picture.peers = read_peers(part == parts ? option("peers") : "", results);
        picture.peak = picture.peers->peak ? picture.peers->peak : results->peak;
        if (!picture.bars.count)
            continue;
        mkdir(format("%s/%s", option("out"), part->id), 0777);
        add_format(&picture.meta, "device = %s\ncpu = %d\n", quoted(results->device), results->is_cpu);
        if (!results->is_cpu) /* emulation times say nothing, so no picture has them */
            write_pictures(&picture);
        write_to(part->id, "meta.gp", &picture.meta);
        write_to(part->id, "skipped", &picture.skipped);
    }
}
