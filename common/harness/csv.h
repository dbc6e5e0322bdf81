/* harness/csv.h: the row that each kernel, size and block appends to the file of --csv. */
#ifndef HARNESS_CSV_H
#define HARNESS_CSV_H

#include "harness/append.h"
#include "harness/bandwidth.h"
#include "harness/git.h"
#include "harness/report.h"

/* The columns of a CSV file of results, in this order. Sizes are in elements, bytes in bytes, n is
 * what one of `batch` rows has; block and grid are 0 for a library's function; peak_gbps is the
 * theoretical bandwidth or "unknown", check is ok or wrong; a wrong row has "unknown" in place of
 * times. part is the lesson's, as declared, or nothing; default_shape is yes where n and batch are
 * those that are run on this device when nobody asks for others, else no. clock_mhz is the SMs',
 * measured; driver the newest CUDA version that the driver can; card a hash of the GPU's uuid;
 * repeats the reductions in a sample; registers those of a thread of the row's first kernel;
 * error_pct the half width of the median's 95 % interval; call_ms the time by the call clock
 * (harness/time.h). What is not known is "unknown". New columns go to the end.
 * Where P cards share the work, the kernel is NAME_P, bytes and gbps are those of all cards together (of collective
 * operations: harness/check.h), peak_gbps and card are of the first card, pct_peak is of all. */
#define LESSON_CSV_COLUMNS \
    "lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms," \
    "spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git,part,default_shape," \
    "clock_mhz,driver,card,repeats,registers,rounds,error_pct,call_ms,kind"

/* Ends the program (exit 2) unless rows can be appended to the file of --csv. Changes nothing. */
static inline void lesson_check_csv(const struct lesson_options *o)
{
    lesson_check_file("--csv", o->csv, LESSON_CSV_COLUMNS);
    lesson_check_whole_rows("--csv", o->csv, LESSON_CSV_COLUMNS);
}

/* "unknown", or the number in this format. Text of `size` bytes; returns it. */
static inline const char *lesson_csv_number(char *text, size_t size, const char *format,
                                            double number, int is_known)
{
    snprintf(text, size, is_known && !isnan(number) ? format : "unknown", number);
    return text;
}

/* What stands before and after a device's name. */
static inline const char *lesson_csv_quote(const char *name)
{
    return strpbrk(name, ",\"") ? "\"" : "";
}

/* What identifies a card: text of `size` bytes; returns it. */
static inline const char *lesson_csv_card(char *text, size_t size, const struct lesson_device *d)
{
    snprintf(text, size, d->is_cpu ? "unknown" : "%08x", d->card);
    return text;
}

/* The kernel's name, with the number of cards or processes. Text of `size` bytes; returns it. */
static inline const char *lesson_csv_kernel(char *text, size_t size, const struct lesson_row *row)
{
    int cards = lesson_ranks.ranks > 1 ? lesson_ranks.ranks : row->shape->cards;
    snprintf(text, size, cards ? "%s_%d" : "%s", row->kernel, cards);
    return text;
}

/* The columns from clock_mhz on. Text of `size` bytes; returns it. */
static inline const char *lesson_csv_conditions(const struct lesson *l,
                                                const struct lesson_row *row, char *text,
                                                size_t size)
{
    const struct lesson_device *d = &l->device;
    char clock[24], card[16], registers[24], error[24], call[24];
    snprintf(text, size, "%s,%d.%d,%s,%d,%s,%d,%s,%s,%s",
             lesson_csv_number(clock, sizeof clock, "%.0f", l->clock_mhz, l->clock_mhz > 0),
             d->driver / 1000, d->driver % 1000 / 10, lesson_csv_card(card, sizeof card, d),
             row->repeats,
             lesson_csv_number(registers, sizeof registers, "%.0f", row->registers,
                               row->registers > 0),
             row->rounds, lesson_csv_number(error, sizeof error, "%.3f", row->error, row->rounds),
             lesson_csv_number(call, sizeof call, "%.6f", row->call_median, row->rounds),
             lesson_kind_name(row->kind));
    return text;
}

/* Appends one row. Ends the program (exit 2) if it cannot. */
static inline void lesson_append_csv(struct lesson *l, const struct lesson_row *row)
{
    const struct lesson_device *d = &l->device;
    char text[2048], kernel[80], conditions[256], times[160] = "unknown,unknown,unknown,unknown";
    char peak[32] = "unknown", share[32] = "unknown";
    if (!l->options.csv)
        return;
    if (!isnan(d->peak))
        snprintf(peak, sizeof peak, "%.1f", d->peak);
    if (lesson_is_right(row)) {
        double gbps = lesson_gbps(l, row);
        snprintf(times, sizeof times,
                 gbps < 1000 ? "%.6f,%.6f,%.2f,%.4g" : "%.6f,%.6f,%.2f,%.1f", row->median,
                 row->min, row->spread, gbps);
        double all = lesson_peak(l, row);
        if (!isnan(all) && row->kind != LESSON_HOST) /* the peak is that of the GPU's memory */
            snprintf(share, sizeof share, "%.2f", 100 * gbps / all);
    }
    const char *quote = lesson_csv_quote(d->name);
    snprintf(text, sizeof text,
             "%s,%s,%s%s%s,%s,%d.%d,%s,%zu,%zu,%u,%u,%.0f,%d,%s,%s,%s,%s,%d.%d,%s,%s,%s,%s\n",
             l->name, lesson_csv_kernel(kernel, sizeof kernel, row), quote, d->name, quote, d->is_cpu ? "cpu" : "gpu", d->major,
             d->minor, lesson_type_name(&l->plan), row->shape->n, row->shape->batch,
             row->kind == LESSON_KERNEL ? row->r.block : 0,
             row->kind == LESSON_KERNEL ? row->r.grid : 0, lesson_bytes(l, row), row->samples, times,
             peak, share, lesson_is_right(row) ? "ok" : "wrong", d->toolkit / 1000,
             d->toolkit % 1000 / 10, lesson_git_version(), l->about->part ? l->about->part : "",
             row->shape->is_default ? "yes" : "no",
             lesson_csv_conditions(l, row, conditions, sizeof conditions));
    lesson_append_row("--csv", l->options.csv, LESSON_CSV_COLUMNS, text, l->csv_rows == 0);
    l->csv_rows++;
}

#endif
