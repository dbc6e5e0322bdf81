/* engine.c: runs CUDA kernels on the processor.
 *
 * Every CUDA thread of a block runs on a stack of its own (a fiber) and keeps the processor until
 * it has to wait: at a barrier, in a warp operation, or when it ends. Then the next lane that can
 * run goes on, found in bitmaps: one word of lanes for each warp, one word of warps for the block.
 * A block stays on one OS thread (a worker), so __shared__ variables are thread-local ones; the
 * blocks of a grid are handed out in order to the workers. In a cooperative launch every block
 * has a worker of its own, because all of them must be able to wait for each other.
 *
 * A fiber belongs to no particular thread: when a thread ends, its fiber begins the next one that
 * has not started. A kernel that never waits therefore runs as a plain loop on one stack. */
#define _GNU_SOURCE
#include "inspect.h"

#include <sched.h>

__thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;
const int warpSize = LANES;
__thread char *cuda_cpu_dynamic_shared;
__thread int cuda_cpu_patience = PATIENCE;
__thread struct cuda_cpu_launch_place cuda_cpu_launch_place;
__thread struct worker *cuda_cpu_self;

/* ---- Lanes and fibers ---------------------------------------------------------------------- */

static inline void become(struct worker *w, unsigned int t)
{
    w->current = t;
    threadIdx = w->index[t];
    inspect_become(w, t);
}

/* Takes an idle fiber for lane t, which has not begun. */
static inline void *fresh_stack(struct worker *w, unsigned int t)
{
    w->fresh[t / LANES] &= ~(1u << t % LANES);
    if (--w->idles < w->fewest_idle)
        w->fewest_idle = w->idles;
    if (w->idles)
        __builtin_prefetch(w->idle[w->idles - 1]);
    return w->idle[w->idles];
}

/* Leaves lane t for lane `next`; returns, when t goes on, what its operation gave. A tail call,
 * like those of wait_here and its callers: a lane that waits then occupies one or two cache lines
 * of its stack, and the lines of the lane after next can be fetched ahead. */
static inline uint64_t go_on(struct worker *w, unsigned int t, unsigned int next)
{
    become(w, next);
    if (w->fresh[next / LANES] >> next % LANES & 1)
        return cuda_cpu_switch(&w->stack[t], fresh_stack(w, next), 0);
    __builtin_prefetch(w->stack[(next + 1) % THREADS]);
    return cuda_cpu_switch(&w->stack[t], w->stack[next], w->out[next]);
}

static inline void make_ready(struct worker *w, unsigned int warp, unsigned int lanes)
{
    w->ready[warp] |= lanes;
    w->warps |= 1u << warp;
}

/* Which of two parked lanes is probably behind the other (< 0: the first): the one in more calls,
 * else on the lower line of the file. 0 only if they came by the same calls. */
static int compare_sites(const struct worker *w, unsigned int a, unsigned int b)
{
    const struct call_path *x = &w->site[a], *y = &w->site[b];

    if (x->depth != y->depth)
        return x->depth > y->depth ? -1 : 1;
    if (w->waiting[a].line != w->waiting[b].line)
        return w->waiting[a].line < w->waiting[b].line ? -1 : 1;
    for (unsigned int i = 0; i < x->depth; i++)
        if (x->address[i] != y->address[i])
            return x->address[i] < y->address[i] ? -1 : 1;
    return 0;
}

/* Releases from __activemask those lanes of the warp that are furthest behind, together. */
static __attribute__((noinline)) void release_parked(struct worker *w, unsigned int warp)
{
    unsigned int first = warp * LANES, behind = __builtin_ctz(w->parked[warp]), group = 0;

    for (unsigned int m = w->parked[warp]; m; m &= m - 1) {
        unsigned int lane = __builtin_ctz(m);
        int order = compare_sites(w, first + lane, first + behind);

        if (order < 0) {
            behind = lane;
            group = 0;
        }
        if (order <= 0)
            group |= 1u << lane;
    }
    for (unsigned int m = group; m; m &= m - 1)
        w->out[first + __builtin_ctz(m)] = group;
    w->parked[warp] &= ~group;
    make_ready(w, warp, group);
}

