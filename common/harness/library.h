/* harness/library.h: memory for a library's use. Documented in lesson.h. */
#ifndef HARNESS_LIBRARY_H
#define HARNESS_LIBRARY_H

#include "harness/alloc.h"
#include "harness/reduction.h"

static inline void *lesson_library_memory(struct reduction *r, size_t bytes)
{
    if (bytes > r->workspace->bytes) {
        CUDA_CHECK(cudaFree(r->workspace->memory));
        r->workspace->memory = lesson_device_alloc(bytes);
        r->workspace->bytes = bytes;
    }
    return r->workspace->memory;
}

#endif
