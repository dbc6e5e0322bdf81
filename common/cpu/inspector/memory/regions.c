/* regions.c: finds which memory an address of an inspected kernel belongs to, and the cells that record its
 * use. */
#define _GNU_SOURCE
#include "regions.h"

#include "../../base/allocations.h"
#include "../../base/devices.h"
#include "../../base/kernel_name.h"
#include "../../base/process.h"
#include "../../base/report.h"
#include "../../base/symbols.h"
#include "../../base/variables.h"
#include "../findings/kernels.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { RANGES = 16 };

static struct region *regions[1 << 16];
static int region_count;
static unsigned int region_changes;     /* how often the list has changed */
static struct region *recent[256];      /* by site */
static char *read_only, *read_only_end; /* the program's constants and code */
static char *variables, *variables_end; /* its variables, those of host and device */
static uint16_t epoch = 1;              /* launches and grid syncs */
static int may_overlap;                 /* nothing has come between the last launch and the next one */
__thread char *region_tls;              /* this OS thread's thread_local variables */
__thread size_t region_tls_size;

static void *reserve(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        cuda_cpu_fail("inspect: no memory to note the use of memory in (%zu bytes)", size);
    return p;
}

void region_allocated(char *data, size_t size, int is_hosts, int device)
{
    struct region *r;

    if (region_count == (int)(sizeof regions / sizeof *regions))
        cuda_cpu_fail("inspect: more than %d allocations at a time", region_count);
    r = calloc(1, sizeof *r);
    if (!r)
        cuda_cpu_fail("inspect: no memory");
    r->lo = data;
    r->hi = data + size;
    r->written = r->is_hosts = is_hosts;
    r->device = device;
    r->cells = reserve((size / 4 + 2) * sizeof(struct cell));
    regions[region_count++] = r;
    region_changes++;
}

void region_freed(char *data)
{
    for (int i = 0; i < region_count; i++)
        if (regions[i]->lo == data) {
            struct region *r = regions[i];

            regions[i] = regions[--region_count];
            region_changes++;
            munmap(r->cells, ((size_t)(r->hi - r->lo) / 4 + 2) * sizeof(struct cell));
            memset(recent, 0, sizeof recent);
            free(r);
            return;
        }
}

struct region *region_of(const char *p)
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

