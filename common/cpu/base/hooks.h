/* hooks.h: the one interface between the engine and the inspector, which observes what kernels do.
 *
 * In a program made by `cpucc --inspect` the inspector fills this table (inspector/hooks.c). In the plain
 * build it is empty, and the compiler leaves the calls out. Accesses to memory do not come this way: the
 * compiler makes the program call the inspector for each.
 *
 * Inspected, the blocks of an ordinary launch run one after the other on one OS thread, and those of a
 * cooperative launch take turns. So the inspector needs no locks, and its results do not depend on the
 * number of cores. It asks one thing of the engine, worker->wait_for_room(): to let others run until
 * drain() has made the lane ready. */
#ifndef CUDA_CPU_HOOKS_H
#define CUDA_CPU_HOOKS_H

#include "worker.h"

struct cuda_cpu_hooks {
    /* Around a launch; a launch that the device refuses, with this error, as more than `most` of something
     * are asked for; around a block, which is number `block` of the grid. */
    void (*begin_launch)(const struct cuda_cpu_launch *launch);
    void (*end_launch)(void);
    void (*refused)(const struct cuda_cpu_launch *launch, int error, uint64_t most);
    void (*begin_block)(struct worker *w, uint64_t block);
    void (*end_block)(struct worker *w);

    /* From now on lane t runs, of a block that is_observed; it begins, with this frame; it has ended. */
    void (*become)(struct worker *w, unsigned int t);
    void (*begin_lane)(struct worker *w, void *frame);
    void (*end_lane)(struct worker *w, unsigned int t);

    /* The lane comes to what it may wait for (waits.h); frame: of the engine's function that it called. */
    void (*arrive)(struct worker *w, int kind, unsigned int mask, const char *file, int line, void *frame);

    /* It opens: a barrier of the block, of a tile, an operation of these lanes of a warp, a grid sync. */
    void (*barrier)(struct worker *w);
    void (*tile)(struct worker *w, unsigned int first, unsigned int size);
    void (*meeting)(struct worker *w, unsigned int warp, int kind, unsigned int lanes);
    void (*grid_sync)(void);

    /* Lane t's shuffle reads lane `from` of its warp, which is not there. */
    void (*absent)(struct worker *w, unsigned int t, unsigned int from);

    /* No lane of the warp can run: lanes that waited for room can, afterwards. */
    void (*drain)(struct worker *w, unsigned int warp);

    /* A thread is the first to come to a __shared__ variable and asks for its place. */
    void (*first_pass)(void);

    /* An allocation comes (written: all of it counts as written) and goes; the host wrote there. */
    void (*allocated)(char *data, size_t size, int written);
    void (*freed)(char *data);
    void (*written)(const void *p, size_t size);

    /* Prints what was found, once: at the program's end, or before a report that ends it. */
    void (*print)(void);
};

#ifdef CUDA_CPU_INSPECT
enum { IS_INSPECTED = 1 };
extern const struct cuda_cpu_hooks cuda_cpu_hooks;
#else
enum { IS_INSPECTED = 0 };
static const struct cuda_cpu_hooks cuda_cpu_hooks __attribute__((unused));
#endif

/* HOOK(end_lane, w, t) calls it, in an inspected program. */
#define HOOK(name, ...) ((void)(IS_INSPECTED && (cuda_cpu_hooks.name(__VA_ARGS__), 1)))

#endif
