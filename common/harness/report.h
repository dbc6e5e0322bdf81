/* harness/report.h: the header block and the table. */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include "harness/bandwidth.h"
#include "harness/series.h"

/* "05" of "lesson05". */
static inline const char *lesson_number(const struct lesson *l)
{
    return strncmp(l->name, "lesson", 6) == 0 ? l->name + 6 : l->name;
}

/* Columns that a kernel's name and a shape take in the table. */
static inline int lesson_name_width(const struct lesson *l)
{
    return l->offers & LESSON_DESTROYS_INPUT ? 29 : l->offers & LESSON_BATCH ? 27
           : l->offers & LESSON_GRID ? 25 : 21;
}

static inline int lesson_shape_width(const struct lesson *l)
{
    return l->offers & (LESSON_BATCH | LESSON_CARDS) ? 15 : 10;
}

static inline void lesson_print_header(const struct lesson *l)
{
    const struct lesson_device *d = &l->device;
    const struct lesson_plan *p = &l->plan;
    char peak[32] = "unknown", size[32];
    if (!isnan(d->peak))
        snprintf(peak, sizeof peak, "%.0f GB/s", d->peak);

    printf("%s: %s\n", l->name, l->about->title);
#ifdef CUDA_CPU_INSPECT
    printf("  device   %s, inspected: every access to memory is observed. Times and GB/s mean\n"
           "           nothing here; the counters come below\n", d->name);
#else
    if (d->is_cpu)
        printf("  device   %s: each CUDA thread runs on this machine's processor, no GPU\n"
               "           involved. Times and GB/s are emulation times and say nothing about a\n"
               "           GPU; the sum is checked as on one. make inspect%s shows what each\n"
               "           warp does, and mistakes\n", d->name, lesson_number(l));
    else
        printf("  device   %s (number %d), compute capability %d.%d, %d SMs, L2 %.0f MiB,\n"
               "           %.1f GiB of memory, peak %s; driver %d.%d, toolkit %d.%d\n",
               d->name, d->ordinal, d->major, d->minor, d->sm_count, (double)d->l2 / (1 << 20),
               (double)d->total_memory / (1 << 30), peak, d->driver / 1000, d->driver % 1000 / 10, d->toolkit / 1000,
               d->toolkit % 1000 / 10);
#endif
    if (p->shapes == 1) {
        const struct lesson_shape *shape = &p->shape[0];
        printf("  input    ");
        if (shape->begin)
            printf("%zu ragged rows, together ", shape->rows);
        else if (l->offers & LESSON_BATCH)
            printf("%zu row%s of ", shape->batch, shape->batch == 1 ? "" : "s");
        printf("n = %s %s, %sseed %u: %.6g MB to read\n",
               lesson_format_size(size, sizeof size, shape->n), lesson_type_name(p),
               p->input == LESSON_DIGITS && !(l->offers & LESSON_KEYS) ? "from 1 to 9, " : "", p->seed,
               ((double)lesson_volume(shape) + 1) * (double)lesson_element_size(p) / 1e6);
    } else {
        printf("  input    %d %s, %s, seed %u\n", p->shapes,
               l->offers & LESSON_BATCH ? "shapes" : "sizes", lesson_type_name(p), p->seed);
    }
    if (!d->is_cpu) {
        printf("  timing   ");
        if (p->is_adaptive)
            printf("%d to %d rounds of %d samples", LESSON_LEAST_ROUNDS, LESSON_MOST_ROUNDS,
                   LESSON_IN_ROUND);
        else
            printf("%d samples in rounds of %d", p->samples, LESSON_IN_ROUND);
        printf(", all rows in turn, %s\n", p->is_hot ? "hot: after an untimed run each"
                                                     : "cold: L2 flushed before each");
    }

    lesson_print_cards(l);
    if (l->offers & LESSON_FROM_HOST && lesson_ranks.ranks == 1)
        printf("  ranks    one process: nothing goes from process to process (mpirun -n 4 ./%s)\n", l->name);
    else if (l->offers & LESSON_FROM_HOST)
        printf("  ranks    %d processes, each with a card of its own, and with its part of the array in\n"
               "           its host's memory. Rank 0 prints\n", lesson_ranks.ranks);
    printf("\n  %-*s ", lesson_name_width(l), "kernel");
    if (p->shapes > 1)
        printf("%*s ", lesson_shape_width(l), l->offers & LESSON_BATCH ? "rows x n" : l->offers & LESSON_CARDS ? "n, cards" : "n");
    printf("%14s %9s %6s %9s %7s %6s %13s  check\n", "grid x block", "median ms", "+-", "call ms",
           "GB/s", "% peak", "speed-up");
    lesson_need_output();
}

