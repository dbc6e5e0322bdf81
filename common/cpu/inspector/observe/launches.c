/* launches.c: observes a launch, or reports that it is refused; chooses the blocks to observe. */
#include "observe.h"

#include "../../base/devices.h"
#include "../../base/report.h"
#include "../findings/allowance.h"
#include "../findings/trace.h"
#include "../memory/wrong.h"
#include "../order/clock.h"
#include "../order/group.h"
#include "../order/order.h"
#include "../order/points.h"
#include "../program/code.h"
#include "../program/functions.h"
#include "../program/sites.h"
#include "../replay/replay.h"
#include "../report/interrupt.h"
#include "../report/progress.h"
#include "../report/report.h"
#include "observed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void __sanitizer_cov_trace_pc(void);

/* What the launch on a device runs in blocks that are not observed */
static void (*plain_run[MAX_DEVICES])(void *);

/* Pairs of a function and its plain copy, from rewrite/plain.c. */
struct copy { void (*run)(void *), (*plain)(void *); };
extern const struct copy __start_cuda_cpu_plain[] __attribute__((weak)),
    __stop_cuda_cpu_plain[] __attribute__((weak));

/* The plain copy of what a launch runs; the same if there is none. */
static void (*plain_of(void (*run)(void *)))(void *)
{
    for (const struct copy *c = __start_cuda_cpu_plain; c < __stop_cuda_cpu_plain; c++)
        if (c->run == run)
            return c->plain;
    return run;
}

void observe_begin_launch(const struct cuda_cpu_launch *launch)
{
    allowance_check_launch(launch);
    if (observed_begin_launch()) {
        code_begin(__sanitizer_cov_trace_pc);
        function_begin();
        interrupt_begin(report_all);
    }
    for (unsigned int i = 0; i < MAX_WORKERS; i++) {
        const struct worker *w = cuda_cpu_worker((unsigned int)cuda_cpu_current_device * MAX_WORKERS + i);

        if (w && w->inspected)
            w->inspected->cluster = 0;
    }
    plain_run[cuda_cpu_current_device] = plain_of(launch->run);
    region_begin_launch(launch->is_early);
    if (group_begin((uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2], 0)) {
        region_next_epoch();
        clock_begin_launch();
    }
    kernel_begin_launch(launch);
}

void observe_end_launch(void)
{
    observed_end_launch();
    group_end();
    progress_end();
    region_end_launch();
}

void observe_grid_sync(void)
{
    if (group_next_part())
        region_next_epoch();
    for (unsigned int i = 0; i < MAX_WORKERS; i++) {
        struct worker *w = cuda_cpu_worker((unsigned int)cuda_cpu_current_device * MAX_WORKERS + i);

        if (w && w->inspected && w->inspected->observed)
            observe_copies_again(w);
    }
}

static struct inspected *inspected_of(struct worker *w)
{
    if (!w->inspected)
        w->inspected = calloc(1, sizeof *w->inspected);
    if (!w->inspected)
        cuda_cpu_fail("inspect: no memory");
    return w->inspected;
}

/* Is the block observed? So are all of its cluster, or none. Returns whether it is the cluster's first to begin. */
static int decide(struct worker *w, uint64_t block)
{
    const struct job *job = w->job;
    struct inspected *s = w->inspected, *first = inspected_of(cuda_cpu_worker(w->crew->first));
    uint64_t cluster = w->crew->size == 1 ? block : w->crew->cluster;
    int is_first = w->crew->size == 1 || first->cluster != cluster + 1;

    for (unsigned int i = 0; is_first && i < w->crew->size; i++) {
        struct worker *member = cuda_cpu_worker(w->crew->first + i);

        inspected_of(member);
        region_get_cells(member);
    }
    if (is_first) {
        first->cluster = cluster + 1;
        first->cluster_observed = observed_has_room(cluster * w->crew->size);
        first->cluster_alone = !first->cluster_observed && !observed_is_skipped() && cluster == job->clusters - 1
                               && !job->launch->cooperative;
    }
    s->is_alone = first->cluster_alone;
    s->observed = first->cluster_observed || s->is_alone;
    return is_first;
}

