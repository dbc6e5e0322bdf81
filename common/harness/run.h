/* harness/run.h: lesson_begin, lesson_run, lesson_end. Part of lesson.h, which documents them. */
#ifndef HARNESS_RUN_H
#define HARNESS_RUN_H

#define LESSON_OLDEST_MAJOR 7 /* the oldest GPUs that both CUDA 12 and 13 compile for: sm_75 */
#define LESSON_OLDEST_MINOR 5
#define LESSON_COUNTED_ELEMENTS ((size_t)1 << 16) /* in exercise_count, at most */
#define LESSON_COUNTED_ROWS 1024

/* Allocates for the largest shape and smallest block that were asked for. */
static inline void lesson_allocate(struct lesson *l)
{
    size_t element = lesson_element_size(l), most_input = 0;
    if (l->offers & LESSON_UNTIMED) { /* exercise_count has sizes of its own */
        size_t copies = lesson_copies(l, LESSON_COUNTED_ELEMENTS);
        most_input = copies * lesson_pitch(LESSON_COUNTED_ELEMENTS, copies);
        l->results = LESSON_COUNTED_ROWS;
    }
    for (int i = 0; i < l->shapes; i++) {
        struct lesson_shape *shape = &l->shape[i];
        if (l->offers & LESSON_RAGGED)
            lesson_make_rows(shape, l->options.seed);
        size_t volume = lesson_volume(shape), copies = lesson_copies(l, volume);
        size_t input = copies * lesson_pitch(volume, copies);
        size_t partials = (size_t)lesson_partials(l, (double)volume, (double)shape->rows);
        most_input = input > most_input ? input : most_input;
        l->partials = partials > l->partials ? partials : l->partials;
        l->results = shape->rows > l->results ? shape->rows : l->results;
    }
    l->input.data = lesson_device_alloc(most_input * element);
    l->partial = lesson_device_alloc(l->partials * element);
    l->scratch = lesson_device_alloc(l->partials * element);
    l->results++; /* one behind the last, to see whether it is written */
    l->result = lesson_device_alloc(l->results * element);
    if (l->offers & LESSON_OUTPUT)
        l->out = lesson_device_alloc(most_input * element);
    if (l->offers & LESSON_RAGGED) {
        l->row_begin = (size_t *)lesson_device_alloc((l->results + 1) * sizeof *l->row_begin);
        l->works = l->options.grid > 65536 ? l->options.grid : 65536;
        l->work = (struct lesson_work *)lesson_device_alloc(l->works * sizeof *l->work);
    }
    if (l->flush_bytes) {
        l->flush = lesson_device_alloc(l->flush_bytes);
        CUDA_CHECK(cudaMemsetAsync(l->flush, 0, l->flush_bytes, l->stream));
    }
}

/* lesson_begin, but for what it prints. */
static inline struct lesson lesson_open(int argc, char **argv, const char *name,
                                        const char *title, int offers, const char *defaults)
{
    struct lesson l;
    memset(&l, 0, sizeof l);
    lesson_program = name;
    l.name = name;
    l.title = title;
    l.offers = offers;
    l.options = lesson_parse_options(argc, argv, name, title, offers, defaults);
    if (l.options.list)
        return l;

    lesson_check_csv("--csv", l.options.csv, LESSON_CSV_COLUMNS);
    lesson_check_csv("--balance", l.options.balance, LESSON_BALANCE_COLUMNS);
    lesson_check_balance(&l.options);
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
    lesson_choose_shapes(&l);
    CUDA_CHECK(cudaStreamCreate(&l.stream));
    lesson_allocate(&l);
    CUDA_CHECK(cudaEventCreate(&l.start));
    CUDA_CHECK(cudaEventCreate(&l.stop));
    return l;
}

/* The program's name: "lesson05" of lessons/05_unroll_last_warp.cu, "my_kernel" of my_kernel.cu.
 * Returns text that stays. */
static inline const char *lesson_name_of(const char *file)
{
    static char name[64];
    const char *slash = strrchr(file, '/'), *stem = slash ? slash + 1 : file;
    int digits = (int)strspn(stem, "0123456789");
    if (digits > 0 && stem[digits] == '_')
        snprintf(name, sizeof name, "lesson%.*s", digits, stem);
    else
        snprintf(name, sizeof name, "%.*s", (int)strcspn(stem, "."), stem);
    return name;
}

