/* harness/ranks.h: several processes that share the work of one lesson, rank 0 to ranks - 1: lesson_mpi.h begins them. All
 * of them run the whole program; rank 0 prints. What decides how often something is run must be the same on all: agreed. */
#ifndef HARNESS_RANKS_H
#define HARNESS_RANKS_H

#include "harness/api.h"
#include <stddef.h>

struct lesson_ranks {
    int rank, ranks;
    int device;          /* the number of this process's card, before --device is added */
    int (*agree)(int x); /* rank 0's x; all call it at the same time. NULL: there is one process */
};

LESSON_SHARED struct lesson_ranks lesson_ranks = {0, 1, 0, NULL};

static inline int lesson_agreed(int x) { return lesson_ranks.agree ? lesson_ranks.agree(x) : x; }

#endif
