/* replay.c: brings the lanes of a warp together as a GPU does, and counts the warp's memory requests.
 *
 * The engine runs one lane after another, each until it has to wait, and the inspector records a lane's
 * actions in its stream. When no lane of the warp can continue, this file reads their streams in lockstep:
 * the lanes that are furthest behind (see the key in inspected.h) run together, as one warp-wide request,
 * and the others wait for them. A branch is divergent if it sends them different ways. */
#define _GNU_SOURCE
#include "replay.h"

#include "../findings/allowance.h"
#include "../findings/footprint.h"
#include "../findings/kernels.h"
#include "../findings/steps.h"
#include "../findings/trace.h"
#include "../program/code.h"
#include "../program/sites.h"
#include "requests.h"

#include <string.h>

void replay_begin_block(struct worker *w)
{
    struct inspected *s = w->inspected;

    memset(s->ended, 0, sizeof s->ended);
    memset(s->full, 0, sizeof s->full);
    memset(s->barriers, 0, sizeof s->barriers);
    memset(s->syncs, 0, sizeof s->syncs);
    memset(s->together, 0, sizeof s->together);
    memset(s->calls, 0, sizeof s->calls);
    memset(s->calling, 0, sizeof s->calling);
    memset(s->deepest_call, 255, sizeof s->deepest_call);
}

static inline unsigned int kind_of(uint64_t key) { return key >> KIND & 15; }

static inline unsigned int words_of(uint64_t key)
{
    return kind_of(key) == EVENT_ACCESS || kind_of(key) == EVENT_SYNC ? 2 : 1;
}

/* ---- Counting ------------------------------------------------------------------------------ */

/* A request for shared memory of other blocks: a pass through each block's banks. */
static void count_remote(uint64_t *counts, const uint64_t *data, unsigned int lanes)
{
    uint64_t d = data[__builtin_ctz(lanes)];
    uint64_t *c = &counts[d & ACCESS_ATOMIC ? REMOTE_ATOMIC : d & ACCESS_STORE ? REMOTE_STORE : REMOTE_LOAD];
    unsigned int excess = 0, conflicts = 0;

    c[0]++;
    c[d & ACCESS_ATOMIC ? 1 : 2] += (unsigned int)__builtin_popcount(lanes);
    while (lanes && !(d & ACCESS_ATOMIC)) {
        unsigned int same = 0;

        for (unsigned int m = lanes; m; m &= m - 1)
            if (!((data[__builtin_ctz(m)] ^ data[__builtin_ctz(lanes)]) & ACCESS_RANK))
                same |= m & -m;
        c[1] += count_wavefronts(data, same, d >> ACCESS_SIZE & 31, &excess, &conflicts);
        lanes &= ~same;
    }
}

/* Counts one request: lanes that make the same kind of access at one place in the program. Returns the lanes with a
 * bank conflict. */
static unsigned int count_request(struct worker *w, unsigned int warp, uint16_t site, const uint64_t *data,
                          unsigned int lanes)
{
    uint64_t d = data[__builtin_ctz(lanes)], *counts = kernel_counts(w, site);
    unsigned int active = (unsigned int)__builtin_popcount(lanes), excess = 0, conflicts = 0;

    if (d & ACCESS_REMOTE) {
        if (counts)
            count_remote(counts, data, lanes);
    } else if (d & ACCESS_SHARED) {
        unsigned int wavefronts = count_wavefronts(data, lanes, d >> ACCESS_SIZE & 31, &excess,
                                                   &conflicts);

        if (counts && (d & ACCESS_ATOMIC)) {
            counts[SHARED_ATOMIC]++;
            counts[SHARED_ATOMIC + 1] += active;
        } else if (counts) {
            uint64_t *c = &counts[d & ACCESS_STORE ? SHARED_STORE : SHARED_LOAD];

            c[0]++;
            c[1] += wavefronts;
            c[2] += excess;
            c[3] += active;
        }
    } else if (counts && footprint_path()) {
        footprint_add(kernel_now(), data, lanes);
    }
    if (d & (ACCESS_REMOTE | ACCESS_SHARED)) {
        /* counted above */
    } else if (counts && (d & ACCESS_ATOMIC)) {
        counts[GLOBAL_ATOMIC]++;
        counts[GLOBAL_ATOMIC + 1] += active;
    } else if (counts) {
        uint64_t *c = &counts[d & ACCESS_STORE ? GLOBAL_STORE : GLOBAL_LOAD];

        c[0]++;
        c[1] += count_sectors(data, lanes);
        c[2] += active;
        counts[d & ACCESS_STORE ? GLOBAL_STORE_BYTES : GLOBAL_LOAD_BYTES] +=
            active * (d >> ACCESS_SIZE & 31);
    }
    steps_add(w, warp, site, data, lanes, conflicts);
    return conflicts;
}

