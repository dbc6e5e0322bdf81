/* allowance.h: how many steps kernels may take, see cuda_cpu_inspect_allow(). */
#ifndef CUDA_CPU_ALLOWANCE_H
#define CUDA_CPU_ALLOWANCE_H

#include "../../base/launch.h"

/* So many steps from now on; 0: no limit. So many more have been taken. */
void allowance_set(unsigned long long most);
void allowance_use(unsigned long long more);

/* Ends the program if there were too many. Called where a lane that goes on and on comes by: when its
 * room is full, and where it waits; and for a launch, which takes some, too. */
void allowance_check(void);
void allowance_check_launch(const struct cuda_cpu_launch *launch);

#endif