void region_written(const void *p, size_t size)
{
    char *lo = (char *)p, *hi = lo + size;
    struct region *r = region_of(p);
    int i;

    may_overlap = 0;                    /* it was done in its stream */
    if (!r || r->written)
        return;
    for (i = 0; i < r->ranges; i++)
        if (lo <= r->range[i].hi && hi >= r->range[i].lo)
            break;
    if (i == RANGES) {                  /* better too few reports than wrong ones */
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

/* Forgets who used these bytes. The cells of whole pages are given back, which is quicker than clearing them. */
static void forget_cells(const struct region *r, const char *lo, const char *hi)
{
    uintptr_t page = 4096, from = (uintptr_t)cell_of(r, lo), to = (uintptr_t)cell_of(r, hi);
    uintptr_t first = (from + page - 1) / page * page, last = to / page * page;

    if (first >= last) {
        memset((void *)from, 0, to - from);
        return;
    }
    memset((void *)from, 0, first - from);
    madvise((void *)first, last - first, MADV_DONTNEED);
    memset((void *)last, 0, to - last);
}

void region_unwritten(const void *p, size_t size)
{
    char *lo = (char *)p, *hi = lo + size;
    struct region *r = region_of(p);
    int ranges;

    if (!r || !size || hi > r->hi)
        return;
    if (r->written) {
        r->written = 0;
        r->ranges = 1;
        r->range[0].lo = r->lo;
        r->range[0].hi = r->hi;
    }
    ranges = r->ranges;
    for (int i = 0; i < ranges; i++) {
        char *end = r->range[i].hi;

        if (lo >= end || hi <= r->range[i].lo)
            continue;
        if (hi < end && lo > r->range[i].lo) {
            if (r->ranges == RANGES) {
                r->written = 1;         /* better too few reports than wrong ones */
                return;
            }
            r->range[r->ranges].lo = hi;
            r->range[r->ranges++].hi = end;
        }
        if (lo > r->range[i].lo)
            r->range[i].hi = lo;
        else
            r->range[i].lo = hi < end ? hi : end;       /* perhaps nothing is left of it */
    }
    r->filled = 1;
    forget_cells(r, lo, hi);
}

void region_name(const void *p, const char *name)
{
    struct region *r = region_of(p);

    if (r)
        snprintf(r->name, sizeof r->name, "%s", name);
}

void region_limit(const void *p, size_t used, size_t period)
{
    struct region *r = region_of(p);

    if (!r)
        return;
    r->used = used;
    r->period = period ? period : (size_t)(r->hi - r->lo);
    r->before = (size_t)((const char *)p - r->lo);
}

/* Do all words that the access reads hold what fresh memory holds? */
static int is_fresh(const struct access *a)
{
    const char *p = (const char *)((uintptr_t)a->address & ~(uintptr_t)3);

    for (; p < a->address + a->size; p += 4)
        if (*(const volatile uint32_t *)p != FRESH_WORD)
            return 0;
    return 1;
}

int region_host_wrote(const struct region *r, const struct access *a)
{
    if (r->written)                     /* a structure's copy may have padding that nobody writes */
        return !r->is_hosts || a->range || !is_fresh(a);
    for (int i = 0; i < r->ranges; i++)
        if (a->address >= r->range[i].lo && a->address + a->size <= r->range[i].hi)
            return 1;
    return 0;
}

/* A thread of an unobserved block writes: at least the memory counts as written. */
void region_write_unobserved(const char *p, size_t size)
{
    static __thread struct region *last;
    static __thread unsigned int changes;
    struct region *r = last;

    if (!r || changes != region_changes || p < r->lo || p >= r->hi) {
        changes = region_changes;
        last = r = region_of(p);
        if (!r)
            return;
    }
    if (r->written && !r->is_hosts)
        return;
    for (; size && p < r->hi; p++, size--)
        cell_of(r, p)->bits |= (uint16_t)(1 << CELL_FRESH << ((uintptr_t)p & 3));
}
/* __device__, __managed__ and __constant__ variables, in their own sections (cuda_runtime.h). */
extern char __start_cuda_cpu_device[] __attribute__((weak)), __stop_cuda_cpu_device[] __attribute__((weak));
extern char __start_cuda_cpu_managed[] __attribute__((weak)), __stop_cuda_cpu_managed[] __attribute__((weak));
extern char __start_cuda_cpu_constant[] __attribute__((weak)), __stop_cuda_cpu_constant[] __attribute__((weak));
int region_is_program(const struct region *r) { return r->lo == variables; }

/* Of a function, perhaps of a kernel. */
static int is_local_static(const char *p)
{
    const struct symbol *s = cuda_cpu_variable_at(p);

    return s && !strncmp(s->name, "_ZZ", 3);
}

int region_is_host_variable(const char *p)
{
    return p >= variables && p < variables_end
           && !(p >= __start_cuda_cpu_device && p < __stop_cuda_cpu_device)
           && !(p >= __start_cuda_cpu_managed && p < __stop_cuda_cpu_managed) && !is_local_static(p);
}

static int is_program_known;

static int add_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        char *lo = (char *)info->dlpi_addr + h->p_vaddr;

        if (h->p_type == PT_TLS) {
            region_tls = info->dlpi_tls_data;
            region_tls_size = region_tls ? h->p_memsz : 0;
        }
        if (h->p_type != PT_LOAD || is_program_known)
            continue;
        if (h->p_flags & PF_W) {
            if (!region_of(lo)) {
                region_allocated(lo, h->p_memsz, 1, -1);
                variables = lo;
                variables_end = lo + h->p_memsz;
            }
        } else if (!read_only || lo < read_only) {
            read_only = lo;
            read_only_end = read_only_end > lo + h->p_memsz ? read_only_end : lo + h->p_memsz;
        } else if (lo + h->p_memsz > read_only_end)
            read_only_end = lo + h->p_memsz;
    }
    return 1;                           /* the first entry is the program itself */
}

/* The epochs of this launch and of the one before it, which may not have ended. */
static struct { uint16_t from, to; } launch_now, launch_before;
static int is_overlapping;

