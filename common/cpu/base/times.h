/* times.h: what is past in each stream, as vector clocks (see inspector/order/clock.c for where the idea is from). A
 * stream counts its work; who knows a stream up to a number knows that this work is done. */
#ifndef CUDA_CPU_TIMES_H
#define CUDA_CPU_TIMES_H

#include <stdint.h>

enum { TIMELINES = 64 };                /* streams that are told apart; work in others counts as past for all */
struct times { uint32_t of[TIMELINES]; };

static inline void cuda_cpu_join_times(struct times *to, const struct times *from)
{
    for (int i = 0; i < TIMELINES; i++)
        if (to->of[i] < from->of[i])
            to->of[i] = from->of[i];
}

/* The work that this OS thread does now: number `times->of[timeline]` in the stream with that number, after all that
 * `times` knows. NULL: it is known to come after everything. */
extern __thread const struct times *cuda_cpu_times;
extern __thread int cuda_cpu_timeline;

/* Is this work past for all that is still to be done, whatever the stream? So it is if the host knows it to be, and
 * if what is queued was queued after that. NULL: there is one device. */
extern int (*cuda_cpu_is_past_for_all)(int timeline, uint32_t number);

#endif
