/* harness/cooperative.h: launches whose blocks are all resident at once. Documented in lesson.h. */
#ifndef HARNESS_COOPERATIVE_H
#define HARNESS_COOPERATIVE_H

#include "harness/state.h"

#ifndef LESSON_LINKED
LESSON_API void lesson_require_cooperative(struct lesson *l)
{
    if (!l->options.list && !l->device.cooperative)
        lesson_fail(LESSON_CANNOT_RUN, "needs a device that can launch a grid whose blocks are all "
                    "resident (cudaDevAttrCooperativeLaunch), %s cannot: nothing was run",
                    l->device.name);
}

LESSON_API void lesson_cooperative_grid(struct reduction *r, int per_sm, unsigned wanted)
{
    unsigned most = (unsigned)(per_sm * r->sm_count);
    if (most == 0)
        lesson_fail(LESSON_USAGE, "--block %u: not one such block fits on a multiprocessor, "
                    "with its registers and shared memory; choose a smaller --block", r->block);
    if (r->asked_grid > most)
        lesson_fail(LESSON_USAGE, "--grid %u: the blocks of a cooperative launch are all resident "
                    "at once: %d blocks of %u threads on each of %d SMs, %u at most",
                    r->asked_grid, per_sm, r->block, r->sm_count, most);
    r->grid = r->asked_grid ? r->asked_grid : wanted < most ? wanted : most;
}
#endif

#endif
