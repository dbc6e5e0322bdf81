/* accesses.c: an inspected program calls these functions at each memory access and in each basic block.
 *
 * The compiler inserts the calls for its race detector (ThreadSanitizer) and its coverage tools; here
 * are our own functions with those names. They act only while a thread of an observed block runs; for
 * host code they do nothing. LLVM's SanitizerCoverage page documents the coverage calls; __tsan_* is
 * documented only in the sources of gcc and LLVM (tsan_interface.h). */
#define _GNU_SOURCE
#include "observe.h"

#include "../../base/devices.h"
#include "../../base/kernel_name.h"
#include "../../base/shared.h"
#include "../../base/symbols.h"
#include "../findings/trace.h"
#include "../findings/traffic.h"
#include "../memory/wrong.h"
#include "../order/clock.h"
#include "../order/order.h"
#include "../own_accesses.h"
#include "../program/code.h"
#include "../program/functions.h"
#include "../program/sites.h"
#include "observed.h"
#include "stream.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The first function that a glue function calls is the kernel, unless it makes one of the kernel's arguments. */
static __attribute__((noinline)) void name_kernel(const void *pc, const void *caller)
{
    const struct symbol *from = cuda_cpu_function_at(caller), *s = cuda_cpu_function_at(pc);

    if (s && from && cuda_cpu_is_glue(from->name) && !cuda_cpu_is_glue(s->name) && !cuda_cpu_makes_argument(s->name))
        observed_is_named(cuda_cpu_self, s->name);
}

/* ---- Accesses ------------------------------------------------------------------------------ */

enum { WRITE = 1, VOLATILE = 2, ATOMIC = 4, RANGE = 8, OF_DEVICE = 16, OF_COPY = 1 << 12, OF_GROUP = 1 << 13 };
/* Between the last two: scope and order, times OF_DEVICE. */
static uint32_t copy_now;               /* the number of the copy that makes an access OF_COPY */

static __attribute__((noinline)) void trace(struct worker *w, const struct access *a, const struct memory *m)
{
    struct object o = region_object(a);
    struct trace_object object = { .base = o.base, .size = o.size,
                                   .memory = !a->shared ? TRACE_GLOBAL : m->owner == w ? TRACE_SHARED : TRACE_REMOTE };

    const struct symbol *variable = a->shared || o.name ? NULL : cuda_cpu_variable_at(a->address);

    if (variable) {                     /* __device__, among others in one region */
        object.base = variable->lo;
        object.size = (size_t)(variable->hi - variable->lo);
    }
    if (a->shared)
        object.at = m->where - (uint64_t)(a->address - o.base);
    if (o.name)
        snprintf(object.name, sizeof object.name, "%.*s", (int)strcspn(o.name, "["), o.name);
    trace_access(w, a->address, a->size, a->write, object);
}

/* A thread reads one word again and again: perhaps the host, or another thread, will change it. Others run before it
 * reads, not between this call and the read. */
static void poll(struct worker *w, const char *p)
{
    enum { MANY_POLLS = 64 };
    static __thread const char *polled;
    static __thread int times;

    if (polled != p) {
        polled = p;
        times = 0;
    } else if (++times >= MANY_POLLS && !cuda_cpu_is_shared(p)) {
        times = 0;
        w->let_others_run();
    }
}

/* An access of another device's memory. */
static __attribute__((noinline)) void observe_sent(const struct access *a, int owner)
{
    if (kernel_now() && cuda_cpu_is_harness(kernel_now()->name))
        return;
    if (a->write || a->atomic)
        traffic_sent(cuda_cpu_current_device, TRAFFIC_STORES, a->size, 1);
    else
        traffic_sent(owner, TRAFFIC_LOADS, a->size, 1);
}

