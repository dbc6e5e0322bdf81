/* harness/check.h: what a kernel computes, and how its results are checked.
 *
 * Each kind of result has a file of its own with one struct lesson_check:
 *
 *     check_sums.h         one sum per row
 *     check_scan.h         prefix sums
 *     check_normalised.h   (x - mean) / largest
 *     check_reduced.h      the result of any operator
 *     check_position.h     the largest element and where it stands
 *     check_moments.h      mean and variance
 *     check_columns.h      one sum per column
 *     check_keys.h         one count or sum per key
 *     check_rows.h         what depends on all of a row: softmax, norms
 *     check_collective.h   what each card gets of all cards: all-reduce and its like
 *
 * A lesson that computes something else defines one of its own, in a file like these or in the
 * lesson, and passes it to lesson_run_checked. Nothing else needs to know about it.
 */
#ifndef HARNESS_CHECK_H
#define HARNESS_CHECK_H

#include "harness/state.h"

/* Outputs are filled with these bytes before each checked run: for float that is a NaN. So a kernel
 * that writes no result, or adds onto what was there, cannot pass. (Unless a NaN may be right.) */
#define LESSON_INT_POISON ((int)0xa5a5a5a5)

static inline int lesson_poison_byte(const struct lesson_plan *p)
{
    return p->is_float && !lesson_may_give_nan(p->input) ? 0xff : 0xa5;
}

struct lesson_check {
    const char *results; /* what they are, for messages: "sums" */
    int is_array;        /* 0: one result per row, in r->result; 1: one per element, in r->out,
                            which needs LESSON_OUTPUT */
    int types;           /* LESSON_INT, LESSON_FLOAT ... */

    /* Judges what the last run of row->launch left, without changing it. The first `copies` copies
     * of the input were run through. (Results per row are those of the last copy.) */
    struct lesson_verdict (*judge)(struct lesson *l, const struct lesson_row *row, size_t copies);

    /* Says on stderr what is wrong with the result at v->at, and why, if it can find out. May run
     * the kernel again. */
    void (*explain)(struct lesson *l, struct lesson_row *row, const struct lesson_verdict *v);

    int finds_expected = 0; /* 1: by itself, what is expected; 0: shape->expected is filled in for it */

    /* After a right first run: runs again with other elements at some places. Changes row->verdict if one of them is
     * wrong, and leaves the input as it was. NULL: none */
    void (*probe)(struct lesson *l, struct lesson_row *row) = NULL;

    /* Says on stdout, below the row, what came out, where a learner should see it though it is right. NULL: nothing */
    void (*tell)(const struct lesson *l, const struct lesson_row *row) = NULL;

    size_t size = 0; /* bytes of a result; 0: as many as harness/types.h says */
    int reads_second = 0; /* as many elements of r->second, too */
    int is_collective = 0; /* each card has an array, and gets one: harness/check_collective.h. Its bytes, and so GB/s,
                              are those of one card's array, as others count them (algbw) */
};

enum lesson_scan { LESSON_INCLUSIVE, LESSON_EXCLUSIVE }; /* prefix sums: check_scan.h */

static inline size_t lesson_size_of_result(const struct lesson_plan *p, const struct lesson_check *check)
{
    return check->is_array ? lesson_element_size(p) : check->size ? check->size : lesson_result_size(p);
}

/* How many results there are. */
static inline size_t lesson_results(const struct lesson_row *row)
{
    return row->check->is_array ? lesson_volume(row->shape) : row->shape->rows;
}

/* Is this what was there before the run? */
static inline int lesson_is_poison(const struct lesson_plan *p, union lesson_value value)
{
    return p->is_float ? isnan(value.f) : value.i == LESSON_INT_POISON;
}

/* How many times was the poison of an int added, if `difference` is all that it made? -1: it did
 * not, or more often than there can be partial sums. The poison is odd, so any difference is some
 * multiple of it, modulo 2^32, but hardly ever a small one. Except that 17 of them make -11: a
 * small difference may be some times that, or some elements. */
static inline long lesson_poisons(uint32_t difference)
{
    uint32_t inverse = 1, times;
    for (int i = 0; i < 5; i++) /* Newton's method doubles the bits that are right */
        inverse *= 2 - (uint32_t)LESSON_INT_POISON * inverse;
    times = difference * inverse;
    return times > 1 << 16 || (times > 0 && times % 17 == 0) ? -1 : (long)times;
}

/* Copies one value to the host, after waiting for the stream. */
static inline union lesson_value lesson_fetch(struct lesson *l, const void *from)
{
    union lesson_value value;
    CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDefault, l->stream));
    CUDA_CHECK(cudaStreamSynchronize(l->stream));
    return value;
}

#endif