/* "9.0" is 9 and 0. Ends the program (exit 2) when the text has another form. */
static inline void lesson_need_declared(const struct lesson *l, const char *needs)
{
    int major = 0, minor = 0, length = 0;
    if (!needs)
        return;
    if (sscanf(needs, "%d.%d%n", &major, &minor, &length) != 2 || needs[length] != '\0')
        lesson_fail(LESSON_USAGE, ".needs = \"%s\": a compute capability such as \"9.0\" is meant",
                    needs);
    lesson_need_capability(&l->device, major, minor);
}

static inline struct lesson lesson_begin(int argc, char **argv, const struct lesson_about *about,
                                         const char *file)
{
    struct lesson l = lesson_open(argc, argv, lesson_name_of(file), about->title, about->offers,
                                  about->defaults ? about->defaults : "");
    if (!l.options.list) {
        lesson_need_declared(&l, about->needs);
        lesson_print_header(&l);
    }
    return l;
}

static inline void lesson_require_cooperative(struct lesson *l)
{
    if (!l->options.list && !l->device.cooperative)
        lesson_fail(LESSON_CANNOT_RUN, "needs a device that can launch a grid whose blocks are all "
                    "resident (cudaDevAttrCooperativeLaunch), found %s without: nothing was run",
                    l->device.name);
}

static inline void lesson_cooperative_grid(struct reduction *r, int per_sm, unsigned wanted)
{
    unsigned most = (unsigned)(per_sm * r->sm_count);
    if (most == 0)
        lesson_fail(LESSON_USAGE, "--block %u: no such block is resident on a multiprocessor, as "
                    "its registers and shared memory add up; choose a smaller --block", r->block);
    if (r->asked_grid > most)
        lesson_fail(LESSON_USAGE, "--grid %u: the blocks of a cooperative launch are all resident "
                    "at once: %d blocks of %u threads on each of %d SMs, %u at most",
                    r->asked_grid, per_sm, r->block, r->sm_count, most);
    r->grid = r->asked_grid ? r->asked_grid : wanted < most ? wanted : most;
}

static inline void *lesson_library_memory(struct reduction *r, size_t bytes)
{
    if (bytes > r->workspace->bytes) {
        CUDA_CHECK(cudaFree(r->workspace->memory));
        r->workspace->memory = lesson_device_alloc(bytes);
        r->workspace->bytes = bytes;
    }
    return r->workspace->memory;
}

/* Makes the input and the rows' beginnings those of a shape. */
static inline void lesson_prepare(struct lesson *l, const struct lesson_shape *shape)
{
    struct lesson_input wanted = l->input;
    wanted.n = lesson_volume(shape);
    wanted.copies = lesson_copies(l, wanted.n);
    wanted.pitch = lesson_pitch(wanted.n, wanted.copies);
    wanted.seed = l->options.seed;
    wanted.is_float = l->options.is_float;
    if (shape->begin)
        CUDA_CHECK(cudaMemcpyAsync(l->row_begin, shape->begin,
                                   (shape->rows + 1) * sizeof *shape->begin,
                                   cudaMemcpyHostToDevice, l->stream));
    if (memcmp(&wanted, &l->input, sizeof wanted) == 0)
        return;
    l->input = wanted;
    lesson_fill_input(&l->input, l->stream);
}