void observe_begin_block(struct worker *w, uint64_t block)
{
    struct inspected *s = inspected_of(w);
    int is_first;

    is_first = decide(w, block);
    s->block = block;
    progress_show(block, w->job->blocks);
    kernel_begin_block(w);
    w->is_observed = s->observed;
    cuda_cpu_lane = NULL;
    if (!s->observed) {
        w->run = plain_run[cuda_cpu_current_device];
        return;
    }
    allowance_begin_block(w);
    region_begin_block(w);
    points_begin_block(w, is_first);
    memset(s->visit, 0, sizeof s->visit);
    memset(s->awaited, 0, sizeof s->awaited);
    s->has_ended = 0;
    s->cluster_phases = 0;
    order_begin_block(w);
    replay_begin_block(w);
    trace_begin_block(w);
}

void observe_end_block(struct worker *w)
{
    if (!w->inspected->observed)
        return;
    for (unsigned int i = 0; i * LANES < w->threads; i++)
        replay_drain(w, i);
    observe_last_visits(w);
    trace_end_block(w);
}

void observe_print(void)
{
    struct worker *w = trace_worker;

    if (w && w == cuda_cpu_self) {      /* the player shows how far its block has come */
        for (unsigned int i = 0; i * LANES < w->threads; i++)
            replay_drain(w, i);
        trace_end_block(w);
    }
    report_all();
}

void observe_refused(const struct cuda_cpu_launch *l, int error, uint64_t most)
{
    const struct cuda_cpu_launch_place *at = &cuda_cpu_last_launch;
    struct finding f = { .kind = "launch", .site = at->file ? site_named(at->file, at->line) : 0,
                         .does = at->file ? "" : NULL };
    const unsigned int *g = l->grid, *b = l->block;

    kernel_begin_launch(l);
    if (error == 720)
        snprintf(f.text, sizeof f.text, "cooperative launch of %llu blocks of %u threads: at most %llu "
                 "are resident at a time", (unsigned long long)g[0] * g[1] * g[2], b[0] * b[1] * b[2],
                 (unsigned long long)most);
    else if (error == 912 && most)
        snprintf(f.text, sizeof f.text, "clusters of (%u,%u,%u) blocks: 1 to %llu are possible", l->cluster[0],
                 l->cluster[1], l->cluster[2], (unsigned long long)most);
    else if (error == 912)
        snprintf(f.text, sizeof f.text, "a grid of (%u,%u,%u) blocks cannot be divided into clusters of (%u,%u,%u)",
                 g[0], g[1], g[2], l->cluster[0], l->cluster[1], l->cluster[2]);
    else if (error == 801 && !l->cooperative)
        snprintf(f.text, sizeof f.text, "clusters on a device of compute capability 8.0; 9.0 is needed "
                 "(CUDA_CPU_CAPABILITY=8.0)");
    else if (error == 801)
        snprintf(f.text, sizeof f.text, "cooperative launch on a device that has none "
                 "(CUDA_CPU_COOPERATIVE=0)");
    else if (error == 1)
        snprintf(f.text, sizeof f.text, "%zu bytes of dynamic shared memory; at most %llu are allowed",
                 l->shared, (unsigned long long)most);
    else
        snprintf(f.text, sizeof f.text, "grid (%u,%u,%u) with blocks (%u,%u,%u): a block has 1 to 1024 "
                 "threads, a grid at least one block", g[0], g[1], g[2], b[0], b[1], b[2]);
    f.fix = error == 912 && most == PORTABLE_CLUSTER_BLOCKS
                ? "Up to 16 after cudaFuncSetAttribute with cudaFuncAttributeNonPortableClusterSizeAllowed."
          : error == 912 && most ? "Use smaller clusters; ask cudaOccupancyMaxPotentialClusterSize."
          : error == 912 ? "Round the grid up to a multiple, and guard the blocks that have nothing to do."
          : error == 801 && !l->cooperative ? "Ask first: cudaDeviceGetAttribute, cudaDevAttrClusterLaunch."
          : error == 701 ? "Use fewer or smaller blocks in a cluster; ask cudaOccupancyMaxActiveClusters."
          : error == 720 ? "Size the grid with cudaOccupancyMaxActiveBlocksPerMultiprocessor."
          : error == 801 ? "Ask first: cudaDeviceGetAttribute, cudaDevAttrCooperativeLaunch."
          : error == 1 ? "Use less, or allow more with cudaFuncSetAttribute; check cudaGetLastError()."
                       : "The kernel did not run at all: check cudaGetLastError() after a launch.";
    finding_add(&f);
}