/* The next lane that can run, or -1: the next one of this warp, else of the warps that follow. */
static inline int next_lane(struct worker *w)
{
    unsigned int warp = w->current / LANES, above = ~1u << w->current % LANES;

    for (;;) {
        unsigned int ready = w->ready[warp];

        if (ready && --w->turns) {
            unsigned int later = ready & above;
            return warp * LANES + __builtin_ctz(later ? later : ready);
        }
        if (!ready && w->parked[warp]) {
            release_parked(w, warp);
            continue;
        }
        if (IS_INSPECTED && !ready) {
            inspect_drain(w, warp);
            if (w->ready[warp])
                continue;
        }
        if (!ready)
            w->warps &= ~(1u << warp);
        if (!w->warps)
            return -1;
        w->turns = TURNS;
        unsigned int later = w->warps & (~1u << warp);
        warp = __builtin_ctz(later ? later : w->warps);
        above = 0;
    }
}

/* Lets other lanes run until somebody makes the current one ready. */
static inline uint64_t wait_here(struct worker *w, unsigned int kind, unsigned int mask,
                                 const char *file, int line)
{
    unsigned int t = w->current;
    int next;

    w->waiting[t] = (struct waiting){ file, (unsigned int)line, kind, mask };
    w->ready[t / LANES] &= ~(1u << t % LANES);
    next = next_lane(w);
    if (next < 0)
        cuda_cpu_report_deadlock(w);
    if ((unsigned int)next == t)
        return w->out[t];
    return go_on(w, t, (unsigned int)next);
}

/* In an inspected cooperative launch: lets the next worker run its block that can. The job's lock is
 * held. */
static void pass_turn(struct job *job, struct worker *w)
{
    for (unsigned int i = 1; i <= job->workers; i++) {
        const struct worker *next = cuda_cpu_worker((w->number + i) % job->workers);

        if (next->job == job && !next->in_grid_sync && !next->has_ended) {
            job->turn = next->number;
            break;
        }
    }
    pthread_cond_broadcast(&job->met);
}

/* Until the others have let this one run. The job's lock is held. */
static void wait_for_turn(struct job *job, const struct worker *w)
{
    while (job->turn != w->number)
        pthread_cond_wait(&job->met, &job->lock);
}

static __attribute__((noinline)) void let_others_run(struct worker *w)
{
    pthread_mutex_lock(&w->job->lock);
    pass_turn(w->job, w);
    wait_for_turn(w->job, w);
    pthread_mutex_unlock(&w->job->lock);
}

#ifdef CUDA_CPU_INSPECT
void cuda_cpu_wait_for_room(void)
{
    struct worker *w = cuda_cpu_self;

    if (w->job->one_at_a_time)
        let_others_run(w);
    wait_here(w, ROOM_FULL, 0, "", 0);
}
#endif

void cuda_cpu_yield(void)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t, warp, above, next;

    cuda_cpu_patience = PATIENCE;
    if (!w)
        return;
    t = w->current;
    warp = t / LANES;
    above = ~1u << t % LANES;
    w->polling[warp] |= 1u << t % LANES;
    if (w->parked[warp] && !(w->ready[warp] & ~w->polling[warp])) {
        release_parked(w, warp);        /* they may be what this lane waits for */
        w->polling[warp] = 0;
    }
    if (w->ready[warp] & above) {
        next = warp * LANES + __builtin_ctz(w->ready[warp] & above);
    } else {
        do {                            /* every lane gets its turn, in order */
            warp = (warp + 1) % WARPS;
        } while (!w->ready[warp]);
        next = warp * LANES + __builtin_ctz(w->ready[warp]);
    }
    if (w->job->one_at_a_time && ++w->polls % 64 == 0)
        let_others_run(w);              /* perhaps it waits for another block */
    if (next == t) {
        sched_yield();
        return;
    }
    go_on(w, t, next);
}

/* ---- Barriers ------------------------------------------------------------------------------ */