void region_begin_launch(int is_early)
{
    dl_iterate_phdr(add_program, NULL);
    is_program_known = 1;
    is_overlapping = is_early && may_overlap;
    launch_before = launch_now;
    launch_now.from = epoch + 1;        /* the epoch that begins now */
}

void region_end_launch(void)
{
    launch_now.to = epoch;
    may_overlap = 1;
    if (!cuda_cpu_takes_turns)
        region_next_epoch();
}

void region_awaited(void) { may_overlap = 0; }

int region_is_in_use(uint16_t of)
{
    return is_overlapping && of >= launch_before.from && of <= launch_before.to;
}

void region_get_cells(struct worker *w)
{
    struct shared_cells *c = &w->inspected->cells;

    if (c->dynamic)
        return;
    c->dynamic = reserve(SHARED_SPACE / 4 * sizeof(struct cell));
    c->statics = reserve(SHARED_STATICS / 4 * sizeof(struct cell));
}

void region_begin_block(struct worker *w)
{
    struct shared_cells *c = &w->inspected->cells;

    if (!region_tls)
        dl_iterate_phdr(add_program, NULL);
    if (!++c->epoch) {
        madvise(c->dynamic, SHARED_SPACE / 4 * sizeof(struct cell), MADV_DONTNEED);
        madvise(c->statics, SHARED_STATICS / 4 * sizeof(struct cell), MADV_DONTNEED);
        c->epoch = 1;
    }
}

struct cell *region_fresh_cell(const struct region *r, const char *p)
{
    struct cell *cell = cell_of(r, p);

    if (cell->epoch != epoch)
        *cell = (struct cell){ .epoch = epoch, .bits = cell->bits & 15 << CELL_FRESH };
    return cell;
}

void region_next_epoch(void)
{
    if (++epoch)
        return;
    epoch = 1;                          /* after 65,535 epochs, start again */
    for (int i = 0; i < region_count; i++)
        for (struct cell *c = regions[i]->cells; c <= cell_of(regions[i], regions[i]->hi - 1); c++)
            if (c->epoch)
                *c = (struct cell){ .bits = c->bits & 15 << CELL_FRESH };
}
static void set_wrong(struct memory *m, struct object object)
{
    m->wrong = WRONG_SHARED;
    m->object = object;
}

static struct object dynamic_object(const struct shared_space *space)
{
    return (struct object){ space->dynamic_name && *space->dynamic_name ? space->dynamic_name : NULL,
                            space->dynamic + SHARED_SPACE - ((space->dynamic_size + 15) & ~(size_t)15),
                            space->dynamic_size };
}

static struct object variable_object(const struct shared_space *space, const struct shared_variable *v)
{
    return (struct object){ v->name, space->statics + v->start, v->size };
}

/* The static __shared__ variable that begins at this place or is the next one below it. */
static const struct shared_variable *variable_below(size_t place)
{
    unsigned int count;
    const struct shared_variable *v = cuda_cpu_shared_variables(&count), *below = v;

    for (unsigned int i = 0; i < count && v[i].start <= place; i++)
        below = &v[i];
    return below;
}

/* Is the access, at this place, in a static __shared__ variable? */
static int is_in_variable(struct memory *m, const struct access *a, const struct shared_space *space, size_t place)
{
    static __thread unsigned int last;
    unsigned int count;
    const struct shared_variable *all = cuda_cpu_shared_variables(&count), *v = &all[last];

    if (last < count && place >= v->start && place + a->size <= v->start + v->size)
        return 1;
    v = variable_below(place);
    if (place >= v->start && place + a->size <= v->start + v->size) {
        last = (unsigned int)(v - all);
        return 1;
    }
    set_wrong(m, variable_object(space, v));
    return 0;
}

struct worker *region_shared_owner(const void *address, int *part, size_t *offset)
{
    const struct worker *w = cuda_cpu_self;

    for (unsigned int i = 0; i < w->crew->size; i++) {
        struct worker *other = cuda_cpu_worker(w->crew->first + (w->rank + i) % w->crew->size);

        if ((*part = cuda_cpu_in_shared(other->shared, address, offset)))
            return other;
    }
    return NULL;
}

