/* allowance.c: counts the steps of kernels, and ends a program that exceeds its limit. */
#include "allowance.h"

#include "../../base/calls.h"
#include "../../base/report.h"

enum { STEPS_OF_A_LAUNCH = 1000 };

/* Words read from the lanes' streams. */
static unsigned long long steps, steps_allowed = ~0ull;

void allowance_set(unsigned long long most)
{
    steps = 0;
    steps_allowed = most ? most : ~0ull;
}

void allowance_use(unsigned long long more) { steps += more; }

void allowance_check(void)
{
    if (steps > steps_allowed)
        cuda_cpu_report_endless("it did not finish within %llu steps (basic blocks, accesses)", steps_allowed);
}

void allowance_check_launch(const struct cuda_cpu_launch *launch)
{
    allowance_use(STEPS_OF_A_LAUNCH);
    if (steps > steps_allowed)
        cuda_cpu_report("endless-loop", "%s:%d: kernel %s is launched once more; it did not finish within "
                        "%llu steps (basic blocks, accesses)", cuda_cpu_last_launch.file,
                        cuda_cpu_last_launch.line, cuda_cpu_launched_kernel(launch), steps_allowed);
}