static inline void lesson_print_name(const struct lesson *l, const char *kernel,
                                     const struct lesson_shape *shape)
{
    char rows[40], size[24];
    printf("  %-*s ", lesson_name_width(l), kernel);
    if (l->plan.shapes <= 1)
        return;
    lesson_format_size(size, sizeof size, shape->n);
    if (l->offers & LESSON_BATCH) {
        lesson_format_size(rows, 24, shape->batch);
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), " x %s", size);
    }
    if (shape->cards)
        snprintf(rows, sizeof rows, "%s, %d", size, shape->cards);
    printf("%*s ", lesson_shape_width(l), shape->cards || l->offers & LESSON_BATCH ? rows : size);
}

/* What stands in place of a grid. */
static inline const char *lesson_kind_name(enum lesson_kind kind)
{
    return kind == LESSON_KERNEL ? "kernel" : kind == LESSON_LIBRARY ? "library" : "host";
}

/* A row for what this program does not have. */
static inline void lesson_print_absent(const struct lesson *l, const struct lesson_entry *entry,
                                       const struct lesson_shape *shape)
{
    const char *why = "this program was linked without it (make links it), or its library is too old";
    if (entry->kind == LESSON_HOST)
        why = "built without OpenMP (make has it; nvcc: -Xcompiler -fopenmp)";
    else if (entry->is_slow)
        why = l->options.samples ? "one thread takes too long for more than 2^26 elements"
                                 : "one thread takes too long for more than 2^20 elements; --samples 1 runs up to 2^26";
    else if (l->unreached_pairs && entry->kind == LESSON_KERNEL)
        why = "kernels of a card cannot use another card's memory here; copies can";
    else if (l->no_atomics && !l->apart && entry->kind == LESSON_KERNEL)
        why = "atomics in another card's memory are not native here (cudaDevP2PAttrNativeAtomicSupported)";
    else if (l->apart)
        why = "kernels of several cards run one after another here (CUDA_LAUNCH_BLOCKING=1, or a profiler), "
              "and these wait for each other";
    else if (l->device.is_cpu)
        why = "a part of the CUDA Toolkit that the CPU device lacks";
    lesson_print_name(l, entry->kernel, shape);
    printf("%14s  not run: %s\n", lesson_kind_name(entry->kind), why);
    lesson_need_output();
}

/* The ratio to another row, with its interval: text of `size` bytes. */
static inline void lesson_format_ratio(char *text, size_t size, struct lesson_interval ratio)
{
    double percent = 100 * ratio.half / ratio.mean;
    if (fabs(ratio.mean - 1) <= ratio.half)
        snprintf(text, size, "no difference");
    else if (isnan(ratio.half) || ratio.mean >= 100)
        snprintf(text, size, "%.*fx", ratio.mean < 10 ? 2 : 1, ratio.mean);
    else
        snprintf(text, size, "%.*fx +-%.1f%%", percent < 0.5 && ratio.mean < 10 ? 3 : 2, ratio.mean,
                 percent);
}

/* A row of the table. `first`: the first right row of its shape, which it is compared with. */
static inline void lesson_print_row(const struct lesson *l, const struct lesson_row *row,
                                    const struct lesson_row *first)
{
    char shape[32], share[16] = "-", speed_up[32] = "-", rate[16], error[16] = "-", call[16] = "-";
    snprintf(shape, sizeof shape, "%s", lesson_kind_name(row->kind));
    if (row->kind == LESSON_KERNEL)
        snprintf(shape, sizeof shape, "%u x %u", row->r.grid, row->r.block);
    lesson_print_name(l, row->kernel, row->shape);
    if (!lesson_is_right(row)) {
        printf("%14s %9s %6s %9s %7s %6s %13s  WRONG\n", shape, "-", "-", "-", "-", "-", "-");
        lesson_need_output();
        return;
    }
    double gbps = lesson_gbps(l, row);
    snprintf(rate, sizeof rate, gbps < 1000 ? "%.4g" : "%.0f", gbps);
    if (!isnan(lesson_peak(l, row)) && row->kind != LESSON_HOST)
        snprintf(share, sizeof share, "%.1f", 100 * gbps / lesson_peak(l, row));
    if (!isnan(row->error))
        snprintf(error, sizeof error, "%.2f%%", row->error);
    if (!isnan(row->call_median))
        snprintf(call, sizeof call, "%.5f", row->call_median);
    if (row == first && !l->device.is_cpu)
        snprintf(speed_up, sizeof speed_up, "1.00x");
    else if (!l->device.is_cpu)
        lesson_format_ratio(speed_up, sizeof speed_up, lesson_ratio(first, row));
    printf("%14s %9.5f %6s %9s %7s %6s %13s  ok%s\n", shape, row->median, error, call, rate, share,
           speed_up, row->error > LESSON_NOISY && !l->device.is_cpu ? ", noisy" : "");
    lesson_need_output();
}

#endif
