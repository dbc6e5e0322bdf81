/* harness/state.h: what a running lesson knows. Part of lesson.h; lessons use none of it. */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

/* What a kernel computes. */
enum lesson_what { LESSON_SUM, LESSON_SCAN_INCLUSIVE, LESSON_SCAN_EXCLUSIVE, LESSON_NORMALISED };

/* A shape of the input: rows of elements. Ragged rows are one row here. */
struct lesson_shape {
    size_t batch, n;
    size_t rows;                 /* sums that are expected: batch, or the number of ragged rows */
    size_t *begin;               /* ragged: rows + 1 numbers; NULL otherwise */
    struct lesson_sum *expected; /* one per row, once known, ... */
    struct lesson_sum whole;     /* ... and of all elements */
    double first_median;         /* milliseconds of the table's first row of this shape */
};

/* Memory that a library asked for: lesson_library_memory. */
struct lesson_workspace {
    void *memory;
    size_t bytes;
};

struct lesson {
    const char *name, *title;
    int offers;
    struct lesson_options options;
    struct lesson_device device;

    cudaStream_t stream;
    cudaEvent_t start, stop;

    struct lesson_shape shape[LESSON_MAX_LIST];
    int shapes;
    struct lesson_input input; /* as filled for the shape that runs now */
    void *partial, *scratch, *result, *out;
    size_t partials;           /* elements in partial, and in scratch */
    size_t results;            /* elements in result */
    size_t *row_begin;         /* on the device, for the shape that runs now */
    struct lesson_work *work;  /* on the device, `works` of them */
    size_t works;
    struct lesson_workspace workspace;
    void *flush;               /* read between samples to push the input out of L2 */
    size_t flush_bytes;

    int wrong, csv_rows;       /* rows of the table that are wrong, that are in the CSV */
    int balance_kernels;       /* that are in the file of --balance */
    char kernels[1024];        /* names seen so far, for --kernel with a name that is not there */
    int kernel_found;
};

/* One row of the table: a kernel at one shape and block. */
struct lesson_row {
    const char *kernel;
    enum lesson_what what;
    int is_library;            /* no kernel of ours: grid and block are not known */
    lesson_launch launch;
    struct reduction r;
    struct lesson_shape *shape;
    int samples, repeats;      /* repeats: reductions in one sample */
    double median, min, spread; /* milliseconds, milliseconds, percent */
    int is_right;
};

static inline size_t lesson_element_size(const struct lesson *l)
{
    return l->options.is_float ? sizeof(float) : sizeof(int);
}

static inline double lesson_unit(const struct lesson *l)
{
    return l->options.is_float ? LESSON_FLOAT_UNIT : 1.0;
}

/* All elements of a shape. */
static inline size_t lesson_volume(const struct lesson_shape *shape)
{
    return shape->batch * shape->n;
}

/* Host memory, cleared; ends the program when there is none. */
static inline void *lesson_host_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        lesson_fail(LESSON_USAGE, "out of host memory for %zu times %zu bytes: choose fewer rows "
                    "or samples", count, size);
    return memory;
}

#endif
