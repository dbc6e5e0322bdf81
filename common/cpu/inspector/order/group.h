/* group.h: launches (and copies) of several devices or streams, of which some are not past for others. They share an
 * epoch, in which each block has a number of its own, and the words by which threads synchronise.
 *
 * What the host and the streams order is known for whole launches: it is past for the launch that runs, or not
 * (base/times.h). Where there is one device, each launch is alone in its group. */
#ifndef CUDA_CPU_GROUP_H
#define CUDA_CPU_GROUP_H

#include "../findings/kernels.h"

/* Part of a launch: between two grid syncs. Its blocks have the numbers from `base` on. */
struct known;
struct member {
    uint32_t base, blocks, launch;
    int device, timeline;
    uint32_t number;                    /* in its timeline */
    int is_copy;                        /* it is no kernel */
    int is_later_part;                  /* of a launch; it has the times of the first */
    struct kernel *kernel;              /* NULL: not known yet */
    struct times *times;                /* what is past for it */
    const struct known *learned;        /* what its threads have learned, see clock.c */
};

/* A launch with so many blocks, or a copy, begins on the current device. Returns whether a new group begins with it.
 * The part of the launch between two grid syncs begins; returns the same. A launch, or a copy, ends. */
int group_begin(uint64_t blocks, int is_copy);
int group_next_part(void);
void group_end(void);
void group_end_copy(void);

/* The current device's part; the one that this block belongs to; is part a past for part b? Are there several? Is
 * the block one of another device than the current one? */
struct member *group_mine(void);
struct member *group_of(uint32_t block);
int group_is_past(const struct member *a, const struct member *b);
int group_has_several(void);
int group_is_of_other_device(uint32_t block);
struct member *group_members(uint32_t *count);

/* The number of the worker's block in the group. */
static inline uint32_t group_block(const struct worker *w)
{
    extern uint32_t group_base[];

    return group_base[w->number / MAX_WORKERS] + (uint32_t)w->inspected->block;
}

#endif
