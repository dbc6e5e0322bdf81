/* counters.c: writes what was counted, per kernel and per line, as CSV. */
#define _GNU_SOURCE
#include "report.h"

#include "../findings/footprint.h"
#include "../program/code.h"
#include "../program/functions.h"
#include "../program/sites.h"
#include "fields.h"
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "program,device,kernel,grid,block,shared_bytes,launches,blocks,file,line,"
                              COUNTER_NAMES "threads_per_instruction";

static void write_row(FILE *to, struct kernel *k, struct place p, const uint64_t *counts)
{
    const char *slash = strrchr(program_invocation_name, '/');

    csv_text(to, slash ? slash + 1 : program_invocation_name);
    fprintf(to, ",CPU device,");
    csv_text(to, kernel_shown(k));
    fputc(',', to);
    csv_shape(to, k->grid);
    fputc(',', to);
    csv_shape(to, k->block);
    fprintf(to, ",%zu,%llu,%llu,", k->shared, (unsigned long long)k->launches,
            (unsigned long long)k->blocks);
    csv_text(to, p.file);
    fprintf(to, ",%d", p.line);
    for (int c = 0; c < COUNTERS; c++)
        fprintf(to, ",%llu", (unsigned long long)counts[c]);
    fprintf(to, ",\n");
}

static void add_counts(uint64_t *to, const uint64_t *from)
{
    for (int c = 0; c < COUNTERS; c++)
        to[c] += from[c];
}

/* A branch in the CPU device's own headers does not belong to the program. */
static int is_hidden_branch(const uint64_t *counts, struct place p)
{
    return counts[DIVERGENT_IFS] && p.in_own;
}

struct by_line { struct place place; uint64_t counts[COUNTERS]; };

static int compare_lines(const void *a, const void *b)
{
    const struct place *x = &((const struct by_line *)a)->place, *y = &((const struct by_line *)b)->place;
    int order = strcmp(x->file, y->file);

    return order ? order : x->line - y->line;
}

static void write_kernel(FILE *to, struct kernel *k)
{
    static const uint64_t none[COUNTERS];
    struct by_line *lines = calloc(k->sites + 1, sizeof *lines);
    struct place whole = { .file = "" };
    uint64_t sum[COUNTERS] = { 0 };
    unsigned int n = 0, last = 0;

    for (unsigned int i = 1; lines && i < k->sites && i < site_count(); i++) {
        struct place p = line_of((uint16_t)i);

        if (!memcmp(k->counts[i], none, sizeof none) || is_hidden_branch(k->counts[i], p))
            continue;
        lines[n].place = p;
        memcpy(lines[n++].counts, k->counts[i], sizeof none);
        add_counts(sum, k->counts[i]);
    }
    write_row(to, k, whole, sum);
    if (n)
        qsort(lines, n, sizeof *lines, compare_lines);
    for (unsigned int i = 1; i <= n; i++) {
        if (i < n && !compare_lines(&lines[i], &lines[last])) {
            add_counts(lines[last].counts, lines[i].counts);
            continue;
        }
        write_row(to, k, lines[last].place, lines[last].counts);
        last = i;
    }
    free(lines);
}

/* Of the kernel as a whole: without its lines, which take long to find */
static void write_whole(FILE *to, struct kernel *k)
{
    struct place whole = { .file = "" };
    uint64_t sum[COUNTERS] = { 0 };

    for (unsigned int i = 1; i < k->sites && i < site_count(); i++) {
        const struct site *s = site_get((uint16_t)i);
        uint64_t branches = sum[DIVERGENT_IFS];

        add_counts(sum, k->counts[i]);
        if (!s->file && function_is_own((const void *)code_address(s->pc)))
            sum[DIVERGENT_IFS] = branches; /* a branch of the CPU device's own headers */
    }
    write_row(to, k, whole, sum);
}

void report_counters_now(const char *path)
{
    FILE *to = csv_open("CUDA_CPU_INSPECT_CSV", path);

    fprintf(to, "%s\n", columns);
    for (struct kernel *k = kernels(); k; k = k->next)
        if (k->blocks)
            write_whole(to, k);
    fclose(to);
}

void report_bytes(const char *path)
{
    FILE *to = csv_open("CUDA_CPU_INSPECT_BYTES", path);

    fprintf(to, "kernel,grid,block,shared_bytes,blocks,loaded_sectors,stored_sectors,partial_sectors,atomic_words\n");
    for (struct kernel *k = kernels(); k; k = k->next) {
        struct footprint f = footprint_of(k);

        if (!k->blocks)
            continue;
        csv_text(to, kernel_shown(k));
        fputc(',', to);
        csv_shape(to, k->grid);
        fputc(',', to);
        csv_shape(to, k->block);
        fprintf(to, ",%zu,%llu,%llu,%llu,%llu,%llu\n", k->shared, (unsigned long long)k->blocks, f.loaded, f.stored,
                f.partial, f.atomic_words);
    }
    fclose(to);
}

void report_counters(const char *path)
{
    FILE *to = csv_open("CUDA_CPU_INSPECT_CSV", path);

    fprintf(to, "%s\n", columns);
    for (struct kernel *k = kernels(); k; k = k->next)
        if (k->blocks)
            write_kernel(to, k);
    fclose(to);
}
