/* kernels.h: the kernels that were launched, and each one's counters. */
#ifndef CUDA_CPU_KERNELS_H
#define CUDA_CPU_KERNELS_H

#include "../inspected.h"
#include "counters.h"

/* Launches of one kernel with the same shape, of which the first is counted. A kernel is the function that
 * runs; the text of the launch may be a pointer or a macro. */
struct kernel {
    const char *symbol;                 /* the function's, or else the launch's text */
    char *name, *overload;              /* its name; with the parameters */
    const char *shown;                  /* the shorter of the two that is unique; set when first used */
    unsigned int grid[3], block[3];
    size_t shared;
    uint64_t launches, blocks;          /* of the first launch: blocks observed */
    uint64_t inspected, skipped;        /* launches since the program began; launches.c says which are skipped */
    uint64_t accesses;                  /* observed in all of them */
    uint64_t (*counts)[COUNTERS];       /* by site; a multiple of 256 of them */
    uint64_t asks_block;                /* how often its threads have read blockDim, in counted blocks */
    unsigned int sites;
    struct sectors *sectors;            /* footprint.h */
    struct kernel *next;
};

struct kernel *kernels(void);           /* all of them, in the order of their first launch */
struct kernel *kernel_now(void);        /* of the running launch; NULL: not known yet */

/* A launch begins. Its kernel is the function with this symbol: the first one that a thread of block 0
 * calls; failing that, what the launch itself names. w: that block's worker, NULL if none runs. */
void kernel_begin_launch(const struct cuda_cpu_launch *launch);
int kernel_is_named(void);
void kernel_set(struct worker *w, const char *symbol);
void kernel_name_at_last(struct worker *w);
void kernel_begin_block(struct worker *w);      /* is it counted? */

/* A thread reads blockDim. */
void kernel_asks_block(const struct worker *w);

/* The counters of a site; NULL if the worker's block is not counted. */
uint64_t *kernel_counts(const struct worker *w, uint16_t site);

/* The kernel's name, with its parameters if another overload was also launched. */
const char *kernel_shown(struct kernel *k);

/* Resets the counters. From now on all launches count, not only the first of each kernel. Is that so? */
void kernel_restart(void);
int kernel_all_count(void);

#endif
