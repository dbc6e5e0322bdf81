/* harness/state.h: what a running lesson knows, and what is known of one row of its table. */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

#include "harness/device.h"
#include "harness/input.h"
#include "harness/memory.h"
#include "harness/verdict.h"

#define LESSON_QUEUE 64 /* kernels of one lesson, at most */

/* What a row of the table times. The rows of one shape are compared: harness/series.h. */
enum lesson_kind { LESSON_KERNEL, LESSON_LIBRARY, LESSON_HOST };

/* How the call clock calls a row; or-ed. 0: a launch, then a copy of the result. See lesson.h. */
enum lesson_how {
    LESSON_AS_GRAPH = 1, LESSON_INTO_PINNED = 2,
    LESSON_CHOOSES_BLOCK = 4          /* and the grid, by itself: one row per shape */
};

/* What was asked of lesson_run and its like, to be run at each shape. */
struct lesson_entry {
    char kernel[64];
    enum lesson_kind kind;
    const struct lesson_check *check;
    lesson_launch launch;         /* NULL, and host NULL: this program does not have it */
    lesson_host host;             /* LESSON_HOST: runs on the host, in place of launch */
    unsigned elements_per_thread;
    int how;                      /* an or of lesson_how */
    int is_slow;                  /* one thread adds up all: lesson_is_too_long */
};

struct lesson {
    const char *name;
    const struct lesson_about *about;
    int offers;                    /* as declared, and LESSON_TIMED */
    struct lesson_options options; /* what was asked for */
    struct lesson_device device;
    struct lesson_plan plan;       /* what is run */

    cudaStream_t stream;
    cudaEvent_t start, stop;
    struct lesson_memory memory;
    struct lesson_input input;     /* as filled for the shape that runs now */
    struct lesson_input second;    /* the same with another seed; no data: not needed */
    struct lesson_workspace workspace;

    const char *cause;             /* of the last wrong sum, in a word; explain_sum.h lists them */
    int wrong, csv_rows;           /* rows of the table that are wrong, that are in the CSV */
    int ratio_rows;                /* that are in the file of --ratios */
    int error_rows;                /* that are in the file of --errors */
    int balance_kernels;           /* that are in the file of --balance */
    char kernels[1024];            /* names seen so far, for --kernel with an unknown name */
    int kernel_found;
    struct lesson_entry queue[LESSON_QUEUE]; /* not run yet */
    int queued;
    int *on_host;                  /* the input once more, in the host's memory; NULL: not needed */
    void *word;                    /* pinned host memory for one result */
    struct lesson_array pinned_result; /* as large as memory.result, for LESSON_INTO_PINNED; NULL: no
                                      row asked for it */
    double clock_mhz;              /* of the SMs, in the last series; 0: not known */
};

/* One row of the table: a kernel, a library's function or the host at one shape and block. */
struct lesson_row {
    const char *kernel;
    enum lesson_kind kind;      /* block and grid are known of a kernel only */
    const struct lesson_check *check;
    lesson_launch launch;
    lesson_host host;
    int how;
    struct reduction r;
    struct lesson_shape *shape;

    cudaGraphExec_t graph;      /* a sample; NULL on a device that has none */
    cudaGraphExec_t call_graph; /* a call, of a row with LESSON_AS_GRAPH */
    int repeats;                /* reductions in it */
    int registers;              /* of a thread of the first kernel in it; 0: not known */
    int in_round;               /* samples in a round, at most */
    double *sample, *of_round; /* milliseconds: each sample, each round's median */
    double *call, *call_of_round; /* milliseconds: each call, each round's mean */
    int samples, rounds, calls;
    double median, min, spread; /* of the samples: milliseconds, milliseconds, percent */
    double error;               /* half width of the median's 95 % interval, percent; NAN: unknown */
    double call_median;         /* milliseconds; NAN: not measured */

    struct lesson_verdict verdict;
    const char *when;           /* in which run it was found wrong */
    long long changed;          /* the first element of the input that it changed, or -1 */
};

/* Are its results right, and is the input what it was? */
static inline int lesson_is_right(const struct lesson_row *row)
{
    return row->verdict.is_right && row->changed < 0;
}

/* What kernels may use of the arrays with one word, or so, for each row. */
static inline void lesson_limit_results(struct lesson *l, const struct lesson_shape *shape)
{
    lesson_limit_array(l->memory.result.data, shape->rows * lesson_result_room(&l->plan), 0);
    if (shape->begin)
        lesson_limit_array(l->memory.row_begin.data, (shape->rows + 1) * sizeof *shape->begin, 0);
}

static inline void lesson_fill_inputs(const struct lesson *l)
{
    lesson_fill_input(&l->input, l->stream);
    if (l->second.data)
        lesson_fill_input(&l->second, l->stream);
}

/* Makes the input and the rows' beginnings those of a shape. */
static inline void lesson_prepare(struct lesson *l, const struct lesson_shape *shape)
{
    struct lesson_input wanted = l->input;
    wanted.n = lesson_volume(shape);
    wanted.copies = lesson_copies(&l->plan, wanted.n);
    wanted.pitch = lesson_pitch(wanted.n, wanted.copies);
    wanted.seed = l->plan.seed;
    wanted.type = l->plan.type;
    wanted.kind = l->plan.input;
    wanted.bins = l->plan.offers & LESSON_KEYS ? l->plan.bins : 0;
    wanted.size = lesson_element_size(&l->plan);
    lesson_limit_results(l, shape);
    if (l->memory.out.data)
        lesson_limit_array(l->memory.out.data, wanted.n * wanted.size, wanted.copies > 1 ? wanted.pitch * wanted.size : 0);
    if (shape->begin)
        CUDA_CHECK(cudaMemcpyAsync(l->memory.row_begin.data, shape->begin,
                                   (shape->rows + 1) * sizeof *shape->begin,
                                   cudaMemcpyHostToDevice, l->stream));
    if (memcmp(&wanted, &l->input, sizeof wanted) == 0)
        return;
    l->input = wanted;
    if (l->second.data) {
        wanted.data = l->second.data;
        wanted.seed = ~l->plan.seed;
        if (wanted.bins > 0)
            wanted.kind = LESSON_RANDOM;
        wanted.bins = 0;
        l->second = wanted;
    }
    lesson_fill_inputs(l);
}

/* The index of the first element that a kernel changed, or -1 when the input is as it was, or need not be. Puts it
 * right again. */
static inline long long lesson_changed_inputs(struct lesson *l)
{
    if (l->offers & LESSON_DESTROYS_INPUT)
        return -1;
    long long changed = lesson_changed_input(&l->input, l->stream);
    if (changed < 0 && l->second.data)
        changed = lesson_changed_input(&l->second, l->stream);
    if (changed >= 0)
        lesson_fill_inputs(l);
    return changed;
}

#endif
