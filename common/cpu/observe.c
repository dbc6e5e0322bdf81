/* observe.c: what an inspected program calls at each access to memory and in each basic block.
 *
 * The compiler puts these calls in for its race detector (ThreadSanitizer) and for its coverage
 * tools; here they are other functions of the same names. They do something only while a thread of
 * an observed block runs; host code passes through. Documentation of the calls: LLVM's
 * SanitizerCoverage page; for __tsan_* only gcc's and LLVM's sources (tsan_interface.h). */
#define _GNU_SOURCE
#include "inspect.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROOM = 1024, ROOM_STRIDE = ROOM + 40 };  /* words for a lane; apart in the cache */
enum { SITES = 1 << 16, RANGES = 16 };

__thread struct lane *cuda_cpu_lane;
extern const char __executable_start[];         /* from the linker */

uint32_t observe_text(const void *pc)
{
    return (uint32_t)((const char *)pc - __executable_start);
}

uintptr_t observe_address(uint32_t pc) { return (uintptr_t)__executable_start + pc; }

/* ---- Sites --------------------------------------------------------------------------------- */

static struct site sites[SITES];
static unsigned int site_count = 1;             /* site 0: more than there is room for */
static uint16_t slots[2 * SITES];

static uint16_t find_site(uint32_t pc, const char *file, int line)
{
    unsigned int h = (pc ^ (uint32_t)((uintptr_t)file >> 3) ^ (uint32_t)line << 12) * 2654435761u;

    for (unsigned int i = h >> 15;; i++) {
        uint16_t *slot = &slots[i % (2 * SITES)];
        struct site *s = &sites[*slot];

        if (*slot && s->pc == pc && s->line == line
            && (s->file == file || (s->file && file && !strcmp(s->file, file))))
            return *slot;
        if (*slot)
            continue;
        if (site_count == SITES)
            return 0;
        sites[site_count] = (struct site){ pc, line, file };
        return *slot = (uint16_t)site_count++;
    }
}

/* The last ones, by the low bits of the address or the line. */
uint16_t observe_site(uint32_t pc)
{
    static struct { uint32_t pc; uint16_t site; } last[1024];
    unsigned int i = pc % 1024;

    if (last[i].pc != pc) {
        last[i].pc = pc;
        last[i].site = find_site(pc, NULL, 0);
    }
    return last[i].site;
}

uint16_t observe_place(const char *file, int line)
{
    static struct { const char *file; int line; uint16_t site; } last[256];
    unsigned int i = (unsigned int)line % 256;

    if (last[i].file != file || last[i].line != line) {
        last[i].file = file;
        last[i].line = line;
        last[i].site = find_site(0, file, line);
    }
    return last[i].site;
}

const struct site *observe_get_site(uint16_t site) { return &sites[site]; }
unsigned int observe_sites(void) { return site_count; }

/* ---- Memory -------------------------------------------------------------------------------- */

/* Global memory that may be used: an allocation, or the program's own variables. */
struct region {
    char *lo, *hi;
    struct cell *cells;
    int written;                        /* all of it counts as written */
    int ranges;
    struct { char *lo, *hi; } range[RANGES];    /* what the host wrote */
};

static struct region *regions[4096];
static int region_count;
static struct region *recent[256];      /* by site */
static char *read_only, *read_only_end; /* the program's constants and code */
static char *variables, *variables_end; /* its variables, those of host and device */
static char *program_base;
static uint16_t epoch = 1;              /* launches and grid syncs */
static __thread struct { struct cell *dynamic, *statics; uint16_t epoch; } shared_cells;
static __thread char *tls, *tls_end;    /* this OS thread's thread_local variables */

static void *reserve(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        cuda_cpu_fail("inspect: no memory to note the use of memory in (%zu bytes)", size);
    return p;
}

void inspect_allocated(char *data, size_t size, int written)
{
    struct region *r;

    if (region_count == (int)(sizeof regions / sizeof *regions))
        cuda_cpu_fail("inspect: more than %d allocations at a time", region_count);
    r = calloc(1, sizeof *r);
    if (!r)
        cuda_cpu_fail("inspect: no memory");
    r->lo = data;
    r->hi = data + size;
    r->written = written;
    r->cells = reserve((size / 4 + 2) * sizeof(struct cell));
    regions[region_count++] = r;
}

