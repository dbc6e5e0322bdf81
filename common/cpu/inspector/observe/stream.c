/* stream.c: keeps the room for the lanes' events, and begins and ends their streams. */
#include "stream.h"

#include "../../base/report.h"
#include "../findings/allowance.h"
#include "../findings/kernels.h"
#include "../findings/trace.h"
#include "../order/order.h"
#include "../report/interrupt.h"

#include <stdlib.h>

enum { ROOM = 1024, ROOM_STRIDE = ROOM + 40 };  /* words per lane; spread over the cache */

__thread struct lane *cuda_cpu_lane;
extern const char __executable_start[];         /* from the linker */

void stream_become(struct worker *w, unsigned int t)
{
    cuda_cpu_lane = &w->inspected->lane[t];
}

/* Takes room for the events of a warp's lanes; it is returned when replay.c has read them all. */
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

void stream_make_room(struct lane *l)
{
    struct worker *w = cuda_cpu_self;
    struct inspected *s = w->inspected;
    unsigned int t = (unsigned int)(l - s->lane);

    allowance_check();
    interrupt_check();
    if (!s->room[t / LANES]) {
        take_room(s, t / LANES);
        return;
    }
    if (s->unsettled & WRITE_PENDING)   /* but an atomicCAS() may still follow a read */
        order_settle(w, NULL);
    kernel_name_at_last(w);
    s->full[t / LANES] |= 1u << t % LANES;
    w->wait_for_room(w);
}

void stream_drop(struct worker *w)
{
    struct inspected *s = w->inspected;

    for (unsigned int warp = 0; warp < WARPS; warp++) {
        if (!s->room[warp])
            continue;
        s->spare[s->spares++] = s->room[warp];
        s->room[warp] = NULL;
        for (unsigned int i = 0; i < LANES; i++) {
            struct lane *l = &s->lane[warp * LANES + i];

            l->begin = l->first = l->next = l->limit = NULL;
        }
    }
    trace_end_block(w);
    s->observed = s->counted = w->is_observed = 0;
    cuda_cpu_lane = NULL;
}

void stream_begin_lane(struct worker *w, void *frame)
{
    if (cuda_cpu_lane)
        w->inspected->lane[w->current].base = 0 - ((uint64_t)((uintptr_t)frame - STACK) << 48)
                                                 - ((uint64_t)(uintptr_t)__executable_start << WHERE);
}

void stream_end_lane(struct worker *w, unsigned int t)
{
    struct lane *l = &w->inspected->lane[t];

    if (!w->inspected->observed)
        return;
    kernel_name_at_last(w);
    order_settle(w, NULL);
    if (l->next >= l->limit)
        stream_make_room(l);
    *l->next++ = 4095ull << 52 | 0xffffffffull << WHERE | EVENT_END << KIND;
    cuda_cpu_lane = NULL;               /* the engine names the next one */
}