static __attribute__((noinline)) void observe(const char *p, unsigned int size, int flags, void *pc,
                                              void *frame)
{
    struct worker *w = cuda_cpu_self;
    struct lane *l = cuda_cpu_lane;
    uint16_t site = site_at(code_offset(pc));
    struct access a = { .address = p, .size = size, .site = site, .write = flags & WRITE,
                        .atomic = !!(flags & ATOMIC), .scope = (unsigned char)(flags / OF_DEVICE & CUDA_CPU_SCOPE),
                        .order = flags / OF_DEVICE / (CUDA_CPU_SCOPE + 1) & 7,
                        .copy = flags & OF_COPY ? copy_now : 0, .is_group = !!(flags & OF_GROUP),
                        .is_volatile = !!(flags & VOLATILE), .range = !!(flags & RANGE) };
    struct memory m;

    if (function_is_copier(site, pc)) {     /* the access belongs to its caller */
        void **of = frame;

        pc = of[1];
        frame = of[0];
        a.site = site_at(code_offset(pc));
        if (function_is_glue(a.site, pc))        /* the arguments of the launch, on the host's stack */
            return;
    }
    if (a.is_volatile && !a.write)
        poll(w, p);
    observed_one_access();
    region_find(&a, &m);
    if (!m.cells) {
        if (m.wrong == WRONG_SHARED)
            wrong_shared(w, &a, &m);
        else if (m.wrong == WRONG_GLOBAL)
            wrong_address(w, &a);
        return;
    }
    if (m.owner && m.owner != w)
        observe_visit(w, &a, m.owner);
    if (m.region && region_is_of_other_device(m.region))
        observe_sent(&a, m.region->device);
    if (l->next >= l->limit)            /* now, because other threads run in the meantime */
        stream_make_room(l);
    if (order_check(w, &m, &a)
        && !(m.region && region_host_wrote(m.region, &a)))
        wrong_fresh(w, &a);
    if (trace_worker == w)
        trace(w, &a, &m);
    stream_append(l, frame, pc, EVENT_ACCESS, a.site);
    *l->next++ = m.where | (uint64_t)size << ACCESS_SIZE | (a.shared ? ACCESS_SHARED : 0)
                 | (a.atomic ? ACCESS_ATOMIC : a.write ? ACCESS_STORE : 0)
                 | (a.is_volatile ? ACCESS_VOLATILE : 0)
                 | (m.owner && m.owner != w ? ACCESS_REMOTE | (uint64_t)m.owner->rank << RANK : 0);
}

#define CALLER __builtin_return_address(0), *(void **)__builtin_frame_address(0)

/* Is it a local variable, on the thread's own stack? */
#define ON_STACK(p) (((uintptr_t)(p) ^ (uintptr_t)__builtin_frame_address(0)) < STACK)

