/* progress.c: a line on stderr, which disappears when the launch has ended. common/cpu/inspect asks for it with
 * CUDA_CPU_INSPECT_PROGRESS if stderr is a terminal. */
#define _GNU_SOURCE
#include "progress.h"

#include "../../base/settings.h"
#include "../findings/kernels.h"

#include <stdio.h>
#include <time.h>

static int is_shown;

/* In seconds. A clock that is read in a few nanoseconds. */
static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_show(uint64_t block, uint64_t blocks)
{
    static const double first = 1, again = 0.25;
    static int known, wanted;
    static double next;
    struct kernel *k = kernel_now();

    if (!known++) {
        wanted = cuda_cpu_setting_is("CUDA_CPU_INSPECT_PROGRESS", "1");
        next = now() + first;
    }
    if (!wanted || !k || now() < next)
        return;
    next = now() + again;
    is_shown = 1;
    fprintf(stderr, "\rinspecting %s: launch %llu, block %llu of %llu\033[K", k->name,
            (unsigned long long)(k->inspected + k->skipped + 1), (unsigned long long)block + 1,
            (unsigned long long)blocks);
    fflush(stderr);
}

void progress_end(void)
{
    if (is_shown)
        fprintf(stderr, "\r\033[K");
    is_shown = 0;
}
