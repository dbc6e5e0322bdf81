/* observed.h: how much of a launch is observed.
 *
 * The first blocks of each launch are observed: at most SOME_BLOCKS, and no more blocks after SOME_ACCESSES
 * accesses. The last block, where n may end in the middle, is checked for mistakes of its own, but not counted.
 *
 * Of a kernel that is launched again and again with one shape, the first launches are inspected: at least
 * SOME_LAUNCHES, and all until they have made ENOUGH_ACCESSES. So a small kernel is inspected in thousands of
 * launches. Programs that ask for counts or limits have all launches inspected. */
#ifndef CUDA_CPU_OBSERVED_H
#define CUDA_CPU_OBSERVED_H

#include "../inspected.h"

int observed_begin_launch(void);        /* returns whether it is the program's first */
void observed_end_launch(void);
void observed_is_named(struct worker *w, const char *symbol);   /* the launch's kernel is this function */
void observed_one_access(void);         /* counts it */
int observed_is_skipped(void);          /* this launch is not inspected */
int observed_has_room(uint64_t block);  /* is this block one of those to observe? */

#endif
