/* mbarriers.h: has the phase with this parity of an mbarrier been completed? */
#ifndef CUDA_CPU_MBARRIERS_H
#define CUDA_CPU_MBARRIERS_H

#include "../base/worker.h"

int cuda_cpu_mbarrier_is_past(const uint64_t *barrier, unsigned int parity);

/* What the phase that runs still waits for, for a report. */
const char *cuda_cpu_mbarrier_text(const uint64_t *barrier, unsigned int parity, char *text, size_t size);

/* So many bytes of a bulk copy have arrived. The caller holds the job's lock. */
void cuda_cpu_mbarrier_receive(struct worker *w, uint64_t *barrier, uint32_t bytes);

/* Is it only copies that the phase waits for, and does a thread of the cluster wait for it? */
int cuda_cpu_mbarrier_needs_copies(const struct worker *w, const uint64_t *barrier);

/* A phase that lacks only copies is over before somebody arrives in the next one: so they are made now. The caller holds
 * the job's lock. */
void cuda_cpu_end_phase(struct worker *w, const uint64_t *barrier);

/* clusters.c: the current lane waits for something outside its block; returns 1, or 0 if it has waited long enough. */
uint64_t cuda_cpu_wait_for_others(struct worker *w, unsigned int kind, const char *file, int line);

#endif
