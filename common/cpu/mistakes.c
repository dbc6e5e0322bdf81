/* mistakes.c: what a thread can do wrong, in words. Races are found in order.c. */
#include "inspect.h"

#include <stdio.h>
#include <string.h>

static const char *thread_text(char *text, size_t size, const struct worker *w, unsigned int t)
{
    snprintf(text, size, "(%u,%u,%u)", w->index[t].x, w->index[t].y, w->index[t].z);
    return text;
}

static struct finding mistake_at(const struct worker *w, const char *kind, uint16_t site)
{
    return (struct finding){ .kind = kind, .block = w->inspected->block, .site = site,
                             .thread = w->current };
}

const char *mistake_bytes(const struct access *a, char *text, size_t size)
{
    const struct shared_space *space = cuda_cpu_shared_space();
    const struct region *r = a->shared ? NULL : region_of(a->address);
    const char *base = r ? r->lo : cuda_cpu_dynamic_shared;
    char of[100] = "dynamic shared memory";

    if (r && region_is_program(r)) {
        snprintf(text, size, "the same bytes of a __device__ variable");
        return text;
    }
    if (r)
        snprintf(of, sizeof of, "an allocation of %ld bytes", (long)(r->hi - r->lo));
    for (unsigned int i = 0; a->shared && i < space->count; i++)
        if (a->address >= space->variable[i].start
            && a->address < space->variable[i].start + space->variable[i].size) {
            snprintf(of, sizeof of, "%s", space->variable[i].name);
            base = space->variable[i].start;
        }
    snprintf(text, size, "byte %ld of %s", (long)(a->address - base), of);
    return text;
}

static const char *verb(const struct access *a)
{
    return a->atomic ? "updates atomically" : a->write ? "writes" : "reads";
}

/* The address is in no memory that the kernel may use. */
void mistake_address(struct worker *w, const struct access *a)
{
    struct finding f = mistake_at(w, "out-of-bounds", a->site);
    const struct region *r = region_of(a->address);
    char text[120];

    f.does = verb(a);
    if (r && !region_is_host_variable(a->address)) {
        snprintf(f.text, sizeof f.text, "access of %u bytes, %ld of them beyond the end of an allocation of "
                 "%ld bytes", a->size, (long)(a->address + a->size - r->hi), (long)(r->hi - r->lo));
        f.fix = "Guard the access with the number of elements: if (i < n).";
        findings_add(&f);
        return;
    }
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
        snprintf(f.text, sizeof f.text, "%s", region_is_host_variable(a->address)
                                           ? "access to a variable of the host program, or beyond one of the device"
                                           : "access to host memory or to no memory at all");
        f.fix = "Pass a pointer from cudaMalloc and copy the data with cudaMemcpy.";
    }
    findings_add(&f);
}

void mistake_shared(struct worker *w, const struct access *a, const char *what, size_t size,
                          long beyond)
{
    struct finding f = mistake_at(w, "out-of-bounds", a->site);

    f.does = verb(a);
    if (beyond < 0)
        snprintf(f.text, sizeof f.text, "access %ld bytes before %s of %zu bytes", -beyond, what, size);
    else
        snprintf(f.text, sizeof f.text, "access of %u bytes, %ld bytes beyond the end of %s of %zu bytes",
                 a->size, beyond, what, size);
    f.fix = "Check the index, the size of the array, and the third launch argument.";
    findings_add(&f);
}

void mistake_fresh(struct worker *w, const struct access *a)
{
    struct finding f = mistake_at(w, "uninitialised", a->site);

    f.does = verb(a);
    snprintf(f.text, sizeof f.text, a->shared ? "shared memory that no thread of this block has written"
                                   : "global memory that nothing has written since cudaMalloc");
    f.fix = a->shared ? "Let every thread store its element, 0 where there is none, before the barrier."
                      : "Set it with cudaMemset or cudaMemcpy, or write all that is read later.";
    findings_add(&f);
}
/* An index outside of an array whose size the compiler knows; then the access itself comes. */
struct bounds { const char *file; uint32_t line, column; const struct { uint16_t kind, info; char name[]; } *type; };

