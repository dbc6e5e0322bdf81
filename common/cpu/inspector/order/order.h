/* order.h: finds accesses that nothing orders. */
#ifndef CUDA_CPU_ORDER_H
#define CUDA_CPU_ORDER_H

#include "../inspected.h"
#include "../memory/regions.h"

void order_begin_block(struct worker *w);       /* and its clock does */

/* An asynchronous copy of the current lane is done, or its source has been read: what follows in its thread comes after
 * it. */
void order_copied(struct worker *w, const struct memory *m, uint32_t size, uint32_t copy, int is_write);

struct uses *order_global_uses(uint16_t epoch);         /* of global memory's cells, see uses.h */

/* Checks an access and records it in the cells. Returns 1 if it reads bytes that were never written. */
int order_check(struct worker *w, const struct memory *m, const struct access *a);

/* Before another thread runs, or before the thread's next access: was its last access a mistake after all? */
void order_settle(struct worker *w, const struct access *next);

#endif
