/* sizes.c: the plots of a part over block size and array size. */
#include "prepare.h"

#include <string.h>

static bool has_same_line(const struct row *a, const struct row *b)
{
    return a->lesson == b->lesson && !strcmp(a->family, b->family);
}

/* Was the row's line measured at other sizes, too? One size makes no line. */
static bool has_sizes(const struct picture *picture, const struct row *row)
{
    for (const struct row *r = picture->results->rows; r; r = r->next)
        if (r->part == picture->part && r->is_first && has_same_line(r, row) && r->volume != row->volume)
            return true;
    return false;
}

static bool has_kernel(const struct picture *picture, const char *kernel)
{
    for (const struct row *row = picture->results->rows; row; row = row->next)
        if (row->part == picture->part && !strcmp(row->kernel, kernel))
            return true;
    return false;
}

static void add_size(struct plot *sizes, struct plot *calls, const struct row *row)
{
    add_point(sizes, row, row->volume);
    if (row->call_ms > 0)
        add_point(calls, row, row->volume);
}

static bool is_shown(const struct picture *picture, const struct row *as)
{
    for (const struct row *row = picture->results->rows; row; row = row->next)
        if (row->is_headline && row->part == picture->part && row->lesson == as->lesson && !strcmp(row->kernel, as->kernel))
            return true;
    return false;
}

/* The kernels that were not measured at the size that is shown */
static void skip_others(struct picture *picture)
{
    struct strings told = { 0 };

    for (const struct row *row = picture->results->rows; row; row = row->next) {
        const char *n = row->unit ? power(row->unit->volume) : "";

        if (row->part == picture->part && !is_shown(picture, row) && !contains(&told, row->kernel)) {
            push(&told, row->kernel);
            skip(picture, row->kernel, format("not measured at n = %s: make bench N=%s", n, n));
        }
    }
}

void write_sizes(struct picture *picture)
{
    const struct results *results = picture->results;
    const char *behind = picture->part->behind, *ending = *picture->part->ending ? format("-%s", picture->part->ending) : "";
    struct plot blocks = { .name = "blocks", .axis = "threads per block", .heading = format("Bandwidth by block size%s", behind),
                           .subheading = format("%s%s", results->device, picture->what) };
    struct plot sizes = { .name = "sizes", .axis = "n, elements", .heading = format("Bandwidth by array size%s", behind),
                          .subheading = format("%s, each kernel at its best block size", results->device) };
    struct plot calls = { .name = "calls", .axis = "n, elements", .heading = format("Time of one call by array size%s", behind),
                          .subheading = format("%s, until the host has the result", results->device), .is_time = true };

    for (const struct row *row = results->rows; row; row = row->next) {
        if (row->part != picture->part || !row->is_first)
            continue;
        if (row->is_headline)
            add_point(&blocks, row, row->kind == KERNEL ? row->block : 0);
        if (has_sizes(picture, row))
            add_size(&sizes, &calls, row);
    }
    for (const struct row *row = picture->peers->rows; row; row = row->next)
        if (!has_kernel(picture, row->kernel) && is_same_work(row, picture->bars.at[0]))
            add_size(&sizes, &calls, row);
    skip_others(picture);
    if (blocks.x.count < 2)
        skip(picture, format("blocks%s", ending), "one block size only: make bench BLOCKS=64,128,256,512,1024");
    else
        write_lines(picture, &blocks);
    if (sizes.x.count < 2)
        skip(picture, format("sizes%s", ending), "one size only: make bench N=2^16,2^20,2^24,2^28");
    else
        write_lines(picture, &sizes);
    if (calls.x.count > 1)
        write_lines(picture, &calls);
}
