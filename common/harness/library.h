/* harness/library.h: memory for a library's use, and memory of the host that copies reach without a
 * detour. Documented in lesson.h. */
#ifndef HARNESS_LIBRARY_H
#define HARNESS_LIBRARY_H

#include "harness/alloc.h"
#include "harness/reduction.h"

#ifndef LESSON_LINKED
LESSON_API void *lesson_library_memory(struct reduction *r, size_t bytes)
{
    if (bytes > r->workspace->bytes) {
        CUDA_CHECK(cudaFree(r->workspace->memory));
        r->workspace->memory = lesson_device_alloc(bytes);
        r->workspace->bytes = bytes;
    }
    return r->workspace->memory;
}
#endif

/* Pinned memory of the host. Each size has its own: a recorded launch goes on using it. */
struct lesson_pinned {
    struct lesson_pinned *next;
    void *memory;
    size_t bytes;
};

#ifndef LESSON_LINKED
LESSON_API void *lesson_pinned_memory(struct reduction *r, size_t bytes)
{
    struct lesson_pinned *p = r->workspace->pinned;
    while (p && p->bytes != bytes)
        p = p->next;
    if (!p) {
        p = (struct lesson_pinned *)lesson_host_alloc(1, sizeof *p);
        CUDA_CHECK(cudaMallocHost(&p->memory, bytes));
        p->bytes = bytes;
        p->next = r->workspace->pinned;
        r->workspace->pinned = p;
    }
    return p->memory;
}
#endif

/* Frees all that launches asked for. */
static inline void lesson_free_workspace(struct lesson_workspace *w)
{
    CUDA_CHECK(cudaFree(w->memory));
    while (w->pinned) {
        struct lesson_pinned *p = w->pinned;
        w->pinned = p->next;
        CUDA_CHECK(cudaFreeHost(p->memory));
        free(p);
    }
}

#endif
