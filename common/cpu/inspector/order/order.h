/* order.h: finds accesses that nothing orders. */
#ifndef CUDA_CPU_ORDER_H
#define CUDA_CPU_ORDER_H

#include "../inspected.h"
#include "../memory/regions.h"

void order_begin_launch(void);
void order_begin_block(struct worker *w);

/* A block, a tile of threads or lanes of a warp have met; a thread has passed a fence. */
void order_barrier(struct worker *w);
void order_tile(struct worker *w, unsigned int first, unsigned int size);
void order_warp(struct worker *w, unsigned int warp, unsigned int lanes);
void order_fence(struct worker *w, int scope, int order);       /* order: RELEASES, IS_RELAXED (acquires nothing) */

/* The current lane releases what it has done: all of that, of its warp and of its block that is past for it has lower
 * stamps than these. */
void order_release(struct worker *w, uint32_t *stamp, uint32_t *base, uint32_t *warp_base);

/* Has the current lane passed a proxy fence? It has now. */
void order_proxy_fence(struct worker *w);

/* An asynchronous copy of the current lane is done, or its source has been read: what follows in its thread comes after
 * it. */
void order_copied(struct worker *w, const struct memory *m, uint32_t size, uint32_t copy, int is_write);

/* Is this use of memory, by `thread << STAMP_BITS | stamp` of a block, past for any thread of the current block? Now,
 * as `when`. */
int order_is_past_for_any(struct worker *w, uint64_t block, uint32_t when);
int order_is_past_for_copy(uint32_t block, uint32_t when);      /* a copy of group_mine(), see transfers.c */
struct uses *order_global_uses(uint16_t epoch);         /* of global memory's cells, see uses.h */
uint32_t order_now(const struct worker *w);

/* Checks an access and records it in the cells. Returns 1 if it reads bytes that were never written. */
int order_check(struct worker *w, const struct memory *m, const struct access *a);

/* Before another thread runs, or before the thread's next access: was its last access a mistake after all? */
void order_settle(struct worker *w, const struct access *next);

#endif