void inspect_freed(char *data)
{
    for (int i = 0; i < region_count; i++)
        if (regions[i]->lo == data) {
            struct region *r = regions[i];

            regions[i] = regions[--region_count];
            munmap(r->cells, ((size_t)(r->hi - r->lo) / 4 + 2) * sizeof(struct cell));
            memset(recent, 0, sizeof recent);
            free(r);
            return;
        }
}

static struct region *find_region(const char *p)
{
    for (int i = 0; i < region_count; i++)
        if (p >= regions[i]->lo && p < regions[i]->hi)
            return regions[i];
    return NULL;
}

static struct cell *cell_of(const struct region *r, const char *p)
{
    return r->cells + (((uintptr_t)p >> 2) - ((uintptr_t)r->lo >> 2));
}

void inspect_written(const void *p, size_t size)
{
    char *lo = (char *)p, *hi = lo + size;
    struct region *r = find_region(p);
    int i;

    if (!r || r->written)
        return;
    for (i = 0; i < r->ranges; i++)
        if (lo <= r->range[i].hi && hi >= r->range[i].lo)
            break;
    if (i == RANGES) {                  /* rather too few reports than wrong ones */
        r->written = 1;
        return;
    }
    if (i == r->ranges) {
        r->range[i].lo = lo;
        r->range[i].hi = hi;
        r->ranges++;
    }
    if (lo < r->range[i].lo)
        r->range[i].lo = lo;
    if (hi > r->range[i].hi)
        r->range[i].hi = hi;
    if (r->range[i].lo <= r->lo && r->range[i].hi >= r->hi)
        r->written = 1;
}

static int host_wrote(const struct region *r, const char *p, unsigned int size)
{
    if (r->written)
        return 1;
    for (int i = 0; i < r->ranges; i++)
        if (p >= r->range[i].lo && p + size <= r->range[i].hi)
            return 1;
    return 0;
}

/* A thread of a block that is not observed writes: at least the memory counts as written. */
static __attribute__((noinline)) void write_unobserved(const char *p, size_t size)
{
    static __thread struct region *last;
    static __thread int count;
    struct region *r = last;

    if (!r || count != region_count || p < r->lo || p >= r->hi) {
        count = region_count;
        last = r = find_region(p);
        if (!r)
            return;
    }
    for (; size && p < r->hi; p++, size--)
        cell_of(r, p)->bits |= (uint16_t)(1 << CELL_FRESH << ((uintptr_t)p & 3));
}

/* __device__, __managed__ and __constant__ variables, in sections of their own (cuda_runtime.h). */
extern char __start_cuda_cpu_device[] __attribute__((weak)), __stop_cuda_cpu_device[] __attribute__((weak));
extern char __start_cuda_cpu_constant[] __attribute__((weak)), __stop_cuda_cpu_constant[] __attribute__((weak));

/* The program's other variables are the host's, but for static ones in functions, which may be a
 * kernel's: those the linker's table of symbols names _ZZ... */
static struct { const char *lo, *hi; } *local_static;
static int local_statics = -1;

static void find_local_statics(void)
{
    char exe[4096], command[4200], line[4096], kind, name[4];
    ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
    unsigned long address, size;
    FILE *from;

    local_statics = 0;
    if (length < 1 || (exe[length] = 0, strchr(exe, '\'')))
        return;
    snprintf(command, sizeof command, "nm -S '%s' 2>/dev/null", exe);
    from = popen(command, "r");
    while (from && fgets(line, sizeof line, from)) {
        if (sscanf(line, "%lx %lx %c %3s", &address, &size, &kind, name) != 4 || strcmp(name, "_ZZ")
            || !strchr("bBdD", kind))
            continue;
        if (!(local_statics & (local_statics - 1)))
            local_static = realloc(local_static, (local_statics ? 2 * local_statics : 1) * sizeof *local_static);
        if (!local_static)
            cuda_cpu_fail("inspect: no memory");
        local_static[local_statics].lo = program_base + address;
        local_static[local_statics++].hi = program_base + address + size;
    }
    if (from)
        pclose(from);
}

