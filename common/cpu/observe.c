/* observe.c: what an inspected program calls at each access to memory and in each basic block.
 *
 * The compiler puts these calls in for its race detector (ThreadSanitizer) and for its coverage
 * tools; here they are other functions of the same names. They do something only while a thread of
 * an observed block runs; host code passes through. Documentation of the calls: LLVM's
 * SanitizerCoverage page; for __tsan_* only gcc's and LLVM's sources (tsan_interface.h). */
#define _GNU_SOURCE
#include "inspect.h"
#include "inspect_counts.h"
#include "kernel_name.h"
#include "symbols.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1024, ROOM_STRIDE = ROOM + 40 };  /* words for a lane; apart in the cache */

__thread struct lane *cuda_cpu_lane;
extern const char __executable_start[];         /* from the linker */

/* ---- Blocks and lanes ---------------------------------------------------------------------- */

/* Of each launch the first blocks are observed: so many, and no further one after so many accesses.
 * What is chosen when nothing is asked for lets each lesson answer within two seconds. The last block,
 * where n may end in its middle, is looked at for mistakes of its own, but not counted. */
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

/* Steps since cuda_cpu_inspect_allow(): what was read of the lanes' streams, in words. */
static unsigned long long steps, steps_allowed = ~0ull;

void cuda_cpu_inspect_allow(unsigned long long most)
{
    steps = 0;
    steps_allowed = most ? most : ~0ull;
}

void observe_steps(unsigned long long more) { steps += more; }

/* Called where a lane that goes on and on comes by: when its room is full, and where it waits. */
static inline void check_steps(void)
{
    if (steps > steps_allowed)
        cuda_cpu_report_endless("it did not come to an end in %llu steps (basic blocks, accesses)", steps_allowed);
}

void inspect_begin_launch(const struct cuda_cpu_launch *launch)
{
    observe_steps(1000);
    if (steps > steps_allowed)
        cuda_cpu_report("endless-loop", "%s:%d: kernel %s is launched once more; it did not come to an end in "
                        "%llu steps (basic blocks, accesses)", cuda_cpu_last_launch.file,
                        cuda_cpu_last_launch.line, cuda_cpu_launched_kernel(launch), steps_allowed);
    if (!blocks_to_observe)
        blocks_to_observe = ask_blocks();
    accesses = 0;
    region_begin_launch();
    order_begin_launch();
    findings_begin_launch(launch);
}

void inspect_end_launch(void) { region_next_epoch(); }

void inspect_grid_sync(void) { region_next_epoch(); }

void inspect_begin_block(struct worker *w, uint64_t block)
{
    struct inspected *s = w->inspected;

    if (!s) {
        s = w->inspected = calloc(1, sizeof *s);
        if (!s)
            cuda_cpu_fail("inspect: no memory");
    }
    s->observed = block < blocks_to_observe && accesses < accesses_to_observe;
    s->is_alone = !s->observed && block == w->job->blocks - 1 && !w->job->launch->cooperative;
    s->block = block;
    s->observed |= s->is_alone;
    findings_begin_block(w);
    if (!s->observed)
        return;
    region_begin_block();
    order_begin_block(w);
    replay_begin_block(w);
}

/* The first function that a glue function calls is the kernel, unless it makes one of its arguments. */
static __attribute__((noinline)) void name_kernel(const void *pc, const void *caller)
{
    const struct symbol *from = cuda_cpu_function_at(caller), *s = cuda_cpu_function_at(pc);

    if (s && from && cuda_cpu_is_glue(from->name) && !cuda_cpu_is_glue(s->name) && !cuda_cpu_makes_argument(s->name))
        findings_name(cuda_cpu_self, s->name);
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

    check_steps();
    if (!s->room[t / LANES]) {
        take_room(s, t / LANES);
        return;
    }
    if (s->unsettled & WRITE_PENDING)   /* but an atomicCAS() may still follow a read */
        order_settle(w, NULL);
    findings_name_at_last(w);
    s->full[t / LANES] |= 1u << t % LANES;
    cuda_cpu_wait_for_room();
}

static inline void append(struct lane *l, void *frame, const void *pc, unsigned int kind, uint16_t site)
{
    *l->next++ = ((uint64_t)(uintptr_t)frame << 48) + l->base + ((uint64_t)(uintptr_t)pc << WHERE)
                 + (kind << KIND | site);
}

/* From the CPU device's own functions to where the program called them. */
static inline void leave_own(void **frame, const void **pc)
{
    while (symbols_is_own(*pc)) {
        *pc = (*(void ***)frame)[1];
        *frame = **(void ***)frame;
    }
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
    findings_name_at_last(w);
    order_settle(w, NULL);
    if (l->next >= l->limit)
        make_room(l);
    *l->next++ = 4095ull << 52 | 0xffffffffull << WHERE | EVENT_END << KIND;
    cuda_cpu_lane = NULL;               /* the engine names the next one */
}

void inspect_arrive(struct worker *w, int kind, unsigned int mask, const char *file, int line,
                    void *frame)
{
    struct lane *l = cuda_cpu_lane;
    const void *pc = ((void **)frame)[1];
    int is_warps = kind >= CUDA_CPU_SYNCWARP && kind < CUDA_CPU_KINDS;

    if (!w->inspected->observed || !l)
        return;
    check_steps();
    findings_name_at_last(w);
    order_settle(w, NULL);
    frame = *(void **)frame;
    leave_own(&frame, &pc);
    put(l, frame, pc, is_warps ? EVENT_SYNC : EVENT_BARRIER, observe_place(file, line));
    if (is_warps)
        *l->next++ = (uint64_t)kind << 32 | mask;
}