struct object region_object(const struct access *a)
{
    const struct region *r = region_of(a->address);
    const struct worker *owner;
    size_t offset;
    int part;

    if (a->shared && (owner = region_shared_owner(a->address, &part, &offset)))
        return part == 1 ? dynamic_object(owner->shared) : variable_object(owner->shared, variable_below(offset));
    if (!r)
        return (struct object){ NULL, NULL, 0 };
    return (struct object){ *r->name ? r->name : NULL, r->lo + r->before,
                            r->used ? r->used : (size_t)(r->hi - r->lo) };
}

/* May kernels use these bytes of the region? The harness' own may use all of them. */
static int is_beyond_limit(const struct region *r, const struct access *a)
{
    ptrdiff_t from = a->address - r->lo - (ptrdiff_t)r->before;

    return r->used
           && (from < 0 || ((size_t)from + a->size > r->used && (size_t)from % r->period + a->size > r->used))
           && !(kernel_now() && cuda_cpu_is_harness(kernel_now()->name));
}

/* The access is in the shared memory of this worker's block. */
static void find_shared(struct access *a, struct memory *m, struct worker *owner, int part, size_t offset)
{
    const struct shared_space *space = owner->shared;
    const struct shared_cells *c = &owner->inspected->cells;

    a->shared = 1;
    m->owner = owner;
    m->epoch = c->epoch;
    if (part == 1) {
        struct object o = dynamic_object(space);
        long from = a->address - o.base;

        m->where = (uint64_t)from;
        if (from >= 0 && (size_t)from + a->size <= space->dynamic_size)
            m->cells = &c->dynamic[offset / 4];
        else
            set_wrong(m, o);
        return;
    }
    m->where = offset;
    if (is_in_variable(m, a, space, offset))
        m->cells = &c->statics[offset / 4];
}

int region_is_in_reach(const struct region *r)
{
    return r->device < 0 || cuda_cpu_reaches(cuda_cpu_current_device, r->device);
}

int region_is_of_other_device(const struct region *r)
{
    return cuda_cpu_is_one_of_several && r->device >= 0 && r->device != cuda_cpu_current_device;
}

void region_find(struct access *a, struct memory *m)
{
    struct worker *w = cuda_cpu_self, *owner;
    struct region *r;
    const char *at;
    size_t offset;
    int part;

    m->cells = NULL;
    m->region = NULL;
    m->owner = NULL;
    m->wrong = NOT_WRONG;
    if ((part = cuda_cpu_in_shared(w->shared, a->address, &offset))) {
        find_shared(a, m, w, part, offset);
        return;
    }
    if (w->crew->size > 1 && (owner = region_shared_owner(a->address, &part, &offset))) {
        find_shared(a, m, owner, part, offset);
        return;
    }
    a->shared = 0;
    m->epoch = epoch;
    m->where = (uint64_t)(uintptr_t)a->address & ACCESS_ADDRESS;
    at = cuda_cpu_is_one_of_several ? cuda_cpu_variable_of(cuda_cpu_current_device, a->address) : a->address;
    if (at != a->address) {             /* this device's copy of a variable */
        m->region = region_of(at);
        if (m->region && !(a->address >= __start_cuda_cpu_constant && a->address < __stop_cuda_cpu_constant))
            m->cells = cell_of(m->region, at);
        return;
    }
    r = recent[a->site % 256];
    if (!r || a->address < r->lo || a->address + a->size > r->hi) {
        if ((a->address >= __start_cuda_cpu_constant && a->address < __stop_cuda_cpu_constant)
            || (a->address >= read_only && a->address < read_only_end && !region_of(a->address)))
            return;
        r = region_of(a->address);
        if (!r || a->address + a->size > r->hi || region_is_host_variable(a->address)) {
            m->wrong = WRONG_GLOBAL;
            return;
        }
        if (r->lo != variables)         /* each of these must be checked */
            recent[a->site % 256] = r;
    }
    if (is_beyond_limit(r, a) || !region_is_in_reach(r)) {
        m->wrong = WRONG_GLOBAL;
        return;
    }
    m->region = r;
    m->cells = cell_of(r, a->address);
}
