/* lesson_run.h: lesson_begin, lesson_run, lesson_end. Part of lesson.h, which documents them. */
#ifndef LESSON_RUN_H
#define LESSON_RUN_H

#define LESSON_OLDEST_MAJOR 7 /* the oldest GPUs that both CUDA 12 and 13 compile for: sm_75 */
#define LESSON_OLDEST_MINOR 5

static inline unsigned lesson_least_block(const struct lesson_options *o)
{
    unsigned least = o->block[0];
    for (int i = 1; i < o->blocks; i++)
        if (o->block[i] < least)
            least = o->block[i];
    return least;
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

/* Device memory that a size takes, in bytes, without the flush buffer. */
static inline double lesson_memory(const struct lesson *l, size_t n)
{
    size_t copies = lesson_copies(l, n);
    double input = (double)copies * (double)lesson_pitch(n, copies);
    double partials = (double)n / lesson_least_block(&l->options) + 1;
    return (input + 2 * partials) * (double)lesson_element_size(l);
}

/* Sets the default size, and refuses sizes that do not fit the device. */
static inline void lesson_choose_sizes(struct lesson *l)
{
    struct lesson_options *o = &l->options;
    double available = fmax(0.95 * (double)l->device.free_memory - (double)l->flush_bytes, 0.0);
    if (o->sizes == 0) {
        size_t wanted = (size_t)1 << (l->device.is_cpu ? 20 : 29);
        o->sizes = 1;
        o->size[0] = wanted;
        while (o->size[0] > 1024 && lesson_memory(l, o->size[0]) > available)
            o->size[0] /= 2;
        if (o->size[0] != wanted)
            printf("note: n = %zu does not fit into the %.4g GB of free device memory, taking "
                   "%zu\n", wanted, (double)l->device.free_memory / 1e9, o->size[0]);
    }
    for (int i = 0; i < o->sizes; i++) {
        double need = lesson_memory(l, o->size[i]);
        if (need > available)
            lesson_fail(LESSON_USAGE, "--size %zu: needs %.4g GB of device memory, %.4g GB are "
                        "free; the most that fits is about %.0f", o->size[i], need / 1e9,
                        available / 1e9, floor((double)o->size[i] * (available / need)));
        if ((double)o->size[i] / lesson_least_block(o) > 2147483647.0)
            lesson_fail(LESSON_USAGE, "--size %zu: needs more than 2147483647 blocks of %u "
                        "threads; choose a larger --block", o->size[i], lesson_least_block(o));
    }
}

/* Allocates for the largest size and smallest block that were asked for. */
static inline void lesson_allocate(struct lesson *l)
{
    const struct lesson_options *o = &l->options;
    size_t element = lesson_element_size(l), most_input = 0, most_n = 0;
    for (int i = 0; i < o->sizes; i++) {
        size_t copies = lesson_copies(l, o->size[i]);
        size_t input = copies * lesson_pitch(o->size[i], copies);
        most_input = input > most_input ? input : most_input;
        most_n = o->size[i] > most_n ? o->size[i] : most_n;
    }
    l->partials = (most_n + lesson_least_block(o) - 1) / lesson_least_block(o);
    if (l->partials < o->grid)
        l->partials = o->grid;
    l->input.data = lesson_device_alloc(most_input * element);
    l->partial = lesson_device_alloc(l->partials * element);
    l->scratch = lesson_device_alloc(l->partials * element);
    l->result = lesson_device_alloc(element);
    if (l->flush_bytes) {
        l->flush = lesson_device_alloc(l->flush_bytes);
        CUDA_CHECK(cudaMemsetAsync(l->flush, 0, l->flush_bytes, l->stream));
    }
}

static inline struct lesson lesson_begin(int argc, char **argv, const char *name,
                                         const char *title, int offers)
{
    struct lesson l;
    memset(&l, 0, sizeof l);
    lesson_program = name;
    l.name = name;
    l.title = title;
    l.offers = offers;
    l.options = lesson_parse_options(argc, argv, name, title, offers);
    if (l.options.list)
        return l;

    lesson_check_csv(&l);
    l.device = lesson_open_device(l.options.device);
    lesson_need_capability(&l.device, LESSON_OLDEST_MAJOR, LESSON_OLDEST_MINOR);
    if (l.options.warmups < 0)
        l.options.warmups = l.device.is_cpu ? 1 : 3;
    for (int i = 0; i < l.options.blocks; i++)
        if (l.options.block[i] > (unsigned)l.device.max_block)
            lesson_fail(LESSON_USAGE, "--block %u: this device takes at most %d threads",
                        l.options.block[i], l.device.max_block);
    if (!l.options.hot && !l.device.is_cpu)
        l.flush_bytes = 2 * l.device.l2;
    lesson_choose_sizes(&l);
    CUDA_CHECK(cudaStreamCreate(&l.stream));
    lesson_allocate(&l);
    CUDA_CHECK(cudaEventCreate(&l.start));
    CUDA_CHECK(cudaEventCreate(&l.stop));
    lesson_print_header(&l);
    return l;
}

static inline void lesson_require(struct lesson *l, int major, int minor)
{
    if (!l->options.list)
        lesson_need_capability(&l->device, major, minor);
}

/* Makes l->input hold what the row needs. */
static inline void lesson_prepare_input(struct lesson *l, size_t n)
{
    struct lesson_input wanted = l->input;
    wanted.n = n;
    wanted.copies = lesson_copies(l, n);
    wanted.pitch = lesson_pitch(n, wanted.copies);
    wanted.seed = l->options.seed;
    wanted.is_float = l->options.is_float;
    if (memcmp(&wanted, &l->input, sizeof wanted) == 0)
        return;
    l->input = wanted;
    lesson_fill_input(&l->input, l->stream);
}

/* Checks, times and checks again one kernel at one size and block, and prints its row. */
static inline void lesson_run_row(struct lesson *l, struct lesson_row *row, lesson_launch launch)
{
    struct lesson_sum expected = lesson_expected_prefix(l, row->r.n);
    const char *when = "first run, before timing";
    union lesson_value got = lesson_run_once(l, row, launch);
    double bound = lesson_bound(l, row, expected); /* the launch function may have set r->chain */

    row->is_right = lesson_matches(l, got, expected.sum, bound);
    if (row->is_right) {
        lesson_time(l, row, launch);
        got = lesson_fetch(l);
        row->is_right = lesson_matches(l, got, expected.sum, bound);
        when = "right in the first run, wrong in the last timed one";
    }
    long long changed = l->offers & LESSON_DESTROYS_INPUT
                            ? -1 : lesson_changed_input(&l->input, l->stream);
    if (changed >= 0)
        row->is_right = 0;

    lesson_print_row(l, row);
    lesson_append_csv(l, row);
    if (row->is_right)
        return;
    l->wrong++;
    if (changed >= 0) {
        fflush(stdout);
        fprintf(stderr, "%s: %s changed its input (first at element %lld), which it must only "
                "read\n", l->name, row->kernel, changed % (long long)l->input.pitch);
        lesson_fill_input(&l->input, l->stream);
    } else {
        lesson_explain(l, row, launch, got, expected, bound, when);
    }
}

static inline void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                              unsigned elements_per_thread)
{
    const struct lesson_options *o = &l->options;
    if (o->list) {
        puts(kernel);
        return;
    }
    size_t used = strlen(l->kernels);
    snprintf(l->kernels + used, sizeof l->kernels - used, " %s", kernel);
    if (o->kernel && strcmp(o->kernel, kernel))
        return;
    l->kernel_found = 1;

    for (int i = 0; i < o->sizes; i++) {
        lesson_prepare_input(l, o->size[i]);
        for (int j = 0; j < o->blocks; j++) {
            struct lesson_row row;
            memset(&row, 0, sizeof row);
            row.kernel = kernel;
            row.size_index = i;
            row.repeats = 1;
            row.r.in = (const int *)l->input.data;
            row.r.partial = (int *)l->partial;
            row.r.scratch = (int *)l->scratch;
            row.r.result = (int *)l->result;
            row.r.n = o->size[i];
            row.r.block = o->block[j];
            size_t per_block = (size_t)row.r.block * elements_per_thread;
            row.r.grid = o->grid ? o->grid : blocks_for(o->size[i], per_block);
            row.r.elements_per_thread = elements_per_thread;
            row.r.is_float = o->is_float;
            row.r.sm_count = l->device.sm_count;
            row.r.stream = l->stream;
            lesson_run_row(l, &row, launch);
        }
    }
}

static inline int lesson_end(struct lesson *l)
{
    if (l->options.list)
        return LESSON_OK;
    if (!l->kernel_found)
        lesson_fail(LESSON_USAGE, "--kernel %s: %s has no such kernel; it has%s",
                    l->options.kernel, l->name, l->kernels);
    CUDA_CHECK(cudaFree(l->input.data));
    CUDA_CHECK(cudaFree(l->partial));
    CUDA_CHECK(cudaFree(l->scratch));
    CUDA_CHECK(cudaFree(l->result));
    CUDA_CHECK(cudaFree(l->flush));
    CUDA_CHECK(cudaEventDestroy(l->start));
    CUDA_CHECK(cudaEventDestroy(l->stop));
    CUDA_CHECK(cudaStreamDestroy(l->stream));
    if (l->csv_rows)
        printf("\n  %d row%s appended to %s\n", l->csv_rows, l->csv_rows == 1 ? "" : "s",
               l->options.csv);
    return l->wrong ? LESSON_WRONG : LESSON_OK;
}

#endif