static int is_host_variable(const char *p)
{
    if (p < variables || p >= variables_end || (p >= __start_cuda_cpu_device && p < __stop_cuda_cpu_device))
        return 0;
    if (local_statics < 0)
        find_local_statics();
    for (int i = 0; i < local_statics; i++)
        if (p >= local_static[i].lo && p < local_static[i].hi)
            return 0;
    return 1;
}

static int add_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    program_base = (char *)info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        char *lo = (char *)info->dlpi_addr + h->p_vaddr;

        if (h->p_type == PT_TLS) {
            tls = info->dlpi_tls_data;
            tls_end = tls ? tls + h->p_memsz : NULL;
        }
        if (h->p_type != PT_LOAD || epoch != 1)
            continue;
        if (h->p_flags & PF_W) {
            if (!find_region(lo)) {
                inspect_allocated(lo, h->p_memsz, 1);
                variables = lo;
                variables_end = lo + h->p_memsz;
            }
        } else if (!read_only || lo < read_only) {
            read_only = lo;
            read_only_end = read_only_end > lo + h->p_memsz ? read_only_end : lo + h->p_memsz;
        } else if (lo + h->p_memsz > read_only_end)
            read_only_end = lo + h->p_memsz;
    }
    return 1;                           /* the first one is the program itself */
}

void observe_next_epoch(void)
{
    if (++epoch)
        return;
    epoch = 1;                          /* after 65,535 of them all begins anew */
    for (int i = 0; i < region_count; i++)
        for (struct cell *c = regions[i]->cells; c <= cell_of(regions[i], regions[i]->hi - 1); c++)
            if (c->epoch)
                *c = (struct cell){ .bits = c->bits & (15 << CELL_FRESH) };
}

/* ---- Blocks and lanes ---------------------------------------------------------------------- */

/* Of each launch the first blocks are observed: so many, and no further one after so many accesses.
 * What is chosen when nothing is asked for lets each lesson answer within two seconds. */
enum { SOME_BLOCKS = 64, SOME_ACCESSES = 1 << 17 };

static uint64_t blocks_to_observe, accesses_to_observe = ~0ull, accesses;

static uint64_t ask_blocks(void)
{
    const char *text = getenv("CUDA_CPU_INSPECT_BLOCKS");
    char *end = NULL;
    unsigned long long n;

    if (!text || !*text) {
        accesses_to_observe = SOME_ACCESSES;
        return SOME_BLOCKS;
    }
    if (!strcmp(text, "all"))
        return ~0ull;
    n = strtoull(text, &end, 10);
    if (!n || *end || *text < '0' || *text > '9')
        cuda_cpu_fail("CUDA_CPU_INSPECT_BLOCKS=%s: must be a number of blocks from 1, or all", text);
    return n;
}

void inspect_begin_launch(const struct cuda_cpu_launch *launch)
{
    if (!blocks_to_observe)
        blocks_to_observe = ask_blocks();
    accesses = 0;
    dl_iterate_phdr(add_program, NULL);
    observe_next_epoch();
    order_begin_launch();
    findings_begin_launch(launch);
}

void inspect_end_launch(void) { observe_next_epoch(); }

void inspect_grid_sync(void) { observe_next_epoch(); }

void inspect_begin_block(struct worker *w, uint64_t block)
{
    struct inspected *s = w->inspected;

    if (!s) {
        s = w->inspected = calloc(1, sizeof *s);
        if (!s)
            cuda_cpu_fail("inspect: no memory");
    }
    s->observed = block < blocks_to_observe && accesses < accesses_to_observe;
    s->block = block;
    findings_begin_block(s->observed);
    if (!s->observed)
        return;
    if (!tls)
        dl_iterate_phdr(add_program, NULL);
    if (!shared_cells.dynamic) {
        shared_cells.dynamic = reserve(SHARED_SPACE / 4 * sizeof(struct cell));
        shared_cells.statics = reserve(SHARED_STATICS / 4 * sizeof(struct cell));
    }
    if (!++shared_cells.epoch) {
        madvise(shared_cells.dynamic, SHARED_SPACE / 4 * sizeof(struct cell), MADV_DONTNEED);
        madvise(shared_cells.statics, SHARED_STATICS / 4 * sizeof(struct cell), MADV_DONTNEED);
        shared_cells.epoch = 1;
    }
    order_begin_block(w);
    replay_begin_block(w);
}

