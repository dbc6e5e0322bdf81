/* hooks.h: the one interface between the engine and the inspector, which observes what kernels do.
 *
 * In a program made by `cpucc --inspect` the inspector fills this table (inspector/hooks.c). In the plain
 * build it is empty, and the compiler drops the calls. Memory accesses do not come this way: the
 * compiler inserts a call to the inspector for each.
 *
 * In an inspected program, the blocks of an ordinary launch run one after another on one OS thread, and
 * those of a cooperative launch take turns. So the inspector needs no locks, and its results do not depend
 * on the number of cores. It asks the engine for two things only: to let other lanes run until drain() has
 * made this lane ready (worker->wait_for_room()), and to let others run, the host too, when a lane polls
 * (worker->let_others_run()). */
#ifndef CUDA_CPU_HOOKS_H
#define CUDA_CPU_HOOKS_H

#include "worker.h"

enum { COPY_READ, COPY_DONE, COPY_RECEIVED, COPY_ABANDONED };

struct cuda_cpu_hooks {
    /* A launch begins and ends. The device refuses a launch with this error, because it asks for more than
     * `most` of something. A block begins, number `block` of the grid, and ends. */
    void (*begin_launch)(const struct cuda_cpu_launch *launch);
    void (*end_launch)(void);
    void (*refused)(const struct cuda_cpu_launch *launch, int error, uint64_t most);
    void (*begin_block)(struct worker *w, uint64_t block);
    void (*end_block)(struct worker *w);

    /* Lane t of an observed block runs from now on. The current lane begins, in this frame. Lane t has ended. */
    void (*become)(struct worker *w, unsigned int t);
    void (*begin_lane)(struct worker *w, void *frame);
    void (*end_lane)(struct worker *w, unsigned int t);

    /* The lane reaches something it may wait for (waits.h). frame: of the engine function that it called. */
    void (*arrive)(struct worker *w, int kind, unsigned int mask, const char *file, int line, void *frame);

    /* Something opens: a block barrier, a tile's barrier, an operation of these lanes of a warp, a grid sync. */
    void (*barrier)(struct worker *w);
    void (*tile)(struct worker *w, unsigned int first, unsigned int size);
    void (*meeting)(struct worker *w, unsigned int warp, int kind, unsigned int lanes);
    void (*grid_sync)(void);

    /* In a cluster: a lane arrives at its barrier, or has waited for it; all have arrived. */
    void (*cluster_arrive)(struct worker *w);
    void (*cluster_waited)(struct worker *w, const char *file, int line);
    void (*cluster_phase)(struct worker *w);

    /* An mbarrier begins (or ends), or is used; a lane arrives at it, or has waited for it; a phase is complete. */
    void (*mbarrier_init)(struct worker *w, uint64_t *barrier, const char *file, int line);
    void (*mbarrier_used)(struct worker *w, uint64_t *barrier, const char *file, int line);
    void (*mbarrier_arrive)(struct worker *w, uint64_t *barrier);
    void (*mbarrier_waited)(struct worker *w, uint64_t *barrier);
    void (*mbarrier_phase)(struct worker *w, uint64_t *barrier);

    /* A lane starts a bulk copy, which gets the number that is returned. Its source has been read; or it is done, or
     * done as part of its barrier's phase that runs; or it will never be. */
    uint32_t (*copy)(struct worker *w, void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file,
                     int line);
    void (*copied)(struct worker *w, uint32_t id, int how);

    /* Lane t's shuffle reads lane `from` of its warp, which does not take part. */
    void (*absent)(struct worker *w, unsigned int t, unsigned int from);

    /* No lane of the warp can run. After this call, those that waited for room can. */
    void (*drain)(struct worker *w, unsigned int warp);

    /* The first thread to reach a __shared__ variable asks for its memory. */
    void (*first_pass)(void);

    /* Memory was allocated (is_hosts: the host can write to it unseen; device -1: all devices can use it) or freed; the
     * host, or work in a stream, wrote to memory, or has read it. */
    void (*allocated)(char *data, size_t size, int is_hosts, int device);
    void (*freed)(char *data);
    void (*written)(const void *p, size_t size);
    void (*copied_from)(const void *p, size_t size);

    /* A device has sent so many bytes to another: by a copy, or as a rank of NCCL, in so many steps of its ring. */
    void (*sent)(int device, int by_nccl, size_t bytes, uint64_t steps);

    /* The host has waited for the device's work, or a stream for an event. */
    void (*awaited)(void);

    /* The running lane faults at this address. Has its access been reported already? */
    int (*told)(const void *address);

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

/* HOOK(end_lane, w, t) calls that function in an inspected program, and does nothing otherwise. */
#define HOOK(name, ...) ((void)(IS_INSPECTED && (cuda_cpu_hooks.name(__VA_ARGS__), 1)))

#endif