/* Says how evenly the blocks' work was spread. */
static inline void lesson_show_balance(struct lesson *l, const struct lesson_row *row)
{
    unsigned grid = row->r.grid < l->works ? row->r.grid : (unsigned)l->works;
    unsigned busiest = 0, slowest = 0;
    struct lesson_work *work = (struct lesson_work *)lesson_host_alloc(grid, sizeof *work);
    double elements = 0, cycles = 0;
    CUDA_CHECK(cudaMemcpy(work, l->work, grid * sizeof *work, cudaMemcpyDeviceToHost));
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

/* Checks, times and checks again one kernel at one shape and block, and prints its row. */
static inline void lesson_run_row(struct lesson *l, struct lesson_row *row)
{
    const char *when = "first run, before timing";
    lesson_expect(l, row->shape);
    struct lesson_verdict verdict = lesson_run_once(l, row);
    if (verdict.is_right) {
        lesson_time(l, row);
        verdict = lesson_judge(l, row, l->input.copies);
        when = "right in the first run, wrong in the last timed one";
    }
    long long changed = l->offers & LESSON_DESTROYS_INPUT
                            ? -1 : lesson_changed_input(&l->input, l->stream);
    row->is_right = verdict.is_right && changed < 0;

    lesson_print_row(l, row);
    lesson_append_csv(l, row);
    if (row->is_right) {
        if (l->work && row->what == LESSON_SUM) {
            row->r.work = l->work; /* a run of its own, not timed */
            lesson_run_once(l, row);
            lesson_show_balance(l, row);
        }
        return;
    }
    l->wrong++;
    if (changed >= 0) {
        fflush(stdout);
        fprintf(stderr, "%s: %s changed its input (first at element %lld), which it must only "
                "read\n", l->name, row->kernel, changed % (long long)l->input.pitch);
        lesson_fill_input(&l->input, l->stream);
    } else {
        lesson_explain(l, row, verdict, when);
    }
}

/* A row as the launch function gets it. */
static inline struct lesson_row lesson_make_row(struct lesson *l, const char *kernel,
                                                enum lesson_what what, lesson_launch launch,
                                                unsigned elements_per_thread, int shape, int block)
{
    const struct lesson_options *o = &l->options;
    struct lesson_row row;
    memset(&row, 0, sizeof row);
    row.kernel = kernel;
    row.what = what;
    row.launch = launch;
    row.shape = &l->shape[shape];
    row.repeats = 1;
    row.r.in = (const int *)l->input.data;
    row.r.partial = (int *)l->partial;
    row.r.scratch = (int *)l->scratch;
    row.r.result = (int *)l->result;
    row.r.out = (int *)l->out;
    row.r.n = row.shape->n;
    row.r.batch = (unsigned)row.shape->rows;
    row.r.row_begin = l->row_begin;
    row.r.block = o->block[block];
    row.r.asked_grid = o->grid;
    row.r.elements_per_thread = elements_per_thread;
    size_t per_block = (size_t)row.r.block * elements_per_thread;
    row.r.grid = o->grid ? o->grid : blocks_for(lesson_volume(row.shape), per_block);
    row.r.is_float = o->is_float;
    row.r.sm_count = l->device.sm_count;
    row.r.workspace = &l->workspace;
    row.r.stream = l->stream;
    return row;
}

/* Remembers a kernel's name. Is it to be run? */
static inline int lesson_is_wanted(struct lesson *l, const char *kernel, lesson_launch launch)
{
    const struct lesson_options *o = &l->options;
    if (o->list) {
        if (launch)
            puts(kernel);
        return 0;
    }
    size_t used = strlen(l->kernels);
    snprintf(l->kernels + used, sizeof l->kernels - used, " %s", kernel);
    if (o->kernel && strcmp(o->kernel, kernel))
        return 0;
    l->kernel_found = 1;
    return 1;
}

/* All shapes and blocks of one kernel, or all shapes of a library's function. */
static inline void lesson_run_all(struct lesson *l, const char *kernel, enum lesson_what what,
                                  lesson_launch launch, unsigned elements_per_thread,
                                  int is_library)
{
    if (!lesson_is_wanted(l, kernel, launch))
        return;
    if ((what == LESSON_NORMALISED) != (what != LESSON_SUM && l->options.is_float)
        || (what != LESSON_SUM && !l->out))
        lesson_fail(LESSON_USAGE, "%s: prefix sums are of int, a normalised array is of float, and "
                    "both need LESSON_OUTPUT", kernel);
    for (int i = 0; i < l->shapes; i++) {
        lesson_prepare(l, &l->shape[i]);
        for (int j = 0; j < (is_library ? 1 : l->options.blocks); j++) {
            struct lesson_row row = lesson_make_row(l, kernel, what, launch, elements_per_thread,
                                                    i, j);
            row.is_library = is_library;
            if (launch)
                lesson_run_row(l, &row);
            else
                lesson_print_absent(l, &row);
        }
    }
}

static inline void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                              unsigned elements_per_thread)
{
    lesson_run_all(l, kernel, LESSON_SUM, launch, elements_per_thread, 0);
}

static inline enum lesson_what lesson_scan_of(enum lesson_scan kind)
{
    return kind == LESSON_INCLUSIVE ? LESSON_SCAN_INCLUSIVE : LESSON_SCAN_EXCLUSIVE;
}

