/* read.c: reads what inspect --steps wrote: a row for each thread of each step. */
#include "csv/csv.h"
#include "steps.h"

#include <stdlib.h>
#include <string.h>

/* Files from before the column `distance` lack it. */
static bool is_of_steps(const struct csv *csv)
{
    struct strings names = split("kernel,block,step,interval,file,line,thread,state,distance", ',');
    int columns = (int)names.count;

    if (csv->columns != columns && csv->columns != columns - 1)
        return false;
    for (int i = 0; i < csv->columns; i++)
        if (strcmp(csv->column[i], names.at[i]) != 0)
            return false;
    return true;
}

static bool has_digits_only(const char *text) { return !text[strspn(text, "0123456789")]; }

static long whole_number(const struct csv *csv, const char *column)
{
    const char *text = csv_field(csv, column);

    if (!*text || !has_digits_only(text) || (*text == '0' && !strcmp(column, "block")))
        csv_bad(csv, "block, step, interval, line and thread must be whole numbers");
    return strtol(text, NULL, 10);
}

static enum state state_of(const struct csv *csv)
{
    static const char *const names[] = { [ACTIVE] = "active", [CONFLICT] = "conflict", [IDLE] = "idle",
                                         [WAITING] = "waiting", [ENDED] = "ended" };

    for (enum state state = ACTIVE; state <= ENDED; state++)
        if (csv_is(csv, "state", names[state]))
            return state;
    csv_bad(csv, "a state %s", csv_field(csv, "state"));
}

/* Threads of one step usually stand together. */
static struct step *find_step(const struct block *block, long number)
{
    for (int i = block->count; i--;)
        if (block->steps[i].number == number)
            return &block->steps[i];
    return NULL;
}

static struct step *add_step(struct block *block, const struct csv *csv, struct step step)
{
    step.file = csv_field(csv, "file");
    step.distance = csv_field(csv, "distance");
    if (!has_digits_only(step.distance))
        csv_bad(csv, "a distance %s", step.distance);
    block->steps = more_room(block->steps, (size_t)block->count, sizeof step);
    block->steps[block->count] = step;
    return &block->steps[block->count++];
}

static void begin_block(struct block *block, const char *kernel, long threads)
{
    if (threads > MOST_THREADS)
        fail("a block of %ld threads; more than %d columns cannot be told apart", threads, MOST_THREADS);
    block->kernel = kernel;
    block->threads = (int)threads;
    block->warps = (block->threads + LANES - 1) / LANES;
}

static void read_row(struct block *block, const struct csv *csv)
{
    const char *kernel = csv_field(csv, "kernel");
    long threads = whole_number(csv, "block"), thread = whole_number(csv, "thread");
    struct step new = { .number = whole_number(csv, "step"), .interval = whole_number(csv, "interval"),
                        .line = whole_number(csv, "line") };
    struct step *step;
    enum state state;

    if (!block->count)
        begin_block(block, kernel, threads);
    if (strcmp(kernel, block->kernel) != 0 || threads != block->threads)
        csv_bad(csv, "two kernels or two block sizes in one file");
    state = state_of(csv);
    if (thread >= block->threads)
        csv_bad(csv, "thread %s in a block of %d", csv_field(csv, "thread"), block->threads);
    step = find_step(block, new.number);
    if (!step)
        step = add_step(block, csv, new);
    if (step->states[thread] != MISSING)
        csv_bad(csv, "thread %s twice in step %s", csv_field(csv, "thread"), csv_field(csv, "step"));
    step->states[thread] = state;
}

struct block read_block(const char *path)
{
    struct block block = { .count = 0 };
    struct csv csv;

    if (csv_open(&csv, path)) {
        if (!is_of_steps(&csv))
            csv_bad(&csv, "not the steps that inspect --steps writes");
        while (csv_next(&csv))
            read_row(&block, &csv);
    }
    if (!block.count)
        fail("no steps in it");
    return block;
}
