/* headline.c: finds the rows at their lesson's headline shape, of which bars.c chooses: the volume and the number of rows
 * that tables show. These are the declared ones if they were measured, else the largest volume and the number of rows next
 * to the declared one. */
#include "results.h"

#include <string.h>

static struct unit *find_unit(struct results *results, const struct row *row)
{
    struct unit *unit = results->units;
    const struct lesson *l = row->lesson;

    while (unit && (unit->part != row->part || unit->as->elements != l->elements || strcmp(unit->as->batches, l->batches)))
        unit = unit->next;
    if (unit)
        return unit;
    unit = room_for(1, sizeof *unit);
    *unit = (struct unit){ .next = results->units, .part = row->part, .as = l };
    return results->units = unit;
}

static void note_volume(struct row *row, struct unit *unit)
{
    row->unit = unit;
    row->tested->has_rows |= row->batch > 1;
    if (row->is_default) /* on the CPU device it is smaller than declared */
        unit->own = row->volume;
    unit->has_declared |= row->volume == unit->as->elements;
    if (row->volume > unit->most)
        unit->most = row->volume;
}

/* Is it the same volume? With several rows of elements it may have been rounded up. */
bool is_near(double a, double b) { return a == b || (a > 0.99 * b && a < 1.01 * b); }
static bool has_volume(const struct row *row, double wanted)
{
    return row->volume == wanted || ((row->batch > 1 || row->tested->has_rows) && is_near(row->volume, wanted));
}

/* How far a number of rows is from a wanted one, as a factor */
static double distance(double batch, double wanted) { return batch > wanted ? batch / wanted : wanted / batch; }

static void note_batch(struct row *row)
{
    const struct tested *tested = row->tested;

    for (struct wanted *w = tested->wanted; w < tested->wanted + tested->wanted_count; w++)
        if (!w->nearest || distance(row->batch, w->batch) < distance(w->nearest, w->batch))
            w->nearest = row->batch;
}

static void judge(struct row *row)
{
    struct tested *tested = row->tested;

    for (int i = 0; i < tested->wanted_count; i++)
        row->is_headline |= row->is_at_volume && tested->wanted[i].nearest == row->batch;
    if (!tested->first_type)
        tested->first_type = row->type;
    row->is_first = tested->wanted[0].nearest == row->batch && !strcmp(row->type, tested->first_type);
}

void choose_headline(struct results *results)
{
    for (struct row *row = results->rows; row; row = row->next)
        if (row->part)
            note_volume(row, find_unit(results, row));
    for (struct unit *unit = results->units; unit; unit = unit->next)
        unit->volume = unit->own ? unit->own : unit->has_declared ? unit->as->elements : unit->most;
    for (struct row *row = results->rows; row; row = row->next)
        if (row->part && has_volume(row, row->unit->volume)) {
            row->is_at_volume = true;
            note_batch(row);
        }
    for (struct row *row = results->rows; row; row = row->next)
        if (row->part)
            judge(row);
}