static inline void lesson_run_scan(struct lesson *l, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, enum lesson_scan kind)
{
    lesson_run_all(l, kernel, lesson_scan_of(kind), launch, elements_per_thread, 0);
}

static inline void lesson_run_normalise(struct lesson *l, const char *kernel, lesson_launch launch,
                                        unsigned elements_per_thread)
{
    lesson_run_all(l, kernel, LESSON_NORMALISED, launch, elements_per_thread, 0);
}

static inline void lesson_run_library(struct lesson *l, const char *name, lesson_launch launch)
{
    lesson_run_all(l, name, LESSON_SUM, launch, 1, 1);
}

static inline void lesson_run_scan_library(struct lesson *l, const char *name,
                                           lesson_launch launch, enum lesson_scan kind)
{
    lesson_run_all(l, name, lesson_scan_of(kind), launch, 1, 1);
}

static inline void lesson_compare_runs(struct lesson *l, const char *kernel, lesson_launch launch,
                                       unsigned elements_per_thread, int times)
{
    if (l->options.list || (l->options.kernel && strcmp(l->options.kernel, kernel)))
        return;
    struct lesson_row row = lesson_make_row(l, kernel, LESSON_SUM, launch, elements_per_thread, 0,
                                            0);
    union lesson_value *seen = (union lesson_value *)lesson_host_alloc((size_t)times, sizeof *seen);
    int different = 0, least = 0, most = 0, wrong = 0;
    lesson_prepare(l, row.shape);
    lesson_expect(l, row.shape);
    for (int run = 0; run < times; run++) {
        wrong += !lesson_run_once(l, &row).is_right;
        union lesson_value value = lesson_fetch(l, l->result);
        int known = 0;
        while (known < different && seen[known].i != value.i) /* bit for bit */
            known++;
        if (known == different)
            seen[different++] = value;
    }
    for (int i = 1; i < different; i++) {
        int is_float = l->options.is_float;
        least = (is_float ? seen[i].f < seen[least].f : seen[i].i < seen[least].i) ? i : least;
        most = (is_float ? seen[i].f > seen[most].f : seen[i].i > seen[most].i) ? i : most;
    }
    int64_t sum = row.shape->expected[0].sum;
    double exact = l->options.is_float ? (double)sum * lesson_unit(l) : (int)(uint32_t)sum;
    printf("\n  %s, %d runs%s: ", kernel, times, row.shape->rows > 1 ? ", first row" : "");
    if (different == 1)
        printf("always the same sum, ");
    else
        printf("%d different sums, from ", different);
    if (l->options.is_float)
        printf("%.9g", (double)seen[least].f);
    else
        printf("%d", seen[least].i);
    if (different > 1 && l->options.is_float)
        printf(" to %.9g", (double)seen[most].f);
    else if (different > 1)
        printf(" to %d", seen[most].i);
    printf("; exact: %.9g\n", exact);
    if (wrong) {
        printf("  %d of them are WRONG\n", wrong);
        l->wrong++;
    }
    free(seen);
}

/* Frees what lesson_open allocated. */
static inline void lesson_close(struct lesson *l)
{
    void *device[] = {l->input.data, l->partial, l->scratch, l->result, l->out, l->row_begin,
                      l->work, l->workspace.memory, l->flush};
    for (size_t i = 0; i < sizeof device / sizeof *device; i++)
        CUDA_CHECK(cudaFree(device[i]));
    for (int i = 0; i < l->shapes; i++) {
        free(l->shape[i].begin);
        free(l->shape[i].expected);
    }
    CUDA_CHECK(cudaEventDestroy(l->start));
    CUDA_CHECK(cudaEventDestroy(l->stop));
    CUDA_CHECK(cudaStreamDestroy(l->stream));
}

static inline int lesson_end(struct lesson *l)
{
    if (l->options.list)
        return LESSON_OK;
    if (!l->kernel_found)
        lesson_fail(LESSON_USAGE, "--kernel %s: %s has no such kernel; it has%s",
                    l->options.kernel, l->name, l->kernels);
    lesson_close(l);
    if (l->csv_rows)
        printf("\n  %d row%s appended to %s\n", l->csv_rows, l->csv_rows == 1 ? "" : "s",
               l->options.csv);
    return l->wrong ? LESSON_WRONG : LESSON_OK;
}

#endif
