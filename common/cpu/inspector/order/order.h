/* order.h: accesses that nothing orders. */
#ifndef CUDA_CPU_ORDER_H
#define CUDA_CPU_ORDER_H

#include "../inspected.h"
#include "../memory/cells.h"

void order_begin_launch(void);
void order_begin_block(struct worker *w);

/* A barrier, a tile of threads, lanes of a warp have met; a thread has passed a fence. */
void order_barrier(struct worker *w);
void order_tile(struct worker *w, unsigned int first, unsigned int size);
void order_warp(struct worker *w, unsigned int warp, unsigned int lanes);
void order_fence(struct worker *w, int whole_device);

/* Looks at an access, and keeps it in the cells. Returns 1 if it reads what was never written. */
int order_check(struct worker *w, struct cell *cells, uint16_t epoch, const struct access *a);

/* Before another thread runs, or the thread's next access: was what it did last a mistake after all? */
void order_settle(struct worker *w, const struct access *next);

#endif