void inspect_end_block(struct worker *w)
{
    if (w->inspected->observed)
        for (unsigned int i = 0; i * LANES < w->threads; i++)
            inspect_drain(w, i);
}

/* Room for the events of a warp's lanes, given back when replay.c has seen them all. */
static void take_room(struct inspected *s, unsigned int warp)
{
    if (!s->spares) {
        s->spare[s->spares++] = malloc(LANES * ROOM_STRIDE * sizeof(uint64_t));
        if (!s->spare[0])
            cuda_cpu_fail("inspect: no memory for events");
    }
    s->room[warp] = s->spare[--s->spares];
    for (unsigned int i = 0; i < LANES; i++) {
        struct lane *l = &s->lane[warp * LANES + i];

        l->begin = l->first = l->next = s->room[warp] + i * ROOM_STRIDE;
        l->limit = l->begin + ROOM - 2;
    }
}

/* Makes room for an event of two words in the current lane. */
static __attribute__((noinline)) void make_room(struct lane *l)
{
    struct worker *w = cuda_cpu_self;
    struct inspected *s = w->inspected;
    unsigned int t = (unsigned int)(l - s->lane);

    if (!s->room[t / LANES]) {
        take_room(s, t / LANES);
        return;
    }
    order_settle(w);
    s->full[t / LANES] |= 1u << t % LANES;
    cuda_cpu_wait_for_room();
}

static inline void append(struct lane *l, void *frame, const void *pc, unsigned int kind, uint16_t site)
{
    *l->next++ = ((uint64_t)(uintptr_t)frame << 48) + l->base + ((uint64_t)(uintptr_t)pc << WHERE)
                 + (kind << KIND | site);
}

static void put(struct lane *l, void *frame, const void *pc, unsigned int kind, uint16_t site)
{
    if (l->next >= l->limit)
        make_room(l);
    append(l, frame, pc, kind, site);
}

void inspect_begin_lane(struct worker *w, void *frame)
{
    if (cuda_cpu_lane)
        w->inspected->lane[w->current].base = 0 - ((uint64_t)((uintptr_t)frame - STACK) << 48)
                                                 - ((uint64_t)(uintptr_t)__executable_start << WHERE);
}

void inspect_end_lane(struct worker *w, unsigned int t)
{
    struct lane *l = &w->inspected->lane[t];

    if (!w->inspected->observed)
        return;
    order_settle(w);
    if (l->next >= l->limit)
        make_room(l);
    *l->next++ = 4095ull << 52 | 0xffffffffull << WHERE | EVENT_END << KIND;
    cuda_cpu_lane = NULL;               /* the engine names the next one */
}

void inspect_arrive(struct worker *w, int kind, unsigned int mask, const char *file, int line,
                    void *frame)
{
    struct lane *l = cuda_cpu_lane;
    void **helper = *(void **)frame;    /* the frame of __syncthreads and the like */
    int is_warps = kind >= CUDA_CPU_SYNCWARP && kind < CUDA_CPU_KINDS;

    if (!w->inspected->observed || !l)
        return;
    order_settle(w);
    put(l, helper[0], helper[1], is_warps ? EVENT_SYNC : EVENT_BARRIER,
        observe_place(file, line));
    if (is_warps)
        *l->next++ = (uint64_t)kind << 32 | mask;
}

/* ---- Accesses ------------------------------------------------------------------------------ */

static const char *thread_text(char *text, size_t size, const struct worker *w, unsigned int t)
{
    snprintf(text, size, "(%u,%u,%u)", w->index[t].x, w->index[t].y, w->index[t].z);
    return text;
}

static struct finding new_finding(const struct worker *w, const char *kind, uint16_t site)
{
    return (struct finding){ .kind = kind, .block = w->inspected->block, .site = site,
                             .thread = w->current };
}

static const char *verb(const struct access *a)
{
    return a->atomic ? "updates atomically" : a->write ? "writes" : "reads";
}

