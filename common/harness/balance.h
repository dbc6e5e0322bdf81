/* harness/balance.h: how evenly the blocks' work was spread: a line below the row, and the file of
 * --balance. */
#ifndef HARNESS_BALANCE_H
#define HARNESS_BALANCE_H

#include "harness/append.h"
#include "harness/state.h"

/* One row per block of each kernel. */
#define LESSON_BALANCE_COLUMNS "kernel,block,elements,cycles"

/* Clock cycles from a block's beginning to its end; 0 when it did nothing. */
static inline double lesson_cycles(const struct lesson_work *work)
{
    return work->end ? (double)(work->end - ~work->not_before) : 0;
}

/* Ends the program (exit 2) unless the rows of --balance will be about one size and block, in a
 * file of their own. Changes nothing. */
static inline void lesson_check_balance(const struct lesson_options *o)
{
    if (!o->balance)
        return;
    lesson_check_file("--balance", o->balance, LESSON_BALANCE_COLUMNS);
    if (o->size.count > 1 || o->block.count > 1)
        lesson_fail(LESSON_USAGE, "--balance %s: its rows name neither size nor block; give one "
                    "of each", o->balance);
    lesson_check_other_file("--balance", o->balance, "--csv", o->csv);
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
    signal(SIGXFSZ, SIG_IGN); /* see lesson_append_row */
    long old_length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    if (is_first)
        fputs(LESSON_BALANCE_COLUMNS "\n", file);
    for (unsigned i = 0; i < blocks; i++)
        fprintf(file, "%s,%u,%llu,%.0f\n", row->kernel, i, work[i].elements,
                lesson_cycles(&work[i]));
    errno = 0;
    int failed = fflush(file) != 0 || ferror(file), why = errno ? errno : EIO;
    if (failed && ftruncate(fileno(file), old_length) != 0) {
        /* a pipe or a device: nothing to take back */
    }
    if (failed)
        lesson_fail(LESSON_USAGE, "--balance %s: %s", path, strerror(why));
    if (fclose(file) != 0)
        lesson_fail(LESSON_USAGE, "--balance %s: %s", path, strerror(errno));
}

/* Says how evenly the blocks' work was spread. */
static inline void lesson_show_balance(struct lesson *l, const struct lesson_row *row)
{
    double works = l->memory.work.bytes / (double)sizeof(struct lesson_work);
    unsigned grid = row->r.grid < works ? row->r.grid : (unsigned)works;
    unsigned busiest = 0, slowest = 0;
    struct lesson_work *work = (struct lesson_work *)lesson_host_alloc(grid, sizeof *work);
    double elements = 0, cycles = 0;
    CUDA_CHECK(cudaMemcpy(work, l->memory.work.data, grid * sizeof *work, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < grid; i++) {
        elements += (double)work[i].elements;
        cycles += lesson_cycles(&work[i]);
        busiest = work[i].elements > work[busiest].elements ? i : busiest;
        slowest = lesson_cycles(&work[i]) > lesson_cycles(&work[slowest]) ? i : slowest;
    }
    if (elements > 0) { /* a kernel that tells what its blocks did */
        printf("    busiest block: %.2f times the mean of %.6g elements",
               (double)work[busiest].elements * grid / elements, elements / grid);
        if (!l->device.is_cpu)
            printf("; slowest: %.2f times the mean of %.4g cycles",
                   lesson_cycles(&work[slowest]) * grid / cycles, cycles / grid);
        puts("");
        if (l->options.balance)
            lesson_write_balance(l, row, work, grid);
    }
    free(work);
}

#endif