/* Waits for the other blocks of a cooperative grid. */
static void meet_grid(struct worker *w)
{
    struct job *job = w->job;
    unsigned int generation;

    pthread_mutex_lock(&job->lock);
    generation = job->generation;
    w->in_grid_sync = 1;
    job->place = w->place;
    if (++job->waiting == job->blocks) {
        job->waiting = 0;
        job->generation++;
        inspect_grid_sync();
        for (unsigned int i = 0; i < job->workers; i++)
            cuda_cpu_worker(i)->in_grid_sync = 0;
        pthread_cond_broadcast(&job->met);
    } else if (job->waiting + job->ended == job->blocks) {
        cuda_cpu_report_grid_deadlock(job);
    }
    if (job->one_at_a_time)
        pass_turn(job, w);
    while (job->generation == generation)
        pthread_cond_wait(&job->met, &job->lock);
    if (job->one_at_a_time)
        wait_for_turn(job, w);
    pthread_mutex_unlock(&job->lock);
}

/* All live threads of the block have arrived; returns what they get. */
static uint64_t open_barrier(struct worker *w)
{
    uint64_t result = w->kind == CUDA_CPU_AND ? w->votes == w->arrived
                    : w->kind == CUDA_CPU_OR ? w->votes != 0 : w->votes;

    inspect_barrier(w);
    w->progress++;
    if (w->kind == CUDA_CPU_GRID)
        meet_grid(w);
    if (w->kind != CUDA_CPU_BARRIER)
        for (unsigned int t = 0; t < w->threads; t++)
            w->out[t] = result;
    w->arrived = w->votes = 0;
    for (unsigned int i = 0; i * LANES < w->threads; i++)
        if (w->live[i])
            make_ready(w, i, w->live[i]);
    return result;
}

static __attribute__((noinline, noreturn)) void refuse_barrier(struct worker *w, int kind,
                                                              const char *file, int line)
{
    if (!w)
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, cuda_cpu_kind_name[kind]);
    if (w->arrived && w->kind != kind)
        cuda_cpu_report("deadlock", "%s:%d: %s, but %u threads of the block wait in %s", file, line,
                        cuda_cpu_kind_name[kind], w->arrived, cuda_cpu_kind_name[w->kind]);
    cuda_cpu_report("grid-sync", "%s:%d: grid.sync() needs a cooperative launch "
                    "(cudaLaunchCooperativeKernel)", file, line);
}

static inline uint64_t barrier(int kind, int predicate, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;

    if (w)
        inspect_arrive(w, kind, 0, file, line, __builtin_frame_address(0));
    if (!w || (w->arrived && w->kind != kind)
        || (kind == CUDA_CPU_GRID && !w->job->launch->cooperative))
        refuse_barrier(w, kind, file, line);
    if (kind == CUDA_CPU_GRID)
        w->place = (struct waiting){ file, (unsigned int)line, kind, 0 };
    w->kind = kind;
    w->votes += predicate != 0;
    if (++w->arrived == w->alive) {
        if (IS_INSPECTED)
            w->waiting[w->current] = (struct waiting){ file, (unsigned int)line, kind, 0 };
        return open_barrier(w);
    }
    return wait_here(w, kind, 0, file, line);
}

uint64_t cuda_cpu_syncthreads(const char *file, int line)
{
    return barrier(CUDA_CPU_BARRIER, 0, file, line);
}

uint64_t cuda_cpu_barrier(int kind, int predicate, const char *file, int line)
{
    return barrier(kind, predicate, file, line);
}

/* Opens the barrier of a tile above a warp when all its live threads are there. */
static int check_tile(struct worker *w, unsigned int first, unsigned int size)
{
    unsigned short *arrived = &w->tile[__builtin_ctz(size) - 6][first / size];
    unsigned int alive = 0;

    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        alive += __builtin_popcount(w->live[i]);
    if (!*arrived || *arrived != alive)
        return 0;
    inspect_tile(w, first, size);
    for (unsigned int i = first / LANES; i < (first + size) / LANES; i++)
        if (w->live[i])
            make_ready(w, i, w->live[i]);
    w->progress++;
    w->in_tiles -= alive;
    *arrived = 0;
    return 1;
}

uint64_t cuda_cpu_tile_barrier(unsigned int first, unsigned int size, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;

    inspect_arrive(w, TILE, 0, file, line, __builtin_frame_address(0));
    w->tile[__builtin_ctz(size) - 6][first / size]++;
    w->in_tiles++;
    return check_tile(w, first, size) ? 0 : wait_here(w, TILE, 0, file, line);
}

