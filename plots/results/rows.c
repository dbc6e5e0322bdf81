/* rows.c: reads files of results, a row for each kernel, type, shape and block size that was measured. */
#include "results.h"

#include <stdlib.h>
#include <string.h>

const char *const kind_names[] = { "kernel", "library", "host" };

/* What a row is. Files from before the column `kind` have kernels and functions of libraries, which choose their own
 * blocks: 0 in the file. */
static enum kind kind_of(const struct csv *csv)
{
    const char *kind = csv_field(csv, "kind");

    for (int i = KERNEL; i <= HOST; i++)
        if (!strcmp(kind, kind_names[i]))
            return i;
    if (*kind)
        csv_bad(csv, "kind %s must be kernel, library or host", kind);
    return csv_is(csv, "block", "0") && (!*csv_field(csv, "grid") || csv_is(csv, "grid", "0")) ? LIBRARY : KERNEL;
}

/* A whole number without a sign; with is_count, from 1 */
static bool is_whole(const struct csv *csv, const char *column, bool is_count)
{
    const char *text = csv_field(csv, column);

    return is_number(text) && !text[strspn(text, "0123456789")] && (!is_count || *text != '0');
}

static void check(const struct csv *csv, enum kind kind, const struct results *results)
{
    const char *device = csv_field(csv, "device"), *share = csv_field(csv, "pct_peak");

    if (!is_number(csv_field(csv, "gbps")) || !is_number(csv_field(csv, "median_ms")))
        csv_bad(csv, "gbps %s and median_ms %s must be numbers", csv_field(csv, "gbps"), csv_field(csv, "median_ms"));
    if (!is_number(share) && strcmp(share, "unknown"))
        csv_bad(csv, "pct_peak %s must be a number or unknown", share);
    if (!is_whole(csv, "n", true) || !is_whole(csv, "batch", true) || !is_whole(csv, "block", kind == KERNEL))
        csv_bad(csv, "n %s, batch %s and block %s must be whole numbers", csv_field(csv, "n"), csv_field(csv, "batch"),
                csv_field(csv, "block"));
    if (!csv_is(csv, "backend", "gpu") && !csv_is(csv, "backend", "cpu"))
        csv_bad(csv, "backend %s must be gpu or cpu", csv_field(csv, "backend"));
    if (*results->device && strcmp(results->device, device))
        csv_bad(csv, "two devices in one file: %s and %s", results->device, device);
}

static struct tested *find_tested(struct results *results, const struct lesson *lesson)
{
    struct tested *tested = results->tested;
    struct strings batches;

    while (tested && tested->lesson != lesson)
        tested = tested->next;
    if (tested)
        return tested;
    batches = split(lesson->batches, ',');
    tested = room_for(1, sizeof *tested);
    *tested = (struct tested){ .next = results->tested, .lesson = lesson, .wanted_count = (int)batches.count };
    tested->wanted = room_for(batches.count, sizeof *tested->wanted);
    for (size_t i = 0; i < batches.count; i++)
        tested->wanted[i].batch = strtod(batches.at[i], NULL);
    return results->tested = tested;
}

static double number_or(const struct csv *csv, const char *column, double otherwise)
{
    return is_number(csv_field(csv, column)) ? csv_number(csv, column) : otherwise;
}

/* sm_90 for the compute capability 9.0 */
static const char *arch_of(const struct csv *csv)
{
    const char *cc = csv_field(csv, "cc"), *point = strchr(cc, '.');

    return point ? format("sm_%.*s%s", (int)(point - cc), cc, point + 1) : format("sm_%s", cc);
}

static void keep_row(struct results *results, const struct csv *csv)
{
    enum kind kind = kind_of(csv);
    struct row *row = room_for(1, sizeof *row);

    check(csv, kind, results);
    results->device = csv_field(csv, "device");
    results->is_cpu = csv_is(csv, "backend", "cpu");
    results->toolkit = csv_field(csv, "toolkit");
    results->peak = number_or(csv, "peak_gbps", results->peak);
    *row = (struct row){ .lesson = find_lesson(csv_field(csv, "lesson")), .part = find_part(csv_field(csv, "part")),
                         .kind = kind, .kernel = csv_field(csv, "kernel"), .type = csv_field(csv, "type"), .arch = arch_of(csv),
                         .n = csv_number(csv, "n"), .batch = csv_number(csv, "batch"), .bytes = csv_number(csv, "bytes"),
                         .block = csv_number(csv, "block"), .grid = csv_number(csv, "grid"),
                         .value = csv_field(csv, results->is_cpu ? "median_ms" : "gbps"), .share = csv_field(csv, "pct_peak"),
                         .error = number_or(csv, "error_pct", -1), .call_ms = number_or(csv, "call_ms", -1),
                         .card = csv_is(csv, "card", "unknown") ? "" : csv_field(csv, "card"), .clock = csv_field(csv, "clock"),
                         .is_default = csv_is(csv, "default_shape", "yes") };
    row->family = family_of(row->kernel);
    row->volume = row->n * row->batch;
    row->speed = strtod(row->value, NULL);
    row->tested = find_tested(results, row->lesson);
    if (!row->part) /* older files do not say it */
        row->part = row->lesson->part;
    *results->end = row;
    results->end = &row->next;
}

static struct results *new_results(const char *file)
{
    struct results *results = room_for(1, sizeof *results);

    results->file = file;
    results->device = results->toolkit = "";
    results->end = &results->rows;
    return results;
}

struct results *read_results(const char *file, bool (*is_wanted)(const struct csv *csv))
{
    struct results *results = new_results(file);
    struct csv csv;

    if (csv_open(&csv, file)) {
        csv_need(&csv, "lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit", NULL);
        while (csv_next(&csv))
            if (is_wanted(&csv))
                keep_row(results, &csv);
    }
    choose_headline(results);
    return results;
}

struct results *read_peers(const char *file, const struct results *of)
{
    struct results *results = new_results(file);
    struct csv csv;

    results->device = of->device;
    if (*file && csv_open(&csv, file))
        while (csv_next(&csv))
            keep_row(results, &csv);
    return results;
}