/* ---- Lockstep ------------------------------------------------------------------------------ */

/* The lanes of a warp while their streams are read. */
struct view {
    struct worker *w;
    unsigned int warp, live;            /* live: not ended */
    unsigned int blocked;               /* waiting in a barrier or a warp operation */
    unsigned int starved;               /* must first run on, to show where they go: their room was full, ... */
    unsigned int held;                  /* ... or they wait for an mbarrier, as others of the warp may do next */
    unsigned int eligible;              /* take part now */
    uint64_t where[LANES];              /* key >> WHERE, of eligible lanes */
    const uint64_t *at[LANES], *end[LANES];
};

#define NOWHERE (~0ull)

/* Keeps a step of these lanes for the player. */
static void trace(const struct view *v, int kind, uint16_t site, unsigned int lanes, unsigned int conflicts, int has_values)
{
    if (trace_worker == v->w)
        trace_step(v->w, (struct trace_step){ .kind = kind, .warp = v->warp, .site = site, .active = lanes,
                                              .conflicts = conflicts, .waiting = v->blocked, .live = v->live },
                   has_values);
}

static inline void before_trace(const struct view *v, uint16_t site)
{
    if (trace_worker == v->w)
        trace_before(v->w, site);
}

/* Have these lanes just loaded the same, with only loads since? Then they have it in registers. (g++ loads
 * an index several times: s[in[i]] += 1.) */
static int is_loaded(struct view *v, unsigned int lanes, const uint64_t *data)
{
    struct inspected *s = v->w->inspected;
    unsigned int first = (unsigned int)__builtin_ctz(lanes), i, n = s->loads.count;

    if (n && s->loads.lanes != lanes)
        n = s->loads.count = 0;
    if (data[first] & (ACCESS_STORE | ACCESS_ATOMIC | ACCESS_VOLATILE)) {
        s->loads.count = 0;
        return 0;
    }
    for (i = 0; i < n; i++) {
        unsigned int m = lanes;

        while (m && s->loads.data[i][__builtin_ctz(m)] == data[__builtin_ctz(m)])
            m &= m - 1;
        if (!m)
            return 1;
    }
    if (n < sizeof s->loads.data / sizeof *s->loads.data) {
        memcpy(s->loads.data[n], data, sizeof s->loads.data[n]);
        s->loads.lanes = lanes;
        s->loads.count++;
    }
    return 0;
}

static void run_access(struct view *v, unsigned int lanes)
{
    const uint64_t what = ~(ACCESS_ADDRESS | ACCESS_RANK);
    uint64_t data[LANES];

    for (unsigned int m = lanes; m; m &= m - 1)
        data[__builtin_ctz(m)] = v->at[__builtin_ctz(m)][1];
    if (trace_worker == v->w)
        trace_take(v->w, v->warp, lanes);
    while (lanes) {                     /* usually once: all lanes do the same */
        unsigned int first = (unsigned int)__builtin_ctz(lanes), same = 0;

        for (unsigned int m = lanes; m; m &= m - 1)
            if (((data[__builtin_ctz(m)] ^ data[first]) & what) == 0)
                same |= m & -m;
        if (!is_loaded(v, same, data)) {
            uint16_t site = (uint16_t)*v->at[first];
            unsigned int conflicts;

            before_trace(v, site);
            conflicts = count_request(v->w, v->warp, site, data, same);
            trace(v, data[first] & ACCESS_ATOMIC ? TRACE_ATOMIC : data[first] & ACCESS_STORE ? TRACE_STORE : TRACE_LOAD,
                  site, same, conflicts, 1);
        }
        lanes &= ~same;
    }
}

enum {                                  /* bytes of a call instruction */
#if defined(__x86_64__)
    CALL = 5
#else
    CALL = 4
#endif
};

/* ---- Branches ------------------------------------------------------------------------------ */

