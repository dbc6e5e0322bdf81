/* harness/report.h: the header block and the table. */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include "harness/bandwidth.h"
#include "harness/statistics.h"

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
    return l->offers & LESSON_BATCH ? 15 : 10;
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
               "           peak %s; driver %d.%d, toolkit %d.%d\n",
               d->name, d->ordinal, d->major, d->minor, d->sm_count, (double)d->l2 / (1 << 20),
               peak, d->driver / 1000, d->driver % 1000 / 10, d->toolkit / 1000,
               d->toolkit % 1000 / 10);
#endif
    if (p->shapes == 1) {
        const struct lesson_shape *shape = &p->shape[0];
        printf("  input    ");
        if (shape->begin)
            printf("%zu ragged rows, together ", shape->rows);
        else if (l->offers & LESSON_BATCH)
            printf("%zu row%s of ", shape->batch, shape->batch == 1 ? "" : "s");
        printf("n = %s %s, seed %u: %.6g MB to read\n",
               lesson_format_size(size, sizeof size, shape->n), lesson_type_name(p), p->seed,
               ((double)lesson_volume(shape) + 1) * (double)lesson_element_size(p) / 1e6);
    } else {
        printf("  input    %d %s, %s, seed %u\n", p->shapes,
               l->offers & LESSON_BATCH ? "shapes" : "sizes", lesson_type_name(p), p->seed);
    }
    if (!d->is_cpu)
        printf("  timing   median of %s%d samples after %d warm-ups, %s\n",
               p->may_stop_early ? "up to " : "", p->samples, p->warmups,
               p->is_hot ? "hot: after an untimed run each" : "cold: L2 flushed before each");

    printf("\n  %-*s ", lesson_name_width(l), "kernel");
    if (p->shapes > 1)
        printf("%*s ", lesson_shape_width(l), l->offers & LESSON_BATCH ? "rows x n" : "n");
    printf("%14s %9s %9s %6s %7s %6s %8s  check\n", "grid x block", "median ms", "min ms",
           "spread", "GB/s", "% peak", "speed-up");
    fflush(stdout);
}

static inline void lesson_print_name(const struct lesson *l, const struct lesson_row *row)
{
    char rows[40], size[24];
    printf("  %-*s ", lesson_name_width(l), row->kernel);
    if (l->plan.shapes <= 1)
        return;
    lesson_format_size(size, sizeof size, row->shape->n);
    if (l->offers & LESSON_BATCH) {
        lesson_format_size(rows, 24, row->shape->batch);
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), " x %s", size);
    }
    printf("%*s ", lesson_shape_width(l), l->offers & LESSON_BATCH ? rows : size);
}

/* A row for a library that this device does not have. */
static inline void lesson_print_absent(const struct lesson *l, const struct lesson_row *row)
{
    lesson_print_name(l, row);
    printf("%14s  not run: a part of the CUDA Toolkit that %s lacks\n", "library",
           l->device.is_cpu ? "the CPU device" : "this version");
    fflush(stdout);
}

/* A row of the table. The first row of each shape is what the speed-up is measured from. */
static inline void lesson_print_row(const struct lesson *l, const struct lesson_row *row)
{
    char shape[32] = "library", share[16] = "-", speed_up[16] = "-", rate[16];
    if (!row->is_library)
        snprintf(shape, sizeof shape, "%u x %u", row->r.grid, row->r.block);
    lesson_print_name(l, row);
    if (!row->is_right) {
        printf("%14s %9s %9s %6s %7s %6s %8s  WRONG\n", shape, "-", "-", "-", "-", "-", "-");
        fflush(stdout);
        return;
    }
    double *first = &row->shape->first_median;
    if (*first == 0)
        *first = row->median;
    double gbps = lesson_gbps(l, row);
    snprintf(rate, sizeof rate, gbps < 1000 ? "%.4g" : "%.0f", gbps);
    if (!isnan(l->device.peak))
        snprintf(share, sizeof share, "%.1f", 100 * gbps / l->device.peak);
    if (!l->device.is_cpu)
        snprintf(speed_up, sizeof speed_up, "%.2fx", *first / row->median);
    printf("%14s %9.5f %9.5f %5.1f%% %7s %6s %8s  ok%s\n", shape, row->median, row->min,
           row->spread, rate, share, speed_up,
           row->spread > LESSON_NOISY && !l->device.is_cpu ? ", noisy" : "");
    fflush(stdout);
}

#endif