/* ---- Warp operations ----------------------------------------------------------------------- */

/* Gives to each of `lanes` the value of the lane that its shuffle names; past the end of its
 * segment of `width` lanes it keeps its own. */
static inline __attribute__((always_inline)) void shuffle(struct worker *w, uint64_t *out,
                                                          unsigned int first, int kind,
                                                          unsigned int lanes)
{
    const uint64_t *in = &w->in[first];

    for (unsigned int m = lanes; m; m &= m - 1) {
        unsigned int lane = __builtin_ctz(m), from = w->from[first + lane];
        unsigned int width = w->width[first + lane], start = lane & (0u - width);
        unsigned int end = start + width - 1, s;

        switch (kind) {
        case CUDA_CPU_SHFL: s = start + (from & (width - 1)); break;
        case CUDA_CPU_SHFL_UP: s = from > lane - start ? lane : lane - from; break;
        case CUDA_CPU_SHFL_DOWN: s = from > end - lane ? lane : lane + from; break;
        default: s = (lane ^ from) > end ? lane : lane ^ from;
        }
        out[lane] = lanes >> s & 1 ? in[s] : POISON;
        /* In a sum by shuffles down, what lanes above the lowest get may not be used. */
        if (IS_INSPECTED && !(lanes >> s & 1)
            && (kind != CUDA_CPU_SHFL_DOWN || !(lanes & ((1u << lane) - (1u << start)))))
            inspect_absent(w, first + lane, s);
    }
}

/* All live lanes of the mask are there: computes what each of them gets. */
static inline void compute(struct worker *w, unsigned int warp, int kind, unsigned int lanes)
{
    const uint64_t *in = &w->in[warp * LANES];
    uint64_t *out = &w->out[warp * LANES], all;
    unsigned int m, first = __builtin_ctz(lanes);

    switch (kind) {
    case CUDA_CPU_SYNCWARP:
        return;
    case CUDA_CPU_SHFL: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL, lanes); return;
    case CUDA_CPU_SHFL_UP: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_UP, lanes); return;
    case CUDA_CPU_SHFL_DOWN: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_DOWN, lanes); return;
    case CUDA_CPU_SHFL_XOR: shuffle(w, out, warp * LANES, CUDA_CPU_SHFL_XOR, lanes); return;
    case CUDA_CPU_MATCH_ANY:
        for (m = lanes; m; m &= m - 1) {
            unsigned int lane = __builtin_ctz(m), same = 0;
            for (unsigned int o = lanes; o; o &= o - 1)
                if (in[__builtin_ctz(o)] == in[lane])
                    same |= 1u << __builtin_ctz(o);
            out[lane] = same;
        }
        return;
    case CUDA_CPU_MATCH_ALL: case CUDA_CPU_BALLOT: case CUDA_CPU_ALL:
        all = 0;
        for (m = lanes; m; m &= m - 1)
            if (kind == CUDA_CPU_MATCH_ALL ? in[__builtin_ctz(m)] == in[first]
                                           : in[__builtin_ctz(m)] != 0)
                all |= m & -m;
        if (kind != CUDA_CPU_BALLOT)
            all = all == lanes ? lanes : 0;
        break;
    default:
        all = in[first];
        for (m = lanes & (lanes - 1); m; m &= m - 1) {
            uint32_t a = (uint32_t)all, b = (uint32_t)in[__builtin_ctz(m)];
            switch (kind) {
            case CUDA_CPU_ADD: all = a + b; break;
            case CUDA_CPU_MIN_S: all = (int32_t)a < (int32_t)b ? a : b; break;
            case CUDA_CPU_MAX_S: all = (int32_t)a > (int32_t)b ? a : b; break;
            case CUDA_CPU_MIN_U: all = a < b ? a : b; break;
            case CUDA_CPU_MAX_U: all = a > b ? a : b; break;
            case CUDA_CPU_BITAND: all = a & b; break;
            case CUDA_CPU_BITOR: all = a | b; break;
            default: all = a ^ b;
            }
        }
    }
    for (m = lanes; m; m &= m - 1)
        out[__builtin_ctz(m)] = all;
}

