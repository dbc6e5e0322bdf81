/* outside.c: what lanes wait with for something outside their block, such as the barrier of its cluster or an mbarrier.
 *
 * A lane that waits so lets the others run. When none of them can, its worker waits until another of its crew has done
 * something; when all of a crew wait, nothing can happen any more. A waiting lane hands over its condition and its text.
 * This file does not know what there is to wait for. */
#include "outside.h"

#include "deadlock.h"
#include "lanes.h"
#include "turns.h"

#include <string.h>

enum { FUTILE = 100 };                  /* rounds in which all poll in vain */

void cuda_cpu_begin_outside(struct worker *w)
{
    memset(w->outside, 0, sizeof w->outside);
    w->outsides = 0;
    w->is_outside = w->is_expired = 0;
}

void cuda_cpu_tell_others(struct worker *w)
{
    struct crew *crew = w->crew;

    w->progress++;
    crew->futile = 0;
    if (crew->size == 1)
        return;
    for (unsigned int i = 0; i < crew->size; i++)
        member_of(crew, i)->is_outside = 0;
    pthread_cond_broadcast(&w->job->met);
}

/* Makes lanes ready that wait outside for something that has happened, with the result 1; if `expired`, also those
 * that wait only for a while, with the result 0. Returns whether there are any. */
static int look_outside(struct worker *w, int expired)
{
    unsigned int before = w->outsides;

    for (unsigned int warp = 0; warp < WARPS; warp++)
        for (unsigned int m = w->outside[warp]; m; m &= m - 1) {
            unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m);
            int met = w->awaited[t]->is_there(w, t);

            if (!met && !(expired && w->awaited[t]->only_a_while))
                continue;
            w->out[t] = (uint64_t)met;
            w->outside[warp] &= ~(m & -m);
            w->outsides--;
            make_ready(w, warp, m & -m);
        }
    return w->outsides != before;
}

void cuda_cpu_look_outside(struct worker *w)
{
    if (!w->outsides)
        return;
    pthread_mutex_lock(&w->job->lock);
    look_outside(w, 0);
    pthread_mutex_unlock(&w->job->lock);
}

/* Can no worker of the crew go on? */
static int is_stuck(const struct crew *crew)
{
    for (unsigned int i = 0; i < crew->size; i++)
        if (!member_of(crew, i)->is_outside && !member_of(crew, i)->is_gathered)
            return 0;
    return 1;
}

/* Lets those lanes of the crew go on that wait only for a while: they may do something else now. Returns 0 if there
 * are none, or if that has been in vain too often. */
static int expire(struct crew *crew)
{
    int any = 0;

    if (++crew->futile > FUTILE)
        return 0;
    for (unsigned int i = 0; i < crew->size; i++) {
        struct worker *w = member_of(crew, i);

        for (unsigned int t = 0; t < w->threads && w->is_outside; t++) {
            const struct awaited *awaited = awaited_outside(w, t);

            if (awaited && awaited->only_a_while) {
                any = w->is_expired = 1;
                w->is_outside = 0;
            }
        }
    }
    return any;
}

void cuda_cpu_check_stuck(struct worker *w)
{
    if (!is_stuck(w->crew))
        return;
    if (!expire(w->crew))
        cuda_cpu_report_cluster_deadlock(w->crew);
    pthread_cond_broadcast(&w->job->met);
}

int cuda_cpu_wait_outside(struct worker *w)
{
    struct job *job = w->job;

    if (!w->outsides)
        return 0;
    pthread_mutex_lock(&job->lock);
    while (!look_outside(w, w->is_expired)) {
        w->is_expired = 0;
        w->is_outside = 1;
        cuda_cpu_check_stuck(w);
        if (job->one_at_a_time)
            cuda_cpu_pass_turn(job, w);
        while (w->is_outside)
            pthread_cond_wait(&job->met, &job->lock);
        if (job->one_at_a_time)
            cuda_cpu_wait_for_turn(job, w);
    }
    w->is_expired = 0;
    pthread_mutex_unlock(&job->lock);
    return 1;
}