static inline uint32_t frame_of(uint64_t where) { return (uint32_t)(where >> (FRAME - WHERE)); }

/* These lanes' functions in this frame, and in deeper ones, have no more calls in progress. */
static void end_calls(struct inspected *s, unsigned int warp, unsigned int lanes, uint64_t where)
{
    uint32_t deepest = ~0u;

    for (unsigned int m = s->calling[warp]; m; m &= m - 1) {
        unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m), calls = s->calls[t];

        while ((lanes & m & -m) && calls && frame_of(s->call[t][calls - 1]) <= frame_of(where))
            calls--;
        s->calls[t] = (unsigned char)calls;
        if (!calls)
            s->calling[warp] &= ~(m & -m);
        else if (frame_of(s->call[t][calls - 1]) < deepest)
            deepest = frame_of(s->call[t][calls - 1]);
    }
    s->deepest_call[warp] = deepest;
}

static void begin_call(struct inspected *s, unsigned int warp, unsigned int lanes, uint64_t where)
{
    end_calls(s, warp, lanes, where);
    for (unsigned int m = lanes; m; m &= m - 1) {
        unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m);

        if (s->calls[t] < CALL_DEPTH) {
            s->call[t][s->calls[t]++] = where;
            s->calling[warp] |= m & -m;
            if (frame_of(where) < s->deepest_call[warp])
                s->deepest_call[warp] = frame_of(where);
        }
    }
}

/* Where in the function with this frame is a lane that comes from `key`? 0: unknown. */
static uint64_t place_in(const struct inspected *s, unsigned int t, uint32_t frame, uint64_t key)
{
    if (frame_of(key >> WHERE) >= frame)
        return key >> WHERE;
    for (unsigned int i = s->calls[t]; i--;)
        if (frame_of(s->call[t][i]) == frame)
            return s->call[t][i];
    return 0;
}

/* Lanes that were together at `key` continue, each to its v->where. If that leads to two basic blocks of one
 * function, they diverge at a branch of it. They may have returned to that function since. (If only some lanes
 * continue in a basic block, the branch was in a function of the CPU device.) */
static void count_branches(const struct view *v, unsigned int lanes, uint64_t key)
{
    const struct inspected *s = v->w->inspected;
    unsigned int first = v->warp * LANES;

    if (kind_of(key) == EVENT_BLOCK && code_is_second_test((uint32_t)(key >> WHERE)))
        return;
    for (unsigned int m = lanes, same; m; m &= ~same) {
        unsigned int one = (unsigned int)__builtin_ctz(m), n = 0;
        uint32_t frame = frame_of(v->where[one]), block[LANES], pc;
        uint64_t from = place_in(s, first + one, frame, key), next = NOWHERE, *counts;
        int part = 0, is_ours = 0;

        same = 1u << one;
        if (kind_of(*v->at[one]) != EVENT_BLOCK)
            continue;
        for (unsigned int o = m; o; o &= o - 1) {
            unsigned int i = (unsigned int)__builtin_ctz(o);
            uint64_t to = v->where[i];

            if (frame_of(to) != frame || kind_of(*v->at[i]) != EVENT_BLOCK
                || place_in(s, first + i, frame, key) != from)
                continue;
            same |= o & -o;
            part |= to != v->where[one];
            is_ours |= site_is_first_pass(site_at((uint32_t)to));
            block[n++] = (uint32_t)to - CALL;
            if (to < next)
                next = to;
        }
        if (!part || is_ours)
            continue;
        if (from && frame_of(from) > frame) {   /* it calls several functions, through a pointer */
            if (key & CALL_BY_OWN)
                continue;
            pc = (uint32_t)from;
        } else {
            pc = from ? code_branch((uint32_t)from, block, n) : (uint32_t)next - CALL;
        }
        counts = kernel_counts(v->w, site_at(pc));
        before_trace(v, site_at(pc));
        if (counts)
            counts[DIVERGENT_IFS]++;
        trace(v, TRACE_BRANCH, site_at(pc), same, 0, 0);
    }
}

