/* turns.c: the blocks of an inspected cooperative launch take turns, so only one runs at a time. */
#include "turns.h"

/* Gives the turn to the next worker whose block can run, and wakes only that one. The caller holds the job's lock, but not
 * while the other is woken: it would wake only to wait for the lock. */
void cuda_cpu_pass_turn(struct job *job, struct worker *w)
{
    for (unsigned int i = 1; i <= job->workers; i++) {
        struct worker *next = cuda_cpu_worker(job->first + (w->number - job->first + i) % job->workers);

        if (next->job == job && !next->in_grid_sync && !next->has_ended && !next->is_outside && !next->is_gathered) {
            job->turn = next->number;
            if (next == w)
                return;
            pthread_mutex_unlock(&job->lock);
            pthread_cond_signal(&next->has_turn);
            pthread_mutex_lock(&job->lock);
            return;
        }
    }
}

/* Waits until it is this worker's turn. The caller holds the job's lock. */
void cuda_cpu_wait_for_turn(struct job *job, struct worker *w)
{
    while (job->turn != w->number)
        pthread_cond_wait(&w->has_turn, &job->lock);
}

void cuda_cpu_let_others_run(struct worker *w)
{
    pthread_mutex_lock(&w->job->lock);
    cuda_cpu_pass_turn(w->job, w);
    cuda_cpu_wait_for_turn(w->job, w);
    pthread_mutex_unlock(&w->job->lock);
}