/* The address is in no memory that the kernel may use. */
static __attribute__((noinline)) void report_address(struct worker *w, const struct access *a)
{
    struct finding f = new_finding(w, "out-of-bounds", a->site);
    char text[120];

    /* A copy constructor may run before the kernel begins, on the arguments of the launch. */
    if (!a->write && a->address >= (const char *)w->job->launch
        && a->address < (const char *)w->job->launch->arguments_end)
        return;
    f.does = verb(a);
    switch (cuda_cpu_describe_address(a->address, text, sizeof text)) {
    case ADDRESS_FREED:
        f.kind = "use-after-free";
        snprintf(f.text, sizeof f.text, "access to memory that cudaFree has taken back");
        f.fix = "Free device memory only after the last kernel that uses it.";
        break;
    case ADDRESS_NULL:
        snprintf(f.text, sizeof f.text, "access through a null pointer");
        f.fix = "Was the memory allocated, and was the result of cudaMalloc checked?";
        break;
    case ADDRESS_BESIDE:
        snprintf(f.text, sizeof f.text, "access of %u bytes %s", a->size, text);
        f.fix = "Guard the access with the number of elements: if (i < n).";
        break;
    default:
        for (int i = 0; i < 5 && w->stacks[i].base; i++)
            if (a->address >= w->stacks[i].base
                && a->address < w->stacks[i].base + (size_t)w->stacks[i].fibers * STACK) {
                snprintf(f.text, sizeof f.text, "access to a local variable of another thread");
                f.fix = "Local variables are private: pass values through shared memory or a "
                        "shuffle.";
                findings_add(&f);
                return;
            }
        f.kind = "host-pointer";
        snprintf(f.text, sizeof f.text, "%s", a->address >= variables && a->address < variables_end
                                           ? "access to a variable of the host program"
                                           : "access to host memory or to no memory at all");
        f.fix = "Pass a pointer from cudaMalloc and copy the data with cudaMemcpy.";
    }
    findings_add(&f);
}

static void report_shared(struct worker *w, const struct access *a, const char *what, size_t size,
                          long beyond)
{
    struct finding f = new_finding(w, "out-of-bounds", a->site);

    f.does = verb(a);
    snprintf(f.text, sizeof f.text, "access %ld bytes %s %s of %zu bytes",
             beyond < 0 ? -beyond : beyond, beyond < 0 ? "before" : "beyond the end of", what, size);
    f.fix = "Check the index, the size of the array, and the third launch argument.";
    findings_add(&f);
}

static void report_fresh(struct worker *w, const struct access *a)
{
    struct finding f = new_finding(w, "uninitialised", a->site);

    f.does = verb(a);
    snprintf(f.text, sizeof f.text, a->shared ? "shared memory that no thread of this block has written"
                                   : "global memory that nothing has written since cudaMalloc");
    f.fix = a->shared ? "Let every thread store its element, 0 where there is none, before the barrier."
                      : "Set it with cudaMemset or cudaMemcpy, or write all that is read later.";
    findings_add(&f);
}

/* The static __shared__ variable that the access is in, or NULL after a report. */
static const struct shared_variable *find_variable(struct worker *w, const struct access *a,
                                                   const struct shared_space *space)
{
    static __thread unsigned int last;
    const struct shared_variable *v = &space->variable[last], *below = NULL;
    char name[80];

    if (last < space->count && a->address >= v->start && a->address + a->size <= v->start + v->size)
        return v;
    for (unsigned int i = 0; i < space->count && space->variable[i].start <= a->address; i++)
        below = &space->variable[i];
    if (below && a->address + a->size <= below->start + below->size) {
        last = (unsigned int)(below - space->variable);
        return below;
    }
    if (!below)
        below = &space->variable[0];
    snprintf(name, sizeof name, "__shared__ %s", below->name);
    report_shared(w, a, name, below->size, a->address - (below->start + below->size));
    return NULL;
}