/* All live lanes of meeting i of the warp are there. Returns what the current lane gets. */
static __attribute__((noinline)) uint64_t end_meeting(struct worker *w, unsigned int warp,
                                                      unsigned int i)
{
    struct warp *p = &w->warp[warp];

    p->pending &= ~(1u << i);
    if (p->meeting[i].arrived) {
        w->progress++;
        inspect_meeting(w, warp, p->meeting[i].kind, p->meeting[i].arrived);
        compute(w, warp, p->meeting[i].kind, p->meeting[i].arrived);
        make_ready(w, warp, p->meeting[i].arrived);
    }
    return w->out[w->current];
}

/* The meeting of the lanes of this mask; a new one if nobody is there yet. */
static __attribute__((noinline)) unsigned int find_meeting(struct warp *p, int kind,
                                                           unsigned int mask)
{
    unsigned int i;

    for (unsigned int m = p->pending; m; m &= m - 1)
        if (p->meeting[__builtin_ctz(m)].mask == mask)
            return __builtin_ctz(m);
    i = __builtin_ctz(~p->pending);
    p->pending |= 1u << i;
    p->meeting[i] = (struct meeting){ mask, 0, kind };
    return i;
}

static __attribute__((noinline, noreturn)) void refuse_warp(int kind, unsigned int mask,
                                                           int other, const char *file, int line)
{
    if (!cuda_cpu_self)
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, cuda_cpu_kind_name[kind]);
    if (!other)
        cuda_cpu_report("deadlock", "%s:%d: %s with mask 0x%08x, which does not name the calling lane %u",
                        file, line, cuda_cpu_kind_name[kind], mask, cuda_cpu_self->current % LANES);
    cuda_cpu_report("deadlock", "%s:%d: %s, but other lanes of mask 0x%08x wait in %s",
                    file, line, cuda_cpu_kind_name[kind], mask, cuda_cpu_kind_name[other]);
}

uint64_t cuda_cpu_warp(int kind, unsigned int mask, uint64_t value, unsigned int from_width,
                       const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t, warp, i;
    struct warp *p;

    if (!w || !(mask >> w->current % LANES & 1))
        refuse_warp(kind, mask, 0, file, line);
    inspect_arrive(w, kind, mask, file, line, __builtin_frame_address(0));
    t = w->current;
    warp = t / LANES;
    p = &w->warp[warp];
    if (IS_INSPECTED)
        w->waiting[t] = (struct waiting){ file, (unsigned int)line, kind, mask };
    w->in[t] = value;
    w->from[t] = (unsigned char)(from_width >> 8);
    w->width[t] = (unsigned char)from_width;
    i = p->pending == 1 && p->meeting[0].mask == mask ? 0 : find_meeting(p, kind, mask);
    if (p->meeting[i].kind != kind)
        refuse_warp(kind, mask, p->meeting[i].kind, file, line);
    p->meeting[i].arrived |= 1u << t % LANES;
    if (p->meeting[i].arrived == (mask & w->live[warp]))
        return end_meeting(w, warp, i);
    return wait_here(w, kind, mask, file, line);
}

/* Lanes are taken together when they came by the same calls: not when they called one function
 * from two branches. The addresses are found through the frame pointers that cpucc asks for. */
uint64_t cuda_cpu_activemask(const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t = w->current, depth = 0;
    void **frame = __builtin_frame_address(0);

    for (; frame && depth < 12; frame = frame[0])
        w->site[t].address[depth++] = (uintptr_t)frame[1];
    w->site[t].depth = frame ? depth : depth - 2;      /* without this file's run_lane and fiber */
    w->parked[t / LANES] |= 1u << t % LANES;
    return wait_here(w, PARKED, 0, file, line);
}

/* ---- Blocks -------------------------------------------------------------------------------- */

