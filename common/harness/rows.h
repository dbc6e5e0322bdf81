/* harness/rows.h: which shapes are run, where rows begin, and the sums that are expected of them.
 * Part of lesson.h. */
#ifndef HARNESS_ROWS_H
#define HARNESS_ROWS_H

#define LESSON_REPEATS 32 /* reductions in a sample at most: harness/time.h says what for */
#define LESSON_SAMPLE_BYTES ((size_t)128 << 20)

static inline unsigned lesson_least_block(const struct lesson_options *o)
{
    unsigned least = o->block[0];
    for (int i = 1; i < o->blocks; i++)
        if (o->block[i] < least)
            least = o->block[i];
    return least;
}

/* How many reductions of n elements make a sample. */
static inline size_t lesson_repeats(const struct lesson *l, size_t n)
{
    size_t repeats = LESSON_SAMPLE_BYTES / lesson_element_size(l) / n; /* n * size may overflow */
    if (l->device.is_cpu || repeats < 1)
        return 1;
    return repeats < LESSON_REPEATS ? repeats : LESSON_REPEATS;
}

/* Elements from one copy of the input to the next: n, rounded up to 256 bytes when there are
 * several, so that each copy is as well aligned as an array of its own. */
static inline size_t lesson_pitch(size_t n, size_t copies)
{
    return copies == 1 ? n : (n + 63) / 64 * 64;
}

static inline size_t lesson_copies(const struct lesson *l, size_t n)
{
    return l->options.hot ? 1 : lesson_repeats(l, n);
}

/* Elements in r->partial: one for each block that covers n elements, one more for each row. */
static inline double lesson_partials(const struct lesson *l, double n, double rows)
{
    double partials = ceil(n / lesson_least_block(&l->options)) + rows;
    return fmax(fmax(partials, (double)l->options.grid), 65536);
}

/* Device memory in bytes that a shape takes, without the flush buffer. */
static inline double lesson_memory(const struct lesson *l, double batch, double n)
{
    double volume = batch * n, copies = 1, input = volume;
    double rows = l->offers & LESSON_RAGGED ? volume / 64 : batch; /* ragged ones are longer */
    if (volume < 1e15) {
        copies = (double)lesson_copies(l, (size_t)volume);
        input = copies * (double)lesson_pitch((size_t)volume, (size_t)copies);
    }
    double arrays = l->offers & LESSON_OUTPUT ? 2 : 1;
    double partials = lesson_partials(l, volume, rows);
    double bytes = (arrays * input + 2 * partials + rows) * (double)lesson_element_size(l);
    if (l->offers & LESSON_RAGGED)
        bytes += rows * sizeof(size_t)
                 + fmax(l->options.grid, 65536) * sizeof(struct lesson_work);
    return bytes;
}

/* The most elements a row can have, so that `batch` of them fit. */
static inline size_t lesson_longest_row(const struct lesson *l, size_t batch, double available)
{
    size_t fits = 0;
    for (size_t step = (size_t)1 << 46; step > 0; step /= 2)
        if (lesson_memory(l, (double)batch, (double)(fits + step)) <= available)
            fits += step;
    return fits;
}

/* Adds a shape, if it can be run. */
static inline void lesson_add_shape(struct lesson *l, size_t batch, size_t n, double available)
{
    const struct lesson_options *o = &l->options;
    double need = lesson_memory(l, (double)batch, (double)n);
    char what[96];
    if (l->offers & LESSON_BATCH)
        snprintf(what, sizeof what, "--batch %zu --row %zu", batch, n);
    else
        snprintf(what, sizeof what, "--size %zu", n);
    if (l->shapes == LESSON_MAX_LIST)
        lesson_fail(LESSON_USAGE, "%s: more than %d shapes", what, LESSON_MAX_LIST);
    if (batch > 0x7fffffff)
        lesson_fail(LESSON_USAGE, "%s: more than 2147483647 rows, the most blocks that a grid can "
                    "have; choose longer rows", what);
    size_t fits = need > available ? lesson_longest_row(l, batch, available) : n;
    if (need > available && fits == 0)
        lesson_fail(LESSON_USAGE, "%s%s: needs %.4g GB of device memory, %.4g GB are free, "
                    "whatever the length of a row; choose a smaller %s", what,
                    o->grid > 65536 ? " and --grid" : "", need / 1e9, available / 1e9,
                    o->grid > 65536 ? "--grid" : "--batch");
    if (need > available)
        lesson_fail(LESSON_USAGE, "%s: needs %.4g GB of device memory, %.4g GB are free; the most "
                    "that fits is about %s%zu", what, need / 1e9, available / 1e9,
                    l->offers & LESSON_BATCH ? "--row " : "", fits);
    if ((double)batch * (double)n / lesson_least_block(o) > 2147483647.0)
        lesson_fail(LESSON_USAGE, "%s: needs more than 2147483647 blocks of %u threads; choose a "
                    "larger --block", what, lesson_least_block(o));
    struct lesson_shape *shape = &l->shape[l->shapes++];
    shape->batch = shape->rows = batch;
    shape->n = n;
}

