/* steps.c: records the steps of one block. */
#include "steps.h"

#include "recorded.h"

static struct steps steps;

struct steps *steps_recorded(void) { return &steps; }

static int is_recorded(const struct inspected *s)
{
    if (!recorded_path(RECORDED_STEPS) || !recorded_is_here(s))
        return 0;
    steps.kernel = recorded_kernel();
    return 1;
}

void steps_add(struct worker *w, unsigned int warp, uint16_t site, const uint64_t *data, unsigned int active,
               unsigned int conflicts)
{
    const struct inspected *s = w->inspected;
    struct step *e = NULL;

    if (!is_recorded(s))
        return;
    steps.threads = w->threads;
    for (unsigned int i = steps.count; i-- && !e;)
        if (steps.step[i].warp == warp && steps.step[i].site == site
            && steps.step[i].barriers == s->barriers[warp] && steps.step[i].syncs == s->syncs[warp])
            e = &steps.step[i];
    if (!e) {
        if (steps.count == STEPS) {
            steps.cut = 1;
            return;
        }
        e = &steps.step[steps.count++];
        *e = (struct step){ s->barriers[warp], s->syncs[warp], site, (uint8_t)warp, 0, 0, 0, { 0 } };
    }
    e->again |= (e->active & active) != 0;
    for (unsigned int m = active; m; m &= m - 1)
        e->data[__builtin_ctz(m)] = data[__builtin_ctz(m)];
    e->active |= active;
    e->conflicts |= conflicts;
}

void steps_end_lane(struct worker *w, unsigned int warp, unsigned int lanes)
{
    const struct inspected *s = w->inspected;

    if (is_recorded(s))
        for (unsigned int m = lanes; m; m &= m - 1) {
            unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m);

            steps.end[t].barriers = s->barriers[warp];
            steps.end[t].syncs = s->syncs[warp];
        }
}
