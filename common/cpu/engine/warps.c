/* warps.c: warp operations: lanes meet, and each gets a value. */
#include "warps.h"

#include "../base/report.h"
#include "engine.h"
#include "lanes.h"

/* Gives each of `lanes` the value of the lane that its shuffle names. */
static inline __attribute__((always_inline)) void shuffle(struct worker *w, uint64_t *out,
                                                          unsigned int first, int kind,
                                                          unsigned int lanes)
{
    const uint64_t *in = &w->in[first];

    for (unsigned int m = lanes; m; m &= m - 1) {
        unsigned int lane = __builtin_ctz(m), width = w->width[first + lane], start = lane & (0u - width);
        unsigned int s = cuda_cpu_shuffle_source(kind, lane, w->from[first + lane], width);

        out[lane] = lanes >> s & 1 ? in[s] : POISON;
        /* In a sum by shuffles down, the values of lanes above the lowest may go unused. */
        if (IS_INSPECTED && !(lanes >> s & 1)
            && (kind != CUDA_CPU_SHFL_DOWN || !(lanes & ((1u << lane) - (1u << start)))))
            HOOK(absent, w, first + lane, s);
    }
}

/* All live lanes of the mask have arrived: computes what each of them gets. */
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

/* All live lanes of meeting i of the warp have arrived. Returns the current lane's result. */
__attribute__((noinline)) uint64_t cuda_cpu_end_meeting(struct worker *w, unsigned int warp,
                                                        unsigned int i)
{
    struct warp *p = &w->warp[warp];

    p->pending &= ~(1u << i);
    if (p->meeting[i].arrived) {
        w->progress++;
        HOOK(meeting, w, warp, p->meeting[i].kind, p->meeting[i].arrived);
        compute(w, warp, p->meeting[i].kind, p->meeting[i].arrived);
        make_ready(w, warp, p->meeting[i].arrived);
    }
    return w->out[w->current];
}

/* Finds the meeting of the lanes of this mask, or starts a new one. */
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
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, cuda_cpu_wait_name((unsigned int)kind));
    if (!other)
        cuda_cpu_report("deadlock", "%s:%d: %s with mask 0x%08x, which does not name the calling lane %u",
                        file, line, cuda_cpu_wait_name((unsigned int)kind), mask, cuda_cpu_self->current % LANES);
    cuda_cpu_report("deadlock", "%s:%d: %s, but other lanes of mask 0x%08x wait in %s",
                    file, line, cuda_cpu_wait_name((unsigned int)kind), mask, cuda_cpu_wait_name((unsigned int)other));
}

uint64_t cuda_cpu_warp(int kind, unsigned int mask, uint64_t value, unsigned int from_width,
                       const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t, warp, i;
    struct warp *p;

    if (!w || !(mask >> w->current % LANES & 1))
        refuse_warp(kind, mask, 0, file, line);
    HOOK(arrive, w, kind, mask, file, line, __builtin_frame_address(0));
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
        return cuda_cpu_end_meeting(w, warp, i);
    return wait_here(w, kind, mask, file, line);
}