/* Sets up the next block of the grid; 0 when there is none. */
static int begin_block(struct worker *w)
{
    struct job *job = w->job;
    const struct cuda_cpu_launch *l = job->launch;
    uint64_t b = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED);

    if (b >= job->blocks)
        return 0;
    blockIdx.x = b % l->grid[0];
    blockIdx.y = b / l->grid[0] % l->grid[1];
    blockIdx.z = b / l->grid[0] / l->grid[1];
    inspect_begin_block(w, b);
    cuda_cpu_fresh_shared();
    w->alive = w->threads;
    w->arrived = w->votes = 0;
    w->turns = TURNS;
    for (unsigned int i = 0; i * LANES < w->threads; i++) {
        unsigned int left = w->threads - i * LANES;

        w->live[i] = w->ready[i] = w->fresh[i] = left < LANES ? (1u << left) - 1 : ~0u;
        w->warps |= 1u << i;
    }
    return 1;
}

/* The current lane has ended; returns the next one to run, or -1 when the worker is done. */
static int end_lane(struct worker *w)
{
    unsigned int t = w->current, warp = t / LANES;
    int next;

    inspect_end_lane(w, t);
    w->live[warp] &= ~(1u << t % LANES);
    w->ready[warp] &= ~(1u << t % LANES);
    w->progress++;
    w->alive--;
    for (unsigned int m = w->warp[warp].pending; m; m &= m - 1) {
        const struct meeting *meeting = &w->warp[warp].meeting[__builtin_ctz(m)];

        if (meeting->arrived == (meeting->mask & w->live[warp]))
            end_meeting(w, warp, __builtin_ctz(m));
    }
    for (unsigned int size = 64; w->in_tiles && size <= THREADS; size *= 2)
        check_tile(w, t & ~(size - 1), size);
    if (w->arrived && w->arrived == w->alive)
        open_barrier(w);
    next = next_lane(w);
    if (next >= 0)
        return next;
    if (w->alive)
        cuda_cpu_report_deadlock(w);
    inspect_end_block(w);
    if (w->job->launch->cooperative) {
        struct job *job = w->job;

        pthread_mutex_lock(&job->lock);
        job->ended++;
        if (job->waiting && job->waiting + job->ended == job->blocks)
            cuda_cpu_report_grid_deadlock(job);
        w->has_ended = 1;
        if (job->one_at_a_time)
            pass_turn(job, w);
        pthread_mutex_unlock(&job->lock);
        return -1;
    }
    return begin_block(w) ? 0 : -1;
}

/* Runs the current lane to its end, then begins the next one on this fiber (returns NULL) or
 * returns the stack to go to. Not inlined: fibers of the first worker may go on in another host
 * thread, where the addresses of thread-local variables are others. */
static __attribute__((noinline)) void *run_lane(void)
{
    struct worker *w = cuda_cpu_self;
    int next;

    inspect_begin_lane(w, __builtin_frame_address(0));
    w->job->launch->run(w->job->launch->arguments);
    next = end_lane(w);
    if (next < 0)
        return w->home;
    become(w, next);
    __builtin_prefetch(w->stack[(next + 1) % THREADS]);
    if (!(w->fresh[next / LANES] >> next % LANES & 1))
        return w->stack[next];
    w->fresh[next / LANES] &= ~(1u << next % LANES);
    return NULL;
}

static __attribute__((noinline)) void leave_fiber(void *to)
{
    struct worker *w = cuda_cpu_self;

    cuda_cpu_switch(&w->idle[w->idles++], to, w->out[w->current]);
}

void cuda_cpu_fiber(void)
{
    for (;;) {
        void *to = run_lane();

        if (to)
            leave_fiber(to);
    }
}

/* Runs blocks of the worker's job until none is left. */
void cuda_cpu_run_blocks(struct worker *w)
{
    if (w->job->one_at_a_time) {
        pthread_mutex_lock(&w->job->lock);
        wait_for_turn(w->job, w);
        pthread_mutex_unlock(&w->job->lock);
    }
    if (!begin_block(w))
        return;
    cuda_cpu_self = w;
    become(w, 0);
    cuda_cpu_switch(&w->home, fresh_stack(w, 0), 0);
    cuda_cpu_check_stacks(w);
    cuda_cpu_self = NULL;
}

int cuda_cpu_is_cooperative(void)
{
    return cuda_cpu_self && cuda_cpu_self->job->launch->cooperative;
}
