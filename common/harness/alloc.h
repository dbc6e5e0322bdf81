/* harness/alloc.h: memory on the host and on the device, or the program ends. */
#ifndef HARNESS_ALLOC_H
#define HARNESS_ALLOC_H

#include "harness/error.h"
#include <stdlib.h>

/* Host memory, cleared; ends the program when there is none (exit 2). */
static inline void *lesson_host_alloc(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        lesson_fail(LESSON_USAGE, "out of host memory for %zu times %zu bytes: choose fewer rows "
                    "or samples", count, size);
    return memory;
}

/* Device memory of at least one byte; ends the program when there is none (exit 3). */
static inline void *lesson_device_alloc(size_t bytes)
{
    void *memory = NULL;
    CUDA_CHECK(cudaMalloc(&memory, bytes ? bytes : 1));
    return memory;
}

#endif
