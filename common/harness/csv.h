/* harness/csv.h: rows in files. Part of lesson.h. */
#ifndef HARNESS_CSV_H
#define HARNESS_CSV_H

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The columns of a CSV file of results, in this order. Sizes are in elements, bytes in bytes, n is
 * what one of `batch` rows has; block and grid are 0 for a library's function; peak_gbps is the
 * theoretical bandwidth or "unknown", check is ok or wrong; a wrong row has "unknown" in place of
 * times. */
#define LESSON_CSV_COLUMNS \
    "lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms," \
    "spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git"

/* One row per block of each kernel. */
#define LESSON_BALANCE_COLUMNS "kernel,block,elements,cycles"

/* Ends the program (exit 2) unless rows with these columns can be appended to the file that
 * `option` names. Changes nothing. */
static inline void lesson_check_csv(const char *option, const char *path, const char *columns)
{
    char line[512] = "";
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
        if (!empty && strcmp(line, columns))
            lesson_fail(LESSON_USAGE, "%s %s: holds something else than lesson results (its first "
                        "line is not our header); choose another file", option, path);
    }
    if (!existed) { /* the first row creates it; can it? */
        char folder[4096];
        const char *slash = strrchr(path, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                 slash ? path : ".");
        writable = access(folder, W_OK | X_OK) == 0;
    }
    if (!writable)
        lesson_fail(LESSON_USAGE, "%s %s: cannot be written (%s); choose another file", option,
                    path, existed && S_ISDIR(status.st_mode) ? "it is a folder" : strerror(errno));
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
                          "%s%s%s,%s,%s%s%s,%s,%d.%d,%s,%zu,%zu,%u,%u,%.0f,%d,%s,%s,%s,%s,"
                          "%d.%d,%s\n",
                          ends_in_newline ? "" : "\n", is_new ? LESSON_CSV_COLUMNS "\n" : "",
                          l->name, row->kernel, quote, d->name, quote, d->is_cpu ? "cpu" : "gpu",
                          d->major, d->minor, lesson_type_name(l), row->shape->n,
                          row->shape->batch, row->is_library ? 0 : row->r.block,
                          row->is_library ? 0 : row->r.grid,
                          lesson_bytes(l, row->shape, row->what), row->samples, times, peak, share,
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

/* Clock cycles from a block's begin to its end; 0 when it did nothing. */
static inline double lesson_cycles(const struct lesson_work *work)
{
    return work->end ? (double)(work->end - ~work->not_before) : 0;
}

/* Ends the program (exit 2) unless the rows of --balance will be about one size and block, in a
 * file of their own. Changes nothing. */
static inline void lesson_check_balance(const struct lesson_options *o)
{
    struct stat csv, balance;
    if (!o->balance)
        return;
    if (o->sizes > 1 || o->blocks > 1)
        lesson_fail(LESSON_USAGE, "--balance %s: its rows say nothing of size and block; give one "
                    "of each", o->balance);
    if (o->csv && (!strcmp(o->csv, o->balance)
                   || (stat(o->csv, &csv) == 0 && stat(o->balance, &balance) == 0
                       && csv.st_ino == balance.st_ino && csv.st_dev == balance.st_dev)))
        lesson_fail(LESSON_USAGE, "--balance %s: is the file of --csv; choose another", o->balance);
}

/* Writes what each block did to the file of --balance: the program's first kernel anew, the others
 * behind it. Ends the program (exit 2) if it cannot. */
static inline void lesson_write_balance(struct lesson *l, const struct lesson_row *row,
                                        const struct lesson_work *work, unsigned blocks)
{
    const char *path = l->options.balance;
    int is_first = l->balance_kernels++ == 0;
    FILE *file = fopen(path, is_first ? "w" : "a");
    if (!file)
        lesson_fail(LESSON_USAGE, "--balance %s: %s", path, strerror(errno));
    if (is_first)
        fputs(LESSON_BALANCE_COLUMNS "\n", file);
    for (unsigned i = 0; i < blocks; i++)
        fprintf(file, "%s,%u,%llu,%.0f\n", row->kernel, i, work[i].elements,
                lesson_cycles(&work[i]));
    if (fclose(file) != 0)
        lesson_fail(LESSON_USAGE, "--balance %s: %s", path, strerror(errno));
}

#endif
