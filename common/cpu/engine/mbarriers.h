/* mbarriers.h: has the phase with this parity of an mbarrier been completed? */
#ifndef CUDA_CPU_MBARRIERS_H
#define CUDA_CPU_MBARRIERS_H

#include "../base/worker.h"

int cuda_cpu_mbarrier_is_past(const uint64_t *barrier, unsigned int parity);

/* What the phase that runs still waits for, for a report. */
const char *cuda_cpu_mbarrier_text(const uint64_t *barrier, unsigned int parity, char *text, size_t size);

/* So many bytes of a bulk copy have arrived. The caller holds the job's lock. */
void cuda_cpu_mbarrier_receive(struct worker *w, uint64_t *barrier, uint32_t bytes);

/* clusters.c: the current lane waits for something outside its block; returns 1, or 0 if it has waited long enough. */
uint64_t cuda_cpu_wait_for_others(struct worker *w, unsigned int kind, const char *file, int line);

#endif
