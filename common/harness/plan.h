/* harness/plan.h: what is run. harness/choose.h makes the plan from the options and the device, and
 * from then on the plan alone decides. */
#ifndef HARNESS_PLAN_H
#define HARNESS_PLAN_H

#include "harness/ranks.h"
#include "harness/options.h"
#include "harness/reduction.h"
#include "harness/shape.h"

#define LESSON_PAIR_SIZE 16 /* bytes of the largest result */
#define LESSON_REPEATS 32 /* reductions in a sample at most: harness/time.h says what for */

struct lesson_plan {
    int offers;                  /* of the declaration: they decide which arrays are needed */
    struct lesson_shape shape[LESSON_MAX_LIST];
    int shapes;
    int cards;                   /* that there are; a shape says how many it is on */
    size_t room_elements, room_rows; /* at least 1: the arrays hold a shape of this size, for runs
                                    besides those of `shape` */
    unsigned block[LESSON_MAX_LIST];
    int blocks;
    unsigned grid;               /* 0: as many blocks as cover the input */
    uint32_t seed;
    unsigned offset;             /* elements by which the input begins behind an aligned address */
    enum lesson_type type;
    int is_float;                /* results are floating-point numbers */
    enum lesson_inputs input;    /* with LESSON_KEYS enum lesson_keys */
    size_t bins;                 /* LESSON_KEYS */
    int samples;                 /* at least, if is_adaptive, else exactly */
    int is_adaptive;             /* more samples until medians are known well: harness/series.h */
    int warmups;
    int is_hot;
    size_t sample_bytes;         /* of input that a sample goes through, in up to LESSON_REPEATS
                                    reductions; 0: one reduction is a sample */
    size_t flush_bytes;          /* read between samples to push the input out of L2; 0: none */
};

static inline size_t lesson_element_size(const struct lesson_plan *p)
{
    return lesson_type_about(p->type)->size;
}

static inline size_t lesson_result_size(const struct lesson_plan *p)
{
    return lesson_type_about(p->type)->result_size;
}

/* Bytes of memory for a result, and for what a block leaves. */
static inline size_t lesson_result_room(const struct lesson_plan *p)
{
    return p->offers & LESSON_PAIRS ? LESSON_PAIR_SIZE : lesson_result_size(p);
}

static inline const char *lesson_type_name(const struct lesson_plan *p)
{
    return lesson_type_about(p->type)->name;
}

static inline unsigned lesson_least_block(const struct lesson_plan *p)
{
    unsigned least = p->block[0];
    for (int i = 1; i < p->blocks; i++)
        if (p->block[i] < least)
            least = p->block[i];
    return least;
}

/* Where an array begins in its allocation: behind what --offset leaves in front of it. That is not 0, so that a kernel
 * which reads it gets a wrong sum. */
static inline void *lesson_behind_offset(const struct lesson_plan *p, void *allocation, cudaStream_t stream)
{
    size_t bytes = p->offset * lesson_element_size(p);
    CUDA_CHECK(cudaMemsetAsync(allocation, 0x5a, bytes, stream));
    return (char *)allocation + bytes;
}

/* Which of a volume's elements card number i of so many has; with LESSON_FROM_HOST this process. With LESSON_EACH_CARD as
 * many as the others, after theirs. */
static inline void lesson_card_range(const struct lesson_plan *p, size_t volume, int cards, int i, size_t *first,
                                     size_t *n)
{
    if (p->offers & LESSON_FROM_HOST) {
        cards = lesson_ranks.ranks;
        i = lesson_ranks.rank;
    }
    lesson_split(volume, 16 / lesson_element_size(p), cards > 0 ? cards : 1, i, first, n);
    if (p->offers & LESSON_EACH_CARD) {
        *first = (size_t)i * volume;
        *n = volume;
    }
}

/* How many reductions of n elements make a sample. */
static inline size_t lesson_repeats(const struct lesson_plan *p, size_t n)
{
    size_t repeats = p->sample_bytes / lesson_element_size(p) / (n ? n : 1); /* n * size may overflow */
    if (repeats < 1)
        return 1;
    return repeats < LESSON_REPEATS ? repeats : LESSON_REPEATS;
}

/* Copies of the input that a sample goes through. */
static inline size_t lesson_copies(const struct lesson_plan *p, size_t n)
{
    return p->is_hot ? 1 : lesson_repeats(p, n);
}

/* Elements from one copy of the input to the next: n, rounded up to 256 bytes when there are
 * several, so that each copy is as well aligned as an array of its own. */
static inline size_t lesson_pitch(size_t n, size_t copies)
{
    return copies == 1 ? n : (n + 63) / 64 * 64;
}

#endif