/* Finds what memory it is; the offset for the event goes to *where. NULL: not to be observed. */
static struct cell *find_cells(struct worker *w, struct access *a, struct region **region,
                               uint64_t *where)
{
    const struct shared_space *space = cuda_cpu_shared_space();
    size_t offset = (size_t)(a->address - space->dynamic);
    struct region *r;

    a->shared = 1;
    if (offset < 2 * SHARED_SPACE) {
        long from = a->address - cuda_cpu_dynamic_shared;

        *where = (uint64_t)from;
        if (from >= 0 && (size_t)from + a->size <= space->dynamic_size)
            return &shared_cells.dynamic[offset / 4];
        report_shared(w, a, "the dynamic shared memory", space->dynamic_size,
                      from < 0 ? from : from - (long)space->dynamic_size);
        return NULL;
    }
    offset = (size_t)(a->address - space->statics);
    if (space->statics && offset < SHARED_STATICS) {
        *where = offset;
        return find_variable(w, a, space) ? &shared_cells.statics[offset / 4] : NULL;
    }
    a->shared = 0;
    *where = (uint64_t)(uintptr_t)a->address & ACCESS_ADDRESS;
    r = recent[a->site % 256];
    if (!r || a->address < r->lo || a->address + a->size > r->hi) {
        if ((a->address >= tls && a->address < tls_end)
            || (a->address >= __start_cuda_cpu_constant && a->address < __stop_cuda_cpu_constant)
            || (a->address >= read_only && a->address < read_only_end && !find_region(a->address)))
            return NULL;
        r = find_region(a->address);
        if (!r || a->address + a->size > r->hi || is_host_variable(a->address)) {
            report_address(w, a);
            return NULL;
        }
        if (r->lo != variables)         /* of these, each has to be looked at */
            recent[a->site % 256] = r;
    }
    *region = r;
    return cell_of(r, a->address);
}

enum { WRITE = 1, VOLATILE = 2, ATOMIC = 4, RANGE = 8, NARROW = 16 };

static __attribute__((noinline)) void observe(const char *p, unsigned int size, int flags, void *pc,
                                              void *frame)
{
    struct worker *w = cuda_cpu_self;
    struct inspected *s = w->inspected;
    struct lane *l = cuda_cpu_lane;
    uint32_t at = observe_text(pc);
    struct access a = { .address = p, .size = size, .site = observe_site(at), .write = flags & WRITE,
                        .atomic = !!(flags & ATOMIC), .narrow = !!(flags & NARROW),
                        .is_volatile = !!(flags & VOLATILE), .range = !!(flags & RANGE) };
    struct region *region = NULL;
    uint64_t where = 0;
    struct cell *cells;

    if (s->skip_check) {
        s->skip_check = 0;
        return;
    }
    accesses++;
    cells = find_cells(w, &a, &region, &where);
    if (!cells)
        return;
    if (l->next >= l->limit)            /* now, because other threads run meanwhile */
        make_room(l);
    if (order_check(w, cells, a.shared ? shared_cells.epoch : epoch, &a)
        && !(region && host_wrote(region, p, size)))
        report_fresh(w, &a);
    append(l, frame, pc, EVENT_ACCESS, a.site);
    *l->next++ = where | (uint64_t)size << ACCESS_SIZE | (a.shared ? ACCESS_SHARED : 0)
                 | (a.atomic ? ACCESS_ATOMIC : a.write ? ACCESS_STORE : 0);
}

#define CALLER __builtin_return_address(0), *(void **)__builtin_frame_address(0)

static inline __attribute__((always_inline)) void access_memory(const void *p, size_t size, int flags,
                                                                void *pc, void *frame)
{
    if (!cuda_cpu_lane) {
        if ((flags & WRITE) && cuda_cpu_self)
            write_unobserved(p, size);
        return;
    }
    /* The thread's own stack: local variables. */
    if (((uintptr_t)p ^ (uintptr_t)__builtin_frame_address(0)) < STACK)
        return;
    if (size <= 16 && !(size & (size - 1))) {
        observe(p, (unsigned int)size, flags, pc, frame);
        return;
    }
    /* A structure is copied in pieces. */
    for (const char *from = p; size;) {
        unsigned int piece = (uintptr_t)from % 16 == 0 && size >= 16  ? 16
                             : (uintptr_t)from % 8 == 0 && size >= 8 ? 8
                             : (uintptr_t)from % 4 == 0 && size >= 4 ? 4 : 1;

        observe(from, piece, flags | RANGE, pc, frame);
        from += piece;
        size -= piece;
    }
}

