/* allowance.c: counts steps and passes of barriers, and ends a program that exceeds its limit. */
#include "allowance.h"

#include "../../base/calls.h"
#include "../../base/report.h"

#include <stdio.h>

enum { STEPS_OF_A_LAUNCH = 1000 };

/* Words read from the lanes' streams. */
static unsigned long long steps, steps_allowed = ~0ull, launches, passes_allowed = ~0ull;

void allowance_set(unsigned long long most)
{
    steps = 0;
    launches = 0;
    steps_allowed = most ? most : ~0ull;
}

void allowance_use(unsigned long long more) { steps += more; }

int allowance_is_set(void) { return steps_allowed != ~0ull || passes_allowed != ~0ull; }

void allowance_set_passes(unsigned long long most) { passes_allowed = most ? most : ~0ull; }

void allowance_begin_block(struct worker *w) { w->inspected->barriers_passed = 0; }

/* Counts passes of each barrier. Of more than there is room for, only the first ones are counted. */
void allowance_pass(struct worker *w, const char *file, int line)
{
    struct inspected *s = w->inspected;
    unsigned int i = 0;

    while (i < s->barriers_passed && (s->passed[i].line != line || s->passed[i].file != file))
        i++;
    if (i == PLACES)
        return;
    if (i == s->barriers_passed)
        s->passed[s->barriers_passed++] = (struct passed){ file, line, 0 };
    s->last_passed = i;
    if (++s->passed[i].times > passes_allowed)
        cuda_cpu_report_endless("the block has passed this barrier %llu times: does the loop around it end?",
                                s->passed[i].times);
}

void allowance_check(void)
{
    const struct inspected *s = cuda_cpu_self ? cuda_cpu_self->inspected : NULL;
    char passed[100] = "";

    if (steps <= steps_allowed)
        return;
    if (s && s->barriers_passed && s->passed[s->last_passed].times > 100)
        snprintf(passed, sizeof passed, "; the block's last barrier, in line %d, was passed %llu times",
                 s->passed[s->last_passed].line, s->passed[s->last_passed].times);
    cuda_cpu_report_endless("it did not finish within %llu steps (basic blocks, accesses)%s", steps_allowed, passed);
}

void allowance_check_launch(const struct cuda_cpu_launch *launch)
{
    allowance_use(STEPS_OF_A_LAUNCH);
    if (++launches > passes_allowed)
        cuda_cpu_report("endless-loop", "%s:%d: kernel %s is launched once more, after %llu launches: does the loop "
                        "around it end?", cuda_cpu_last_launch.file, cuda_cpu_last_launch.line,
                        cuda_cpu_launched_kernel(launch), launches - 1);
    if (steps > steps_allowed)
        cuda_cpu_report("endless-loop", "%s:%d: kernel %s is launched once more; it did not finish within "
                        "%llu steps (basic blocks, accesses)", cuda_cpu_last_launch.file,
                        cuda_cpu_last_launch.line, cuda_cpu_launched_kernel(launch), steps_allowed);
}
