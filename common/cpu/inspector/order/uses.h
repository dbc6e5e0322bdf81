/* uses.h: how threads have used four bytes, where one use is not enough to know: all that are concurrent. */
#ifndef CUDA_CPU_USES_H
#define CUDA_CPU_USES_H

#include "../memory/cells.h"

/* The uses that hang on the cells of one memory. All are past when the memory's epoch ends. */
struct uses {
    struct use *use;
    uint32_t count, room, free;
    uint16_t epoch;
};

void uses_of_epoch(struct uses *all, uint16_t epoch);

/* Adds a use as the cell's newest. Removes one of the cell's, and returns what follows it. Removes all. */
void uses_add(struct uses *all, struct cell *cell, struct use u);
struct use *uses_remove(struct uses *all, struct cell *cell, struct use *before, struct use *u);
void uses_clear(struct uses *all, struct cell *cell);

/* The cell's newest use, and the one after u; NULL: there is none. */
static inline struct use *uses_first(struct cell *cell) { return cell->other.lanes ? &cell->other : (struct use *)0; }
static inline struct use *uses_next(const struct uses *all, const struct use *u)
{
    return u->next ? &all->use[u->next] : (struct use *)0;
}

#endif
