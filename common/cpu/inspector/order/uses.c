/* uses.c: see uses.h. */
#include "uses.h"

#include "../../base/report.h"

#include <stdlib.h>

void uses_of_epoch(struct uses *all, uint16_t epoch)
{
    if (all->epoch == epoch && all->count)
        return;
    all->epoch = epoch;
    all->count = 1;                     /* number 0 is none */
    all->free = 0;
}

static void give_back(struct uses *all, uint32_t number)
{
    all->use[number].next = all->free;
    all->free = number;
}

void uses_add(struct uses *all, struct cell *cell, struct use u)
{
    uint32_t number = all->free;

    u.next = 0;
    if (cell->other.lanes) {
        if (number) {
            all->free = all->use[number].next;
        } else {
            if (all->count >= all->room) {
                all->room = all->room ? 2 * all->room : 256;
                all->use = realloc(all->use, all->room * sizeof *all->use);
                if (!all->use)
                    cuda_cpu_fail("inspect: no memory");
            }
            number = all->count++;
        }
        all->use[number] = cell->other;
        u.next = number;
    }
    cell->other = u;
}

struct use *uses_remove(struct uses *all, struct cell *cell, struct use *before, struct use *u)
{
    uint32_t next = u->next;

    if (before) {
        give_back(all, before->next);
        before->next = next;
        return uses_next(all, before);
    }
    if (!next) {
        cell->other.lanes = 0;
        return NULL;
    }
    cell->other = all->use[next];
    give_back(all, next);
    return &cell->other;
}

void uses_clear(struct uses *all, struct cell *cell)
{
    for (uint32_t i = cell->other.next, next; i; i = next) {
        next = all->use[i].next;
        give_back(all, i);
    }
    cell->other.lanes = cell->other.next = 0;
}