/* Makes l->shape of --size, --batch and --row: each entry of one list with each of the other.
 * Sizes that nobody asked for are reduced to what fits. */
static inline void lesson_choose_shapes(struct lesson *l)
{
    struct lesson_options *o = &l->options;
    double available = fmax(0.95 * (double)l->device.free_memory - (double)l->flush_bytes, 0.0);
    if (o->rows && o->default_batch)
        o->batches = 0;
    if (o->sizes == 0 || (o->sizes == 1 && o->default_size)) {
        size_t wanted = o->sizes ? o->size[0] : (size_t)1 << 29;
        if (l->device.is_cpu && wanted > (size_t)1 << 20)
            wanted = (size_t)1 << 20;
        o->sizes = 1;
        o->size[0] = wanted;
        while (o->size[0] > 1024 && lesson_memory(l, 1, (double)o->size[0]) > available)
            o->size[0] /= 2;
        if (o->size[0] != wanted && !(o->rows && o->batches))
            printf("note: n = %zu does not fit into the %.4g GB of free device memory, taking "
                   "%zu\n", wanted, (double)l->device.free_memory / 1e9, o->size[0]);
        for (int i = 0; i < o->batches && o->default_batch; i++)
            while (o->batch[i] * o->batch[i] > o->size[0])
                o->batch[i] /= 2;
    }
    if (!o->batches && !o->rows)
        o->batch[o->batches++] = 1;
    for (int i = 0; i < (o->batches ? o->batches : o->rows); i++) {
        if (o->batches && o->rows)
            for (int j = 0; j < o->rows; j++)
                lesson_add_shape(l, o->batch[i], o->row[j], available);
        for (int j = 0; j < o->sizes && !(o->batches && o->rows); j++) {
            size_t part = o->batches ? o->batch[i] : o->row[i];
            size_t other = (o->size[j] - 1) / part + 1; /* rounded up */
            lesson_add_shape(l, o->batches ? part : other, o->batches ? other : part, available);
        }
    }
}

/* The length of ragged row i, in elements: one in 16 has none, the others 128 to 255 times 2^z,
 * where z is at least k once in 2^k rows. So half of all elements are in a few long rows, however
 * many rows there are: a heavy tail. (Pareto's distribution with exponent 1.) */
static inline size_t lesson_row_length(uint32_t seed, size_t i)
{
    uint32_t a = lesson_mix(seed + 2 * (uint32_t)i + 1), b = lesson_mix(a ^ 0x5bd1e995u);
    int z = 0;
    while (z < 31 && b >> z & 1)
        z++;
    return a % 16 == 0 ? 0 : (size_t)(128 + (a >> 4 & 127)) << z;
}

/* Deals n elements out to ragged rows. The last one gets what is left. */
static inline void lesson_make_rows(struct lesson_shape *shape, uint32_t seed)
{
    size_t room = 1024, rows = 0, at = 0;
    size_t *begin = (size_t *)lesson_host_alloc(room, sizeof *begin);
    while (at < shape->n) {
        if (rows + 2 > room) {
            room *= 2;
            begin = (size_t *)realloc(begin, room * sizeof *begin);
            if (!begin)
                lesson_fail(LESSON_USAGE, "out of host memory for the rows; choose a smaller "
                            "--size");
        }
        size_t length = lesson_row_length(seed, rows);
        at += length < shape->n - at ? length : shape->n - at;
        begin[++rows] = at;
    }
    shape->begin = begin;
    shape->rows = rows;
}

/* Row i is elements *from to *to - 1. */
static inline void lesson_row_range(const struct lesson_shape *shape, size_t i, size_t *from,
                                    size_t *to)
{
    *from = shape->begin ? shape->begin[i] : i * shape->n;
    *to = shape->begin ? shape->begin[i + 1] : *from + shape->n;
}

/* Fills in what is expected of each row, once for each shape. */
static inline void lesson_expect(struct lesson *l, struct lesson_shape *shape)
{
    if (shape->expected)
        return;
    shape->expected = (struct lesson_sum *)lesson_host_alloc(shape->rows, sizeof *shape->expected);
    for (size_t i = 0; i < shape->rows; i++) {
        size_t from, to;
        struct lesson_sum *sum = &shape->expected[i];
        lesson_row_range(shape, i, &from, &to);
        if (shape->rows == 1) /* several sizes of one array: go on from the largest that is known */
            for (int k = 0; k < l->shapes; k++) {
                const struct lesson_shape *known = &l->shape[k];
                if (known->rows == 1 && known->expected && known != shape && known->n <= to
                    && known->n > from) {
                    from = known->n;
                    *sum = known->expected[0];
                }
            }
        struct lesson_sum rest = lesson_expected(l->options.seed, l->options.is_float, from, to);
        sum->sum += rest.sum;
        sum->magnitude += rest.magnitude;
        sum->largest = rest.largest > sum->largest ? rest.largest : sum->largest;
        shape->whole.sum += sum->sum;
        shape->whole.magnitude += sum->magnitude;
        if (sum->largest > shape->whole.largest)
            shape->whole.largest = sum->largest;
    }
}

#endif
