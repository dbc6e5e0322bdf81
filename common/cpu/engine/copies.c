/* copies.c: asynchronous copies, which are made as late as a GPU might make them: when somebody waits for them. Until
 * then their target holds what it held before, and whoever does not wait reads that. */
#include "copies.h"

#include "../base/hooks.h"
#include "../base/report.h"
#include "../base/shared.h"
#include "engine.h"
#include "mbarriers.h"

#include <stdlib.h>
#include <string.h>

/* The groups that each thread of this block has committed. */
static __thread unsigned int groups[THREADS];

/* Small copies without an mbarrier: each thread's, with groups of their own. */
static __thread struct small { struct copy *first, **end; unsigned int groups; } small[THREADS];
static __thread int has_small;

static void need_multiple(const char *what, uint64_t value, const char *file, int line)
{
    if (value % 16)
        cuda_cpu_report("fault", "%s:%d: bulk copy: %s is not a multiple of 16 bytes (%llu over)", file, line, what,
                        (unsigned long long)(value % 16));
}

static void add(struct copy *c)
{
    struct worker *w = c->worker;
    struct copy **last;

    pthread_mutex_lock(&w->job->lock);
    for (last = &w->crew->copies; *last; last = &(*last)->next) {
    }
    *last = c;
    if (c->barrier)
        cuda_cpu_make_awaited_copies(w, c->barrier);
    pthread_mutex_unlock(&w->job->lock);
}

void cuda_cpu_copy(void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    struct copy *c;

    if (!w)
        cuda_cpu_report("fault", "%s:%d: bulk copy outside a kernel", file, line);
    need_multiple("the size", size, file, line);
    need_multiple("the target's address", (uintptr_t)to, file, line);
    need_multiple("the source's address", (uintptr_t)from, file, line);
    if (!size)
        return;
    c = malloc(sizeof *c);
    if (!c)
        cuda_cpu_fail("no memory for a copy");
    *c = (struct copy){ .to = to, .from = from, .size = size, .barrier = barrier, .worker = w, .thread = w->current,
                        .group = groups[w->current], .valid = size };
#ifdef CUDA_CPU_INSPECT
    c->id = cuda_cpu_hooks.copy(w, to, from, size, barrier, file, line);
#endif
    add(c);
}

void cuda_cpu_copy_commit(void) { groups[cuda_cpu_self->current]++; }

void cuda_cpu_copy_wait(unsigned int left, int only_read, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    unsigned int t;

    if (!w)
        cuda_cpu_report("fault", "%s:%d: wait for bulk copies outside a kernel", file, line);
    t = w->current;
    pthread_mutex_lock(&w->job->lock);
    for (struct copy **at = &w->crew->copies; *at;) {
        struct copy *c = *at;

        /* All but the newest `left` committed groups. */
        if (c->barrier || c->worker != w || c->thread != t || (uint64_t)c->group + left >= groups[t]) {
            at = &c->next;
            continue;
        }
        if (only_read && !c->is_read) {
            c->kept = malloc(c->size);
            if (!c->kept)
                cuda_cpu_fail("no memory for a copy");
            memcpy(c->kept, c->from, c->size);
            c->is_read = 1;
            HOOK(copied, w, c->id, COPY_READ);
        } else if (!only_read) {
            make_copy(c);
            HOOK(copied, w, c->id, COPY_DONE);
            finish_copy(at);
            continue;
        }
        at = &c->next;
    }
    pthread_mutex_unlock(&w->job->lock);
}

void cuda_cpu_copy_small(void *to, const void *from, uint32_t size, uint32_t valid, uint64_t *barrier, uint32_t id,
                         const char *file, int line)
{
    struct worker *w = cuda_cpu_self;
    struct small *s = &small[w->current];
    struct copy *c;

    if (barrier) {
        pthread_mutex_lock(&w->job->lock);
        cuda_cpu_end_phase(w, barrier);
        pthread_mutex_unlock(&w->job->lock);
        cuda_cpu_mbarrier_expect(barrier, size, file, line);
    }
    c = malloc(sizeof *c);
    if (!c)
        cuda_cpu_fail("no memory for a copy");
    *c = (struct copy){ .to = to, .from = from, .size = size, .valid = valid, .barrier = barrier, .worker = w,
                        .thread = w->current, .group = s->groups, .id = id, .is_small = 1 };
    if (barrier) {
        add(c);
        return;
    }
    if (!s->first)
        s->end = &s->first;
    *s->end = c;
    s->end = &c->next;
    has_small = 1;
}

void cuda_cpu_small_commit(void)
{
    small[cuda_cpu_self->current].groups++;
    has_small = 1;
}

void cuda_cpu_small_wait(unsigned int left, int is_all)
{
    struct worker *w = cuda_cpu_self;
    struct small *s = &small[w->current];

    while (s->first && (is_all || (uint64_t)s->first->group + left < s->groups)) {
        make_copy(s->first);
        HOOK(copied, w, s->first->id, COPY_DONE);
        finish_copy(&s->first);
    }
}

static void drop_small(struct worker *w)
{
    unsigned int current = w->current;

    for (unsigned int t = 0; t < w->threads; t++) {
        w->current = t;
        while (small[t].first) {
            HOOK(copied, w, small[t].first->id, COPY_ABANDONED);
            finish_copy(&small[t].first);
        }
        small[t].groups = 0;
    }
    w->current = current;
    has_small = 0;
}

void cuda_cpu_drop_copies(struct worker *w)
{
    struct copy **at = &w->crew->copies;
    size_t offset;

    if (has_small)
        drop_small(w);
    memset(groups, 0, w->threads * sizeof *groups);
    if (!*at)
        return;
    pthread_mutex_lock(&w->job->lock);
    while (*at) {
        struct copy *c = *at;

        if (!cuda_cpu_in_shared(w->shared, c->to, &offset) && !cuda_cpu_in_shared(w->shared, c->from, &offset)) {
            at = &c->next;              /* to another block of the cluster */
            continue;
        }
        if (c->is_read)                 /* its source need not live any longer */
            make_copy(c);
        else if (!c->is_small)
            HOOK(copied, w, c->id, COPY_ABANDONED);
        finish_copy(at);
    }
    pthread_mutex_unlock(&w->job->lock);
}