#define ACCESSES(size)                                                                            \
    void __tsan_read##size(void *p) { access_memory(p, size, 0, CALLER); }                        \
    void __tsan_write##size(void *p) { access_memory(p, size, WRITE, CALLER); }                   \
    void __tsan_volatile_read##size(void *p) { access_memory(p, size, VOLATILE, CALLER); }        \
    void __tsan_volatile_write##size(void *p) { access_memory(p, size, WRITE | VOLATILE, CALLER); } \
    void __tsan_unaligned_read##size(void *p) { access_memory(p, size, 0, CALLER); }              \
    void __tsan_unaligned_write##size(void *p) { access_memory(p, size, WRITE, CALLER); }         \
    void __tsan_unaligned_volatile_read##size(void *p) { access_memory(p, size, VOLATILE, CALLER); } \
    void __tsan_unaligned_volatile_write##size(void *p)                                           \
    {                                                                                             \
        access_memory(p, size, WRITE | VOLATILE, CALLER);                                         \
    }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *p, size_t size) { access_memory(p, size, 0, CALLER); }
void __tsan_write_range(void *p, size_t size) { access_memory(p, size, WRITE, CALLER); }
void __tsan_vptr_read(void **p) { (void)p; }
void __tsan_vptr_update(void **p, void *value) { (void)p, (void)value; }
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_init(void) {}

void *__tsan_memcpy(void *to, const void *from, size_t size)
{
    access_memory(from, size, 0, CALLER);
    access_memory(to, size, WRITE, CALLER);
    return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size)
{
    access_memory(from, size, 0, CALLER);
    access_memory(to, size, WRITE, CALLER);
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size)
{
    access_memory(to, size, WRITE, CALLER);
    return memset(to, byte, size);
}

/* From atomicAdd and the like, which are not instrumented themselves: the caller is two up. */
void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int in_block)
{
    void **helper = *(void **)__builtin_frame_address(0);

    access_memory((const void *)p, size, WRITE | ATOMIC | (in_block ? NARROW : 0), helper[1], helper[0]);
}

void observe_atomic(const void *p, unsigned int size, int store, void *pc, void *frame)
{
    access_memory(p, size, store ? WRITE | ATOMIC : VOLATILE, pc, frame);
}

void cuda_cpu_observe_load(const void *p, unsigned int size, int is_volatile)
{
    void **helper = *(void **)__builtin_frame_address(0);

    access_memory(p, size, is_volatile ? VOLATILE : 0, helper[1], helper[0]);
}

void cuda_cpu_observe_store(void *p, unsigned int size)
{
    void **helper = *(void **)__builtin_frame_address(0);

    access_memory(p, size, WRITE, helper[1], helper[0]);
}

void cuda_cpu_observe_fence(int whole_device)
{
    if (cuda_cpu_lane)
        order_fence(cuda_cpu_self, whole_device);
}

/* Each basic block begins with a call to __sanitizer_cov_trace_pc. On x86-64 that one is in switch.S
 * and comes here only when there is no room. */
_Static_assert(offsetof(struct lane, next) == 0 && offsetof(struct lane, limit) == 8
                   && offsetof(struct lane, base) == 32 && WHERE == 20, "as in switch.S");
#if !defined(__x86_64__) || !defined(__ELF__)
#define cuda_cpu_trace_block __sanitizer_cov_trace_pc
#endif
void cuda_cpu_trace_block(void)
{
    struct lane *l = cuda_cpu_lane;

    if (l)
        put(l, *(void **)__builtin_frame_address(0), __builtin_return_address(0), EVENT_BLOCK, 0);
}

/* An index outside of an array whose size the compiler knows; then the access itself comes. */
struct bounds { const char *file; uint32_t line, column; const struct { uint16_t kind, info; char name[]; } *type; };

void __ubsan_handle_out_of_bounds(const struct bounds *where, uintptr_t index)
{
    struct worker *w = cuda_cpu_self;
    struct finding f;

    if (!cuda_cpu_lane)
        return;
    f = new_finding(w, "out-of-bounds", observe_place(where->file, (int)where->line));
    snprintf(f.text, sizeof f.text, "index %ld is outside of an array of type %s", (long)index,
             where->type->name);
    f.does = "uses that index";
    f.fix = "Check the index against the size of the array.";
    findings_add(&f);
    w->inspected->skip_check = 1;
}

/* ---- Other things that a thread can do wrong ------------------------------------------------- */

