/* allowance.h: how many steps kernels may take, see cuda_cpu_inspect_allow(). */
#ifndef CUDA_CPU_ALLOWANCE_H
#define CUDA_CPU_ALLOWANCE_H

#include "../../base/launch.h"

/* Sets the limit of steps from now on (0: none). Adds steps that were taken. */
void allowance_set(unsigned long long most);
void allowance_use(unsigned long long more);

/* Ends the program if it took too many. Called wherever an endless lane must pass: when its room is full and
 * where it waits; and at launches, which also count as steps. */
void allowance_check(void);
void allowance_check_launch(const struct cuda_cpu_launch *launch);

#endif
