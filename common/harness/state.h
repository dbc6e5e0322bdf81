/* harness/state.h: what a running lesson knows, and what is known of one row of its table. */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

#include "harness/device.h"
#include "harness/input.h"
#include "harness/memory.h"

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
    struct lesson_workspace workspace;

    const char *cause;             /* of the last wrong sum, in a word; explain_sum.h lists them */
    int wrong, csv_rows;           /* rows of the table that are wrong, that are in the CSV */
    int balance_kernels;           /* that are in the file of --balance */
    char kernels[1024];            /* names seen so far, for --kernel with an unknown name */
    int kernel_found;
};

/* One row of the table: a kernel at one shape and block. */
struct lesson_row {
    const char *kernel;
    const struct lesson_check *check;
    int is_library;             /* no kernel of ours: grid and block are not known */
    lesson_launch launch;
    struct reduction r;
    struct lesson_shape *shape;
    int samples, repeats;       /* repeats: reductions in one sample */
    double median, min, spread; /* milliseconds, milliseconds, percent */
    int is_right;
};

/* What kernels may use of the arrays with one word, or so, for each row. */
static inline void lesson_limit_results(struct lesson *l, const struct lesson_shape *shape)
{
    lesson_limit_array(l->memory.result.data, shape->rows * lesson_element_size(&l->plan), 0);
    if (shape->begin)
        lesson_limit_array(l->memory.row_begin.data, (shape->rows + 1) * sizeof *shape->begin, 0);
}

/* Makes the input and the rows' beginnings those of a shape. */
static inline void lesson_prepare(struct lesson *l, const struct lesson_shape *shape)
{
    struct lesson_input wanted = l->input;
    wanted.n = lesson_volume(shape);
    wanted.copies = lesson_copies(&l->plan, wanted.n);
    wanted.pitch = lesson_pitch(wanted.n, wanted.copies);
    wanted.seed = l->plan.seed;
    wanted.is_float = l->plan.is_float;
    lesson_limit_results(l, shape);
    if (shape->begin)
        CUDA_CHECK(cudaMemcpyAsync(l->memory.row_begin.data, shape->begin,
                                   (shape->rows + 1) * sizeof *shape->begin,
                                   cudaMemcpyHostToDevice, l->stream));
    if (memcmp(&wanted, &l->input, sizeof wanted) == 0)
        return;
    l->input = wanted;
    lesson_fill_input(&l->input, l->stream);
}

#endif
