/* allowance.h: how many steps kernels may take and how often a block may pass a barrier, see inspect_counts.h. */
#ifndef CUDA_CPU_ALLOWANCE_H
#define CUDA_CPU_ALLOWANCE_H

#include "../inspected.h"

/* Sets the limit of steps from now on (0: none). Adds steps that were taken. */
void allowance_set(unsigned long long most);
void allowance_use(unsigned long long more);
int allowance_is_set(void);             /* is there a limit of steps or passes? */

/* The same for passes of one barrier by one block. The worker's block passes a barrier. */
void allowance_set_passes(unsigned long long most);
void allowance_begin_block(struct worker *w);
void allowance_pass(struct worker *w, const char *file, int line);

/* Ends the program if it took too many. Called wherever an endless lane must pass: when its room is full and
 * where it waits; and at launches, which also count as steps. */
void allowance_check(void);
void allowance_check_launch(const struct cuda_cpu_launch *launch);

#endif
