/* turns.h: the blocks of an inspected cooperative launch take turns. */
#ifndef CUDA_CPU_TURNS_H
#define CUDA_CPU_TURNS_H

#include "../base/worker.h"

/* With the job's lock held, which is let go meanwhile: gives the turn to the next worker; waits for this worker's turn. */
void cuda_cpu_pass_turn(struct job *job, struct worker *w);
void cuda_cpu_wait_for_turn(struct job *job, struct worker *w);

/* Does both; takes the lock itself. */
void cuda_cpu_let_others_run(struct worker *w);

#endif
