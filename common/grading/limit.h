/* grading/limit.h: ends a run that never ends. */
#ifndef GRADING_LIMIT_H
#define GRADING_LIMIT_H

#include "grading/state.h"
#include "harness/options.h"
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

/* Steps decide what never ends, not time, so that a slow machine gives the same verdict. Solutions
 * take at most 2^23; blocks in which every thread adds up what all have loaded take 2^14 for each
 * element. A loop with a barrier in it is known sooner: even where the threads of the largest block
 * take turns in each step of a tree, and in each element, a block passes no more than these. */
static inline void exercise_allow_steps(size_t volume)
{
#ifdef CUDA_CPU_INSPECT
    cuda_cpu_inspect_allow((1ull << 25) + ((unsigned long long)volume << 14));
    cuda_cpu_inspect_allow_passes((1ull << 14) + volume);
#else
    (void)volume;
#endif
}

/* A run that never ends on a GPU or on the host is stopped after so many seconds of processor time. (Under grade.sh also
 * if it only waits, or does not care for signals: grading/supervise.h. Without it after five times as many.) That is no
 * verdict: grade.sh says what happened. It knows the exit code, which is what a shell makes of SIGALRM. */
static void exercise_give_up(int signal)
{
    (void)signal;
    _exit(142);
}

static inline void exercise_allow_time(const struct exercise *e)
{
    struct itimerval limit = {{0, 0}, {(time_t)e->seconds, 0}};
    setitimer(ITIMER_PROF, &limit, NULL);
    alarm(5 * e->seconds);
}

/* From now on the signals of exercise_allow_time end the program. */
static inline void exercise_limit_time(struct exercise *e)
{
    const char *seconds = getenv("EXERCISE_SECONDS");
    e->seconds = 60;
    if (seconds && *seconds)
        e->seconds = (unsigned)lesson_option_number("EXERCISE_SECONDS", seconds, 1, 1000000);
    signal(SIGALRM, exercise_give_up);
    signal(SIGPROF, exercise_give_up);
    exercise_allow_time(e);
}

#endif