/* Moves lanes that were together at `key` past it. Returns 1 if they diverge there. */
static int advance(struct view *v, unsigned int lanes, uint64_t key)
{
    unsigned int n = words_of(key), at_end = 0;
    uint64_t first = NOWHERE, differ = 0;

    for (unsigned int m = lanes; m; m &= m - 1) {
        unsigned int i = (unsigned int)__builtin_ctz(m);
        const uint64_t *at = v->at[i] += n;
        uint64_t where;

        if (at == v->end[i]) {
            at_end |= m & -m;
            v->w->inspected->together[v->warp * LANES + i] = key;
            continue;
        }
        where = v->where[i] = *at >> WHERE;
        if (first == NOWHERE)
            first = where;
        differ |= first ^ where;
    }
    v->eligible = (v->eligible | lanes) & ~at_end;
    v->starved |= at_end & (v->w->inspected->full[v->warp] | v->held);
    if (differ)
        count_branches(v, lanes & ~at_end, key);
    return differ != 0;
}

/* Lanes that had reached the end of their known events together, and now have more: did they diverge
 * there? */
static void resume(struct view *v)
{
    uint64_t *together = &v->w->inspected->together[v->warp * LANES];

    for (unsigned int m = v->eligible, same; m; m &= ~same) {
        uint64_t key = together[__builtin_ctz(m)];

        same = 0;
        for (unsigned int o = m; o; o &= o - 1)
            if (together[__builtin_ctz(o)] == key) {
                together[__builtin_ctz(o)] = 0;
                same |= o & -o;
            }
        if (key && (same & (same - 1)))
            count_branches(v, same, key);
    }
}

/* Lets lanes that waited together continue. They came from one place or from several. */
static void pass(struct view *v, unsigned int lanes)
{
    v->blocked &= ~lanes;
    while (lanes) {
        uint64_t at = *v->at[__builtin_ctz(lanes)];
        unsigned int same = 0;

        for (unsigned int m = lanes; m; m &= m - 1)
            if (*v->at[__builtin_ctz(m)] == at)
                same |= m & -m;
        advance(v, same, at);
        lanes &= ~same;
    }
}

/* Lanes wait in warp operations or in a barrier: completes those that all their lanes have reached. If
 * several tiles reach one place, that is one instruction. */
static void finish_meetings(struct view *v)
{
    struct inspected *s = v->w->inspected;
    unsigned int done = 0;

    for (unsigned int m = v->blocked, same; m; m &= ~same) {
        const uint64_t *at = v->at[__builtin_ctz(m)];
        uint64_t what = kind_of(*at) == EVENT_SYNC ? at[1] : 0, *counts;
        unsigned int needed = what ? (unsigned int)what & v->live : v->live;

        same = 0;
        for (unsigned int o = m; o; o &= o - 1) {
            const uint64_t *other = v->at[__builtin_ctz(o)];

            if (kind_of(*other) == kind_of(*at) && (!what || other[1] == what))
                same |= o & -o;
        }
        if (needed & ~same)
            continue;
        if (what) {
            int is_sync = what >> 32 == CUDA_CPU_SYNCWARP, again = 0;

            for (unsigned int o = done; o && !again; o &= o - 1) {
                const uint64_t *other = v->at[__builtin_ctz(o)];

                again = *other == *at && other[1] >> 32 == what >> 32;
            }
            counts = again ? NULL : kernel_counts(v->w, (uint16_t)*at);
            before_trace(v, (uint16_t)*at);
            if (counts)
                counts[is_sync ? WARP_SYNCS : SHUFFLES]++;
            s->syncs[v->warp] += is_sync && !again;
        } else {
            s->barriers[v->warp]++;
            s->syncs[v->warp] = 0;
        }
        v->blocked &= ~same;
        if (trace_worker == v->w)
            trace_take(v->w, v->warp, same);
        trace(v, what ? TRACE_MEETING : TRACE_BARRIER, (uint16_t)*at, same, 0, what != 0);
        done |= same;
    }
    pass(v, done);
}

/* The lanes that are furthest behind and so run next; 0: none can, or it is not known yet which ones. `others`
 * becomes where the next of the others are: until the chosen ones have come so far, they are furthest behind. */
static unsigned int choose(const struct view *v, uint64_t *others)
{
    unsigned int group = 0;
    uint64_t best = NOWHERE, next = NOWHERE;

    for (unsigned int m = v->eligible; m; m &= m - 1) {
        unsigned int i = (unsigned int)__builtin_ctz(m);

        if (v->where[i] < best) {
            next = best;
            best = v->where[i];
            group = 0;
        }
        if (v->where[i] == best)
            group |= m & -m;
        else if (v->where[i] < next)
            next = v->where[i];
    }
    *others = next;
    return group;
}

