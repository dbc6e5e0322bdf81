/* stream.h: records what a lane does in a stream of events (inspected.h). */
#ifndef CUDA_CPU_STREAM_H
#define CUDA_CPU_STREAM_H

#include "../inspected.h"
#include "../program/functions.h"

extern __thread struct lane *cuda_cpu_lane;     /* of the current thread, while it is observed */

/* Makes room for an event of two words in the current lane. */
void stream_make_room(struct lane *l);

static inline void stream_append(struct lane *l, void *frame, const void *pc, unsigned int kind, uint16_t site)
{
    *l->next++ = ((uint64_t)(uintptr_t)frame << 48) + l->base + ((uint64_t)(uintptr_t)pc << WHERE)
                 + (kind << KIND | site);
}

/* The same, but makes room if necessary. Other lanes may run meanwhile. */
static inline void stream_put(struct lane *l, void *frame, const void *pc, unsigned int kind, uint16_t site)
{
    if (l->next >= l->limit)
        stream_make_room(l);
    stream_append(l, frame, pc, kind, site);
}

/* Lane t runs from now on. The current lane begins, in this frame. Lane t has ended. */
void stream_become(struct worker *w, unsigned int t);
void stream_begin_lane(struct worker *w, void *frame);
void stream_end_lane(struct worker *w, unsigned int t);

/* The worker's block is not observed from now on: drops what was recorded of it. */
void stream_drop(struct worker *w);

/* Goes from a call inside the CPU device's own functions out to the program's call. */
static inline void stream_leave_own(void **frame, const void **pc)
{
    while (function_is_own(*pc)) {
        *pc = (*(void ***)frame)[1];
        *frame = **(void ***)frame;
    }
}

#endif
