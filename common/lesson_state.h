/* lesson_state.h: what a running lesson knows. Part of lesson.h; lessons use none of it. */
#ifndef LESSON_STATE_H
#define LESSON_STATE_H

struct lesson {
    const char *name, *title;
    int offers;
    struct lesson_options options;
    struct lesson_device device;

    cudaStream_t stream;
    cudaEvent_t start, stop;

    struct lesson_input input;  /* as filled for the size that runs now */
    void *partial, *scratch, *result;
    size_t partials;            /* elements in partial, and in scratch */
    void *flush;                /* read between samples to push the input out of L2 */
    size_t flush_bytes;

    size_t known_size[LESSON_MAX_LIST]; /* sizes whose expected sum is known, ... */
    struct lesson_sum known_sum[LESSON_MAX_LIST];
    double first_median[LESSON_MAX_LIST]; /* per size: milliseconds of the table's first row */
    int known_sizes;

    int wrong, csv_rows;        /* rows of the table that are wrong, that are in the CSV */
    char kernels[1024];         /* names seen so far, for --kernel with a name that is not there */
    int kernel_found;
};

/* One row of the table: a kernel at one size and block. */
struct lesson_row {
    const char *kernel;
    struct reduction r;
    int size_index;             /* into l->options.size */
    int samples, repeats;       /* repeats: reductions in one sample */
    double median, min, spread; /* milliseconds, milliseconds, percent */
    int is_right;
};

static inline size_t lesson_element_size(const struct lesson *l)
{
    return l->options.is_float ? sizeof(float) : sizeof(int);
}

/* The expected sum of the first n elements, in units. Computed once for each size. */
static inline struct lesson_sum lesson_expected_prefix(struct lesson *l, size_t n)
{
    size_t from = 0;
    struct lesson_sum base = {0, 0};
    for (int i = 0; i < l->known_sizes; i++) {
        if (l->known_size[i] <= n && l->known_size[i] > from) {
            from = l->known_size[i];
            base = l->known_sum[i];
        }
    }
    struct lesson_sum rest = lesson_expected(l->options.seed, l->options.is_float, from, n);
    base.sum += rest.sum;
    base.magnitude += rest.magnitude;
    if (from < n && l->known_sizes < LESSON_MAX_LIST) {
        l->known_size[l->known_sizes] = n;
        l->known_sum[l->known_sizes++] = base;
    }
    return base;
}

#endif
