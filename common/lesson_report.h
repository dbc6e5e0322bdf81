/* lesson_report.h: the header block, the table and the CSV row. Part of lesson.h. */
#ifndef LESSON_REPORT_H
#define LESSON_REPORT_H

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The columns of a CSV file of results, in this order. Sizes are in elements, bytes in bytes,
 * peak_gbps is the theoretical bandwidth or "unknown", check is ok or wrong; a wrong row has
 * "unknown" in place of times. */
#define LESSON_CSV_COLUMNS \
    "lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms," \
    "spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git"

/* The bytes that the problem itself must move: the input once, the result once. */
static inline double lesson_bytes(const struct lesson *l, size_t n)
{
    return ((double)n + 1.0) * (double)lesson_element_size(l);
}

static inline double lesson_gbps(const struct lesson *l, const struct lesson_row *row)
{
    return lesson_bytes(l, row->r.n) / (row->median * 1e-3) / 1e9;
}

static inline const char *lesson_type_name(const struct lesson *l)
{
    return l->options.is_float ? "float" : "int";
}

/* 536870912 as "2^29", other numbers as they are. Returns text. */
static inline const char *lesson_format_size(char *text, size_t capacity, size_t n)
{
    if (n >= 1024 && lesson_is_power_of_two(n))
        snprintf(text, capacity, "2^%d", (int)log2((double)n));
    else
        snprintf(text, capacity, "%zu", n);
    return text;
}

/* "05" of "lesson05". */
static inline const char *lesson_number(const struct lesson *l)
{
    return strncmp(l->name, "lesson", 6) == 0 ? l->name + 6 : l->name;
}

static inline void lesson_print_header(const struct lesson *l)
{
    const struct lesson_device *d = &l->device;
    const struct lesson_options *o = &l->options;
    char peak[32] = "unknown", size[32];
    if (!isnan(d->peak))
        snprintf(peak, sizeof peak, "%.0f GB/s", d->peak);

    printf("%s: %s\n", l->name, l->title);
#ifdef CUDA_CPU_INSPECT
    printf("  device   %s, inspected: every access to memory is observed. Times and GB/s say\n"
           "           nothing; the counters come below\n", d->name);
#else
    if (d->is_cpu)
        printf("  device   %s: each CUDA thread runs on this machine's processor, no GPU\n"
               "           involved. Times and GB/s are emulation times, they say nothing of\n"
               "           a GPU; the sum is checked as on one. make inspect%s shows what each\n"
               "           warp does, and mistakes\n", d->name, lesson_number(l));
    else
        printf("  device   %s (number %d), compute capability %d.%d, %d SMs, L2 %.0f MiB,\n"
               "           peak %s; driver %d.%d, toolkit %d.%d\n",
               d->name, d->ordinal, d->major, d->minor, d->sm_count, (double)d->l2 / (1 << 20),
               peak, d->driver / 1000, d->driver % 1000 / 10, d->toolkit / 1000,
               d->toolkit % 1000 / 10);
#endif
    if (o->sizes == 1)
        printf("  input    n = %s %s, seed %u: %.6g MB to read\n",
               lesson_format_size(size, sizeof size, o->size[0]), lesson_type_name(l), o->seed,
               lesson_bytes(l, o->size[0]) / 1e6);
    else
        printf("  input    %d sizes, %s, seed %u\n", o->sizes, lesson_type_name(l), o->seed);
    if (!d->is_cpu)
        printf("  timing   median of %s%d samples after %d warm-ups, %s\n",
               o->samples ? "" : "up to ", o->samples ? o->samples : LESSON_SAMPLES, o->warmups,
               o->hot ? "hot: after an untimed run each" : "cold: L2 flushed before each");

    printf("\n  %-21s ", "kernel");
    if (o->sizes > 1)
        printf("%10s ", "n");
    printf("%14s %9s %9s %6s %7s %6s %8s  check\n", "grid x block", "median ms", "min ms",
           "spread", "GB/s", "% peak", "speed-up");
    fflush(stdout);
}