/* A shuffle reads a lane that is not there, and the result matters. */
void inspect_absent(struct worker *w, unsigned int t, unsigned int from)
{
    const struct waiting *at = &w->waiting[t];
    struct finding f;
    char name[40];

    if (!w->inspected->observed)
        return;
    f = new_finding(w, "shuffle", observe_place(at->file, (int)at->line));
    f.thread = t;
    snprintf(f.text, sizeof f.text, "thread %s reads lane %u, which %s",
             thread_text(name, sizeof name, w, t), from,
             at->mask >> from & 1 ? "has ended or does not exist" : "is not in the mask");
    f.does = "asks for that lane's value";
    f.fix = "Name in the mask all lanes that are read, and let all of them come.";
    findings_add(&f);
}

static void report_barrier(struct worker *w, unsigned int t, const char *text, unsigned int other)
{
    const struct waiting *at = &w->waiting[t], *there = &w->waiting[other];
    struct finding f = new_finding(w, "barrier", observe_place(at->file, (int)at->line));

    f.thread = t;
    f.does = "waits here";
    snprintf(f.text, sizeof f.text, "%s", text);
    if (other != t) {
        f.did = "waits here";
        f.other = other;
        f.other_block = f.block;
        f.other_site = observe_place(there->file, (int)there->line);
    }
    f.fix = "Put __syncthreads() where all threads of the block pass it equally often.";
    findings_add(&f);
}

void inspect_barrier(struct worker *w)
{
    struct inspected *s = w->inspected;
    unsigned int first = THREADS;
    uint64_t *counts;
    char text[120];

    if (!s->observed)
        return;
    for (unsigned int t = 0; t < w->threads; t++) {
        if (!(w->live[t / LANES] >> t % LANES & 1))
            continue;
        if (first == THREADS) {
            first = t;
        } else if (w->waiting[t].line != w->waiting[first].line
                   || (w->waiting[t].file != w->waiting[first].file
                       && strcmp(w->waiting[t].file, w->waiting[first].file))) {
            report_barrier(w, first, "threads of the block wait for the barrier at different places", t);
            break;
        }
    }
    if (first != THREADS) {
        if (w->alive < w->threads && w->kind != CUDA_CPU_GRID) {
            snprintf(text, sizeof text, "%u of %u threads of the block have ended before this barrier",
                     w->threads - w->alive, w->threads);
            report_barrier(w, first, text, first);
        }
        counts = findings_counts(observe_place(w->waiting[first].file, (int)w->waiting[first].line));
        if (counts)
            counts[BARRIERS]++;
    }
    order_barrier(w);
}

void inspect_tile(struct worker *w, unsigned int first, unsigned int size)
{
    if (w->inspected->observed)
        order_tile(w, first, size);
}

void inspect_meeting(struct worker *w, unsigned int warp, int kind, unsigned int mask, unsigned int lanes)
{
    (void)mask;
    if (w->inspected->observed && kind == CUDA_CPU_SYNCWARP)
        order_warp(w, warp, lanes);
}

void inspect_refused(const struct cuda_cpu_launch *l, int error, uint64_t most)
{
    const struct cuda_cpu_launch_place *at = &cuda_cpu_last_launch;
    struct finding f = { .kind = "launch", .site = at->file ? observe_place(at->file, at->line) : 0,
                         .does = at->file ? "" : NULL };
    const unsigned int *g = l->grid, *b = l->block;

    findings_begin_launch(l);
    if (error == 720)
        snprintf(f.text, sizeof f.text, "cooperative launch of %llu blocks of %u threads: at most %llu "
                 "are resident at a time", (unsigned long long)g[0] * g[1] * g[2], b[0] * b[1] * b[2],
                 (unsigned long long)most);
    else if (error == 1)
        snprintf(f.text, sizeof f.text, "%zu bytes of dynamic shared memory; at most %llu are allowed",
                 l->shared, (unsigned long long)most);
    else
        snprintf(f.text, sizeof f.text, "grid (%u,%u,%u) with blocks (%u,%u,%u): a block has 1 to 1024 "
                 "threads, a grid at least one block", g[0], g[1], g[2], b[0], b[1], b[2]);
    f.fix = error == 720 ? "Size the grid with cudaOccupancyMaxActiveBlocksPerMultiprocessor."
          : error == 1 ? "Use less, or allow more with cudaFuncSetAttribute; check cudaGetLastError()."
                       : "The kernel did not run at all: check cudaGetLastError() after a launch.";
    findings_add(&f);
}
