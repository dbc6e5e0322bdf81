/* copies.h: asynchronous copies that are under way. mbarriers.c makes those whose bytes an mbarrier counts, copies.c the
 * others. */
#ifndef CUDA_CPU_COPIES_H
#define CUDA_CPU_COPIES_H

#include "../base/worker.h"

#include <stdlib.h>
#include <string.h>

/* Of copies without an mbarrier, each thread's belong to its groups: 0, 1, ... */
struct copy {
    char *to;
    const char *from;
    uint32_t size, id;                  /* id: the inspector's */
    uint64_t *barrier;
    struct worker *worker;              /* whose thread started it */
    unsigned int thread, group;
    uint32_t valid;                     /* the bytes after these become 0 */
    int is_small;                       /* no bulk copy: nobody need wait for it */
    int is_read;                        /* its bytes are in `kept`, because somebody has waited for just that */
    char *kept;
    struct copy *next;
};

static inline void make_copy(const struct copy *c)
{
    memcpy(c->to, c->is_read ? c->kept : c->from, c->valid);
    memset(c->to + c->valid, 0, c->size - c->valid);
}

static inline void finish_copy(struct copy **at)
{
    struct copy *c = *at;

    *at = c->next;
    free(c->kept);
    free(c);
}

/* The block has ended: copies to and from its shared memory that nobody has waited for are never made. */
void cuda_cpu_drop_copies(struct worker *w);

#endif
