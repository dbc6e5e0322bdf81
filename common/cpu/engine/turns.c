/* turns.c: in an inspected cooperative launch the blocks take turns, so that one runs at a time. */
#include "turns.h"

/* In an inspected cooperative launch: lets the next worker run its block that can. The job's lock is
 * held. */
void cuda_cpu_pass_turn(struct job *job, struct worker *w)
{
    for (unsigned int i = 1; i <= job->workers; i++) {
        const struct worker *next = cuda_cpu_worker((w->number + i) % job->workers);

        if (next->job == job && !next->in_grid_sync && !next->has_ended) {
            job->turn = next->number;
            break;
        }
    }
    pthread_cond_broadcast(&job->met);
}

/* Until the others have let this one run. The job's lock is held. */
void cuda_cpu_wait_for_turn(struct job *job, const struct worker *w)
{
    while (job->turn != w->number)
        pthread_cond_wait(&job->met, &job->lock);
}

void cuda_cpu_let_others_run(struct worker *w)
{
    pthread_mutex_lock(&w->job->lock);
    cuda_cpu_pass_turn(w->job, w);
    cuda_cpu_wait_for_turn(w->job, w);
    pthread_mutex_unlock(&w->job->lock);
}
