/* observe.h: the functions that the engine calls, see base/hooks.h. */
#ifndef CUDA_CPU_OBSERVE_H
#define CUDA_CPU_OBSERVE_H

#include "../inspected.h"
#include "../memory/cells.h"

/* launches.c */
void observe_begin_launch(const struct cuda_cpu_launch *launch);
void observe_end_launch(void);
void observe_refused(const struct cuda_cpu_launch *launch, int error, uint64_t most);
void observe_begin_block(struct worker *w, uint64_t block);
void observe_end_block(struct worker *w);
void observe_grid_sync(void);
void observe_print(void);               /* a report ends the program */

/* meetings.c */
void observe_arrive(struct worker *w, int kind, unsigned int mask, const char *file, int line, void *frame);
void observe_barrier(struct worker *w);
void observe_tile(struct worker *w, unsigned int first, unsigned int size);
void observe_meeting(struct worker *w, unsigned int warp, int kind, unsigned int lanes);
void observe_absent(struct worker *w, unsigned int t, unsigned int from);

/* clusters.c */
void observe_cluster_arrive(struct worker *w);
void observe_cluster_waited(struct worker *w, const char *file, int line);
void observe_cluster_phase(struct worker *w);
void observe_mbarrier_init(struct worker *w, uint64_t *barrier, const char *file, int line);
void observe_mbarrier_used(struct worker *w, uint64_t *barrier, const char *file, int line);
void observe_mbarrier_arrive(struct worker *w, uint64_t *barrier);
void observe_mbarrier_waited(struct worker *w, uint64_t *barrier);
void observe_mbarrier_phase(struct worker *w, uint64_t *barrier);
uint32_t observe_copy(struct worker *w, void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file,
                      int line);
uint32_t observe_small_copy(struct worker *w, void *to, const void *from, uint32_t size, uint64_t *barrier, uint16_t site);
void observe_copies_again(struct worker *w);    /* those that go on, after a grid sync */
void observe_copied(struct worker *w, uint32_t id, int how);
void observe_visit(struct worker *w, const struct access *a, struct worker *owner);     /* another block's memory */
void observe_last_visits(struct worker *w);     /* the block has ended */

/* bounds.c: the access whose index was reported before it happened */
void observe_outside(struct worker *w, const char *address, unsigned int size);

/* accesses.c; the atomics are C++ atomics, not CUDA's: a load (store 0), an update (1) or a store (2). */
void observe_first_pass(void);
void observe_atomic(const void *p, unsigned int size, int store, void *pc, void *frame);

#endif