/* A row of the table. The first row of each size is what the speed-up is measured from. */
static inline void lesson_print_row(struct lesson *l, const struct lesson_row *row)
{
    char shape[32], size[32], share[16] = "-", speed_up[16] = "-", rate[16];
    snprintf(shape, sizeof shape, "%u x %u", row->r.grid, row->r.block);
    printf("  %-21s ", row->kernel);
    if (l->options.sizes > 1)
        printf("%10s ", lesson_format_size(size, sizeof size, row->r.n));
    if (!row->is_right) {
        printf("%14s %9s %9s %6s %7s %6s %8s  WRONG\n", shape, "-", "-", "-", "-", "-", "-");
        fflush(stdout);
        return;
    }
    double *first = &l->first_median[row->size_index];
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

/* Ends the program (exit 2) unless rows can be appended to the CSV file. Changes nothing. */
static inline void lesson_check_csv(const struct lesson *l)
{
    char line[512] = "";
    const char *path = l->options.csv;
    if (!path)
        return;
    struct stat status;
    int existed = stat(path, &status) == 0;
    int writable = existed && access(path, W_OK) == 0 && !S_ISDIR(status.st_mode);
    FILE *file = existed && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    if (file) {
        int empty = !fgets(line, sizeof line, file);
        fclose(file);
        line[strcspn(line, "\r\n")] = '\0';
        if (!empty && strcmp(line, LESSON_CSV_COLUMNS))
            lesson_fail(LESSON_USAGE, "--csv %s: holds something else than lesson results (its "
                        "first line is not our header); choose another file", path);
    }
    if (!existed) { /* the first row creates it; can it? */
        char folder[4096];
        const char *slash = strrchr(path, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                 slash ? path : ".");
        writable = access(folder, W_OK | X_OK) == 0;
    }
    if (!writable)
        lesson_fail(LESSON_USAGE, "--csv %s: cannot be written (%s); choose another file", path,
                    existed && S_ISDIR(status.st_mode) ? "it is a folder" : strerror(errno));
}

/* Which commit produced a row: $LESSON_GIT, or what git says of the folder that this header is in,
 * or "unknown". Returns text that stays. */
static inline const char *lesson_git_version(void)
{
    static char text[64];
    const char *given = getenv("LESSON_GIT"), *here = __FILE__, *slash = strrchr(here, '/');
    char command[512];
    if (*text)
        return text;
    snprintf(text, sizeof text, "%s", given && *given ? given : "unknown");
    if (given && *given)
        return text;
    snprintf(command, sizeof command, "git -C '%.*s' describe --always --dirty 2>/dev/null",
             slash ? (int)(slash - here) : 1, slash ? here : ".");
    FILE *git = popen(command, "r");
    if (!git)
        return text;
    char line[64];
    if (fgets(line, sizeof line, git)) {
        line[strcspn(line, "\r\n")] = '\0';
        memcpy(text, line, sizeof text);
    }
    pclose(git);
    return text;
}

/* Appends one row, and the header when the file is new, under a lock. Ends the program (exit 2)
 * if it cannot, and takes back what was written of the row: the file never holds half of one. */
static inline void lesson_append_csv(struct lesson *l, const struct lesson_row *row)
{
    const struct lesson_device *d = &l->device;
    char text[2048], times[160] = "unknown,unknown,unknown,unknown";
    char peak[32] = "unknown", share[32] = "unknown";
    if (!l->options.csv)
        return;
    FILE *file = fopen(l->options.csv, "a+");
    if (!file || flock(fileno(file), LOCK_EX) != 0)
        lesson_fail(LESSON_USAGE, "--csv %s: %s", l->options.csv, strerror(errno));

    int is_new = l->csv_rows == 0, ends_in_newline = 1;
    long old_length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    if (old_length > 0) { /* not so for a pipe or a device */
        is_new = 0;
        fseek(file, -1, SEEK_END);
        ends_in_newline = fgetc(file) == '\n';
    }
    if (!isnan(d->peak))
        snprintf(peak, sizeof peak, "%.1f", d->peak);
    if (row->is_right) {
        double gbps = lesson_gbps(l, row);
        snprintf(times, sizeof times,
                 gbps < 1000 ? "%.6f,%.6f,%.2f,%.4g" : "%.6f,%.6f,%.2f,%.1f", row->median,
                 row->min, row->spread, gbps);
        if (!isnan(d->peak))
            snprintf(share, sizeof share, "%.2f", 100 * gbps / d->peak);
    }
    const char *quote = strpbrk(d->name, ",\"") ? "\"" : "";
    int length = snprintf(text, sizeof text,
                          "%s%s%s,%s,%s%s%s,%s,%d.%d,%s,%zu,1,%u,%u,%.0f,%d,%s,%s,%s,%s,%d.%d,%s\n",
                          ends_in_newline ? "" : "\n", is_new ? LESSON_CSV_COLUMNS "\n" : "",
                          l->name, row->kernel, quote, d->name, quote, d->is_cpu ? "cpu" : "gpu",
                          d->major, d->minor, lesson_type_name(l), row->r.n, row->r.block,
                          row->r.grid, lesson_bytes(l, row->r.n), row->samples, times, peak, share,
                          row->is_right ? "ok" : "wrong", d->toolkit / 1000,
                          d->toolkit % 1000 / 10, lesson_git_version());
    if (fwrite(text, 1, (size_t)length, file) != (size_t)length || fflush(file) != 0) {
        int why = errno;
        if (ftruncate(fileno(file), old_length) != 0) {
            /* a pipe or a device: nothing to take back */
        }
        lesson_fail(LESSON_USAGE, "--csv %s: %s", l->options.csv, strerror(why));
    }
    fclose(file);
    l->csv_rows++;
}

#endif