/* Is it known where these lanes go from here? */
static int is_known(const struct view *v, unsigned int group)
{
    for (unsigned int m = group & (v->w->inspected->full[v->warp] | v->held); m; m &= m - 1) {
        const uint64_t *at = v->at[__builtin_ctz(m)];

        if (at + words_of(*at) == v->end[__builtin_ctz(m)])
            return 0;
    }
    return 1;
}

static void replay(struct view *v)
{
    unsigned int group = 0;
    uint64_t others = NOWHERE;

    for (;;) {
        uint64_t key;

        if (!group || group & ~v->eligible || v->where[__builtin_ctz(group)] >= others)
            group = choose(v, &others);
        if (!group || v->starved || !is_known(v, group))
            return;
        key = *v->at[__builtin_ctz(group)];

        switch (kind_of(key)) {
        case EVENT_ACCESS:
            run_access(v, group);
            /* fall through */
        case EVENT_BLOCK:
        case EVENT_CALL:
            if (kind_of(key) == EVENT_BLOCK) {
                v->w->inspected->loads.count = 0;
                if (key >> FRAME >= v->w->inspected->deepest_call[v->warp])
                    end_calls(v->w->inspected, v->warp, group, key >> WHERE);
            } else if (kind_of(key) == EVENT_CALL) {
                begin_call(v->w->inspected, v->warp, group, key >> WHERE);
            }
            if (advance(v, group, key))
                group = 0;
            break;
        case EVENT_END:
            for (unsigned int m = group; m; m &= m - 1)
                v->at[__builtin_ctz(m)]++;
            v->live &= ~group;
            steps_end_lane(v->w, v->warp, group);
            trace(v, TRACE_END, 0, group, 0, 0);
            goto wait;
        default:
            v->blocked |= group;
        wait:
            v->w->inspected->loads.count = 0;
            v->eligible &= ~group;
            finish_meetings(v);
            if (v->blocked & group)
                trace(v, TRACE_WAIT, (uint16_t)key, v->blocked & group, 0, 0);
            group = 0;
        }
    }
}

void replay_drain(struct worker *w, unsigned int warp)
{
    struct inspected *s = w->inspected;
    struct lane *lane;
    int empty = 1;
    unsigned int threads = w->threads - warp * LANES;
    unsigned int exist = threads < LANES ? (1u << threads) - 1 : ~0u;
    struct view v;

    if (!s->observed || !s->room[warp])
        return;
    lane = &s->lane[warp * LANES];
    v.w = w;
    v.warp = warp;
    v.live = exist & ~s->ended[warp];
    v.blocked = v.starved = v.eligible = 0;
    v.held = s->full[warp] ? 0 : w->outside[warp];      /* with full ones, they cannot be waited for */
    for (unsigned int i = 0; i < LANES; i++) {
        v.at[i] = lane[i].first;
        v.end[i] = lane[i].next;
        if (!(v.live >> i & 1))
            continue;
        if (v.at[i] < v.end[i]) {
            v.where[i] = *v.at[i] >> WHERE;
            v.eligible |= 1u << i;
        } else {
            v.starved |= (s->full[warp] | v.held) & 1u << i;
        }
    }
    s->loads.count = 0;
    resume(&v);
    replay(&v);
    s->ended[warp] = exist & ~v.live;
    for (unsigned int i = 0; i < LANES; i++) {
        allowance_use((unsigned long long)(v.at[i] - lane[i].first));
        lane[i].first = (uint64_t *)v.at[i];
    }
    for (unsigned int i = 0; i < LANES; i++) {
        struct lane *l = &lane[i];
        size_t left = (size_t)(l->next - l->first);

        if (l->first != l->begin) {
            memmove(l->begin, l->first, left * sizeof *l->first);
            l->first = l->begin;
            l->next = l->begin + left;
        }
        empty &= !left;
        if ((s->full[warp] >> i & 1) && l->next < l->limit) {
            s->full[warp] &= ~(1u << i);
            w->ready[warp] |= 1u << i;
            w->warps |= 1u << warp;
        }
    }
    if (!empty)
        return;
    s->spare[s->spares++] = s->room[warp];
    s->room[warp] = NULL;
    for (unsigned int i = 0; i < LANES; i++)
        lane[i] = (struct lane){ .base = lane[i].base };
}
