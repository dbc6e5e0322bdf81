/* order.h: finds accesses that nothing orders. */
#ifndef CUDA_CPU_ORDER_H
#define CUDA_CPU_ORDER_H

#include "../inspected.h"
#include "../memory/cells.h"

void order_begin_launch(void);
void order_begin_block(struct worker *w);

/* A block, a tile of threads or lanes of a warp have met; a thread has passed a fence. */
void order_barrier(struct worker *w);
void order_tile(struct worker *w, unsigned int first, unsigned int size);
void order_warp(struct worker *w, unsigned int warp, unsigned int lanes);
void order_fence(struct worker *w, int whole_device);

/* Checks an access and records it in the cells. Returns 1 if it reads bytes that were never written. */
int order_check(struct worker *w, struct cell *cells, uint16_t epoch, const struct access *a);

/* Before another thread runs, or before the thread's next access: was its last access a mistake after all? */
void order_settle(struct worker *w, const struct access *next);

#endif