/* ---- Accesses ------------------------------------------------------------------------------ */

enum { WRITE = 1, VOLATILE = 2, ATOMIC = 4, RANGE = 8, NARROW = 16 };

static __attribute__((noinline)) void observe(const char *p, unsigned int size, int flags, void *pc,
                                              void *frame)
{
    struct worker *w = cuda_cpu_self;
    struct lane *l = cuda_cpu_lane;
    uint16_t site = observe_site(observe_text(pc));
    struct access a = { .address = p, .size = size, .site = site, .write = flags & WRITE,
                        .atomic = !!(flags & ATOMIC), .narrow = !!(flags & NARROW),
                        .is_volatile = !!(flags & VOLATILE), .range = !!(flags & RANGE) };
    struct region *region = NULL;
    uint64_t where = 0;
    uint16_t epoch;
    struct cell *cells;

    if (symbols_is_copier(site, pc)) {     /* it is the caller's access */
        void **of = frame;

        pc = of[1];
        frame = of[0];
        a.site = observe_site(observe_text(pc));
        if (symbols_is_glue(a.site, pc))        /* the arguments of the launch, on the host's stack */
            return;
    }
    accesses++;
    cells = region_cells(w, &a, &region, &where, &epoch);
    if (!cells)
        return;
    if (l->next >= l->limit)            /* now, because other threads run meanwhile */
        make_room(l);
    if (order_check(w, cells, epoch, &a)
        && !(region && region_host_wrote(region, p, size)))
        mistake_fresh(w, &a);
    append(l, frame, pc, EVENT_ACCESS, a.site);
    *l->next++ = where | (uint64_t)size << ACCESS_SIZE | (a.shared ? ACCESS_SHARED : 0)
                 | (a.atomic ? ACCESS_ATOMIC : a.write ? ACCESS_STORE : 0)
                 | (a.is_volatile ? ACCESS_VOLATILE : 0);
}

#define CALLER __builtin_return_address(0), *(void **)__builtin_frame_address(0)

static inline __attribute__((always_inline)) void access_memory(const void *p, size_t size, int flags,
                                                                void *pc, void *frame)
{
    if (!cuda_cpu_lane) {
        if ((flags & WRITE) && cuda_cpu_self)
            region_write_unobserved(p, size);
        return;
    }
    if (cuda_cpu_self->inspected->skip_check) {         /* it was reported before it came */
        cuda_cpu_self->inspected->skip_check = 0;
        return;
    }
    /* Local variables, on the thread's own stack; threadIdx, blockDim and the like. */
    if (((uintptr_t)p ^ (uintptr_t)__builtin_frame_address(0)) < STACK
        || (size_t)((const char *)p - region_tls) < region_tls_size)
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

/* A function begins: where has its caller got to? */
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
    if (!findings_is_named())
        name_kernel(__builtin_return_address(0), from);
    leave_own(&frame, &pc);
    put(l, frame, pc, EVENT_CALL, pc == from ? 0 : CALL_BY_OWN);
}

/* A thread that is the first to come to a __shared__ variable has its own way to go there. */
void inspect_first_pass(void)
{
    struct lane *l = cuda_cpu_lane;

    if (l && l->next > l->first && (l->next[-1] & ((1 << WHERE) - 1)) == EVENT_BLOCK << KIND)
        observe_first_pass(observe_site((uint32_t)(l->next[-1] >> WHERE)));
}

/* From atomicAdd and the like, which are not instrumented themselves. */
#define CALLER_OF_OWN(frame, pc)                                                                  \
    void *frame = *(void **)__builtin_frame_address(0);                                           \
    const void *pc = __builtin_return_address(0);                                                 \
    leave_own(&frame, &pc)

void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int in_block)
{
    CALLER_OF_OWN(frame, pc);
    access_memory((const void *)p, size, WRITE | ATOMIC | (in_block ? NARROW : 0), (void *)pc, frame);
}

void observe_atomic(const void *p, unsigned int size, int store, void *pc, void *frame)
{
    access_memory(p, size, store ? WRITE | ATOMIC : VOLATILE, pc, frame);
}

void cuda_cpu_observe_load(const void *p, unsigned int size, int is_volatile)
{
    CALLER_OF_OWN(frame, pc);
    access_memory(p, size, is_volatile ? VOLATILE : 0, (void *)pc, frame);
}

void cuda_cpu_observe_store(void *p, unsigned int size)
{
    CALLER_OF_OWN(frame, pc);
    access_memory(p, size, WRITE, (void *)pc, frame);
}

void cuda_cpu_observe_fence(int whole_device)
{
    if (cuda_cpu_lane)
        order_fence(cuda_cpu_self, whole_device);
}

/* Each basic block begins with a call to __sanitizer_cov_trace_pc. On x86-64 that one is in switch.S
 * and comes here only when there is no room. */
_Static_assert(sizeof symbols_own_are_traced == 1 && offsetof(struct lane, next) == 0
                   && offsetof(struct lane, limit) == 8 && offsetof(struct lane, base) == 32 && WHERE == 20,
               "as in switch.S");
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
    if (!findings_is_named())
        name_kernel(pc, frame[1]);
    if (!(symbols_own_are_traced && symbols_is_own(pc)))
        put(l, frame, pc, EVENT_BLOCK, 0);
}
