/* steps.h: which threads took part in each step of one block, for a picture. */
#ifndef CUDA_CPU_STEPS_H
#define CUDA_CPU_STEPS_H

#include "kernels.h"

enum { STEPS = 4096 };

/* The first block of the first kernel that is not the harness' own. */
struct steps {
    struct kernel *kernel;              /* NULL: none yet */
    int cut;                            /* there was no room for all */
    unsigned int count, threads;
    struct step {
        uint32_t barriers, syncs;
        uint16_t site;
        uint8_t warp;
        unsigned int active, conflicts;
        int again;                      /* a lane was here more than once */
        uint64_t data[LANES];           /* the second word of each active lane's ACCESS */
    } step[STEPS];
    struct { uint32_t barriers, syncs; } end[THREADS];
};

/* Lanes of a warp were active at a site, some with a bank conflict; data[lane] is the second word of their
 * ACCESS. Lanes ended. */
void steps_add(struct worker *w, unsigned int warp, uint16_t site, const uint64_t *data, unsigned int active,
               unsigned int conflicts);
void steps_end_lane(struct worker *w, unsigned int warp, unsigned int lanes);

struct steps *steps_recorded(void);

#endif