static inline __attribute__((always_inline)) void access_memory(const void *p, size_t size, int flags,
                                                                void *pc, void *frame)
{
    if (!cuda_cpu_lane) {
        if ((flags & WRITE) && cuda_cpu_self && !ON_STACK(p))
            region_write_unobserved(p, size);
        return;
    }
    if (cuda_cpu_self->inspected->skip_check) {         /* it was reported before it happened */
        observe_outside(cuda_cpu_self, p, (unsigned int)size);
        return;
    }
    if (ON_STACK(p))
        return;
    /* threadIdx, blockDim and the like */
    if ((size_t)((const char *)p - region_tls) < region_tls_size) {
        if ((size_t)((const char *)p - (const char *)&blockDim) < sizeof blockDim && !function_is_own(pc))
            kernel_asks_block(cuda_cpu_self);
        return;
    }
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
    void __tsan_unaligned_read##size(void *p) { access_memory(p, size, RANGE, CALLER); }          \
    void __tsan_unaligned_write##size(void *p) { access_memory(p, size, RANGE | WRITE, CALLER); } \
    void __tsan_unaligned_volatile_read##size(void *p)                                            \
    {                                                                                             \
        access_memory(p, size, RANGE | VOLATILE, CALLER);                                         \
    }                                                                                             \
    void __tsan_unaligned_volatile_write##size(void *p)                                           \
    {                                                                                             \
        access_memory(p, size, RANGE | WRITE | VOLATILE, CALLER);                                 \
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

/* A function begins: records where its caller is. */
void __tsan_func_entry(void *caller)
{
    struct lane *l = cuda_cpu_lane;
    void **of, *frame;
    const void *pc, *from;

    (void)caller;
    if (!l)
        return;
    of = *(void **)__builtin_frame_address(0);
    frame = of[0];
    pc = from = of[1];
    if (!kernel_is_named())
        name_kernel(__builtin_return_address(0), from);
    if (!cuda_cpu_lane)                 /* enough has been seen of this kernel */
        return;
    stream_leave_own(&frame, &pc);
    stream_put(l, frame, pc, EVENT_CALL, pc == from ? 0 : CALL_BY_OWN);
}

/* The first thread to reach a __shared__ variable takes a path of its own there. */
void observe_first_pass(void)
{
    struct lane *l = cuda_cpu_lane;

    if (l && l->next > l->first && (l->next[-1] & ((1 << WHERE) - 1)) == EVENT_BLOCK << KIND)
        site_note_first_pass(site_at((uint32_t)(l->next[-1] >> WHERE)));
}

/* Called by atomicAdd and the like, which are not instrumented. */
#define CALLER_OF_OWN(frame, pc)                                                                  \
    void *frame = *(void **)__builtin_frame_address(0);                                           \
    const void *pc = __builtin_return_address(0);                                                 \
    stream_leave_own(&frame, &pc)

_Static_assert(CUDA_CPU_RELEASES == RELEASES * (CUDA_CPU_SCOPE + 1) && CUDA_CPU_RELAXED == IS_RELAXED * (CUDA_CPU_SCOPE + 1)
                   && CUDA_CPU_STORES == ONLY_STORES * (CUDA_CPU_SCOPE + 1), "as in cells.h");

void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int how)
{
    CALLER_OF_OWN(frame, pc);
    access_memory((const void *)p, size, WRITE | ATOMIC | how * OF_DEVICE, (void *)pc, frame);
}

void observe_atomic(const void *p, unsigned int size, int store, void *pc, void *frame)
{
    access_memory(p, size, store ? WRITE | ATOMIC | (store > 1 ? CUDA_CPU_STORES * OF_DEVICE : 0) : VOLATILE, pc, frame);
}

void cuda_cpu_observe_load(const void *p, unsigned int size, int strength)
{
    CALLER_OF_OWN(frame, pc);
    access_memory(p, size, strength ? VOLATILE | (strength - 1) * OF_DEVICE : 0, (void *)pc, frame);
}

void cuda_cpu_observe_store(void *p, unsigned int size)
{
    CALLER_OF_OWN(frame, pc);
    access_memory(p, size, WRITE, (void *)pc, frame);
}

unsigned int cuda_cpu_observe_copy(void *to, unsigned int size, const void *from, unsigned int valid, uint64_t *barrier)
{
    CALLER_OF_OWN(frame, pc);
    int group = barrier ? 0 : OF_GROUP;

    if (!cuda_cpu_lane)
        return 0;
    copy_now = observe_small_copy(cuda_cpu_self, to, from, size, barrier, site_at(code_offset((void *)pc)));
    if (valid)
        access_memory(from, valid, OF_COPY | group, (void *)pc, frame);
    access_memory(to, size, WRITE | OF_COPY | group, (void *)pc, frame);
    return copy_now;
}

void cuda_cpu_observe_fence(int how)
{
    if (cuda_cpu_lane)
        clock_fence(cuda_cpu_self, how & CUDA_CPU_SCOPE, how / (CUDA_CPU_SCOPE + 1));
}

void cuda_cpu_observe_proxy_fence(void)
{
    if (cuda_cpu_lane)
        clock_proxy_fence(cuda_cpu_self);
}

void cuda_cpu_observe_await_grid(void)
{
    if (cuda_cpu_lane)
        cuda_cpu_self->inspected->awaited[cuda_cpu_self->current] = 1;
}

/* Each basic block begins with a call to __sanitizer_cov_trace_pc. On x86-64 that function is in trace.S,
 * and calls this one only if there is no room. */
_Static_assert(sizeof function_own_are_traced == 1 && offsetof(struct lane, next) == 0
                   && offsetof(struct lane, limit) == 8 && offsetof(struct lane, base) == 32 && WHERE == 20,
               "as in trace.S");
#if !defined(__x86_64__) || !defined(__ELF__)
#define cuda_cpu_trace_block __sanitizer_cov_trace_pc
#endif
void cuda_cpu_trace_block(void)
{
    struct lane *l = cuda_cpu_lane;
    const void *pc = __builtin_return_address(0);
    void **frame = *(void **)__builtin_frame_address(0);

    if (!l)
        return;
    if (!kernel_is_named())
        name_kernel(pc, frame[1]);
    if (!cuda_cpu_lane)
        return;
    if (!(function_own_are_traced && function_is_own(pc)))
        stream_put(l, frame, pc, EVENT_BLOCK, 0);
}