void __ubsan_handle_out_of_bounds(const struct bounds *where, uintptr_t index)
{
    struct worker *w = cuda_cpu_self;
    struct finding f;

    if (!cuda_cpu_lane)
        return;
    f = mistake_at(w, "out-of-bounds", observe_place(where->file, (int)where->line));
    snprintf(f.text, sizeof f.text, "index %ld is outside of an array of type %s", (long)index,
             where->type->name);
    f.does = "uses that index";
    f.fix = "Check the index against the size of the array.";
    findings_add(&f);
    w->inspected->skip_check = 1;
}

/* clang: what __builtin_assume_aligned() promises is left to the accesses themselves. */
void __ubsan_handle_alignment_assumption(void *where, uintptr_t address, uintptr_t alignment,
                                         uintptr_t offset)
{
    (void)where, (void)address, (void)alignment, (void)offset;
}

/* An address that the type there must not have. (The size alone tells nothing: four floats in a
 * structure, or memcpy of 16 bytes, may begin at any float, or byte.) A copy constructor's was found
 * where it was called. */
struct alignment {
    const char *file;
    uint32_t line, column;
    const struct { uint16_t kind, info; char name[]; } *type;
    unsigned char log_alignment, access;
};

void __ubsan_handle_type_mismatch_v1(const struct alignment *where, uintptr_t address)
{
    void *pc = __builtin_return_address(0);
    struct finding f;

    (void)address;
    if (!cuda_cpu_lane || symbols_is_copier(observe_site(observe_text(pc)), pc))
        return;
    f = mistake_at(cuda_cpu_self, "fault", observe_place(where->file, (int)where->line));
    snprintf(f.text, sizeof f.text, "misaligned address: a %s begins at a multiple of %d, a GPU stops "
             "here", where->type->name, 1 << where->log_alignment);
    f.does = "uses such an address";
    f.fix = "Wide types (int4, double, ...) need addresses that are multiples of their size.";
    findings_add(&f);
}

/* A shuffle reads a lane that is not there, and the result matters. */
void inspect_absent(struct worker *w, unsigned int t, unsigned int from)
{
    const struct waiting *at = &w->waiting[t];
    struct finding f;
    char name[40];

    if (!w->inspected->observed)
        return;
    f = mistake_at(w, "shuffle", observe_place(at->file, (int)at->line));
    f.thread = t;
    snprintf(f.text, sizeof f.text, "thread %s reads lane %u, which %s",
             thread_text(name, sizeof name, w, t), from,
             at->mask >> from & 1 ? "has ended or does not exist" : "is not in the mask");
    f.does = "asks for that lane's value";
    f.fix = "Name in the mask all lanes that are read and let them come, or read only lanes that are there.";
    findings_add(&f);
}

static void report_barrier(struct worker *w, unsigned int t, const char *text, unsigned int other)
{
    const struct waiting *at = &w->waiting[t], *there = &w->waiting[other];
    struct finding f = mistake_at(w, "barrier", observe_place(at->file, (int)at->line));

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
        counts = findings_counts(w, observe_place(w->waiting[first].file, (int)w->waiting[first].line));
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

void inspect_meeting(struct worker *w, unsigned int warp, int kind, unsigned int lanes)
{
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
    else if (error == 801)
        snprintf(f.text, sizeof f.text, "cooperative launch on a device that has none "
                 "(CUDA_CPU_COOPERATIVE=0)");
    else if (error == 1)
        snprintf(f.text, sizeof f.text, "%zu bytes of dynamic shared memory; at most %llu are allowed",
                 l->shared, (unsigned long long)most);
    else
        snprintf(f.text, sizeof f.text, "grid (%u,%u,%u) with blocks (%u,%u,%u): a block has 1 to 1024 "
                 "threads, a grid at least one block", g[0], g[1], g[2], b[0], b[1], b[2]);
    f.fix = error == 720 ? "Size the grid with cudaOccupancyMaxActiveBlocksPerMultiprocessor."
          : error == 801 ? "Ask first: cudaDeviceGetAttribute, cudaDevAttrCooperativeLaunch."
          : error == 1 ? "Use less, or allow more with cudaFuncSetAttribute; check cudaGetLastError()."
                       : "The kernel did not run at all: check cudaGetLastError() after a launch.";
    findings_add(&f);
}
