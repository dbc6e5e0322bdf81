/* harness/reduction.h: what a launch function gets. */
#ifndef HARNESS_REDUCTION_H
#define HARNESS_REDUCTION_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

/* One reduction to enqueue. All pointers are device memory. */
struct reduction {
    union { const int *in; const float *in_float; };     /* batch * n elements, read only */
    union { int *partial; float *partial_float; };       /* scratch: as many elements as blocks of
                     `block` threads would cover the input, and one more per row, and at least
                     `grid` and 65536. With LESSON_COLUMNS a 16th of the input's, or 65536 */
    union { int *scratch; float *scratch_float; };       /* the same again */
    union { int *result; float *result_float; };         /* one element per row, or with LESSON_COLUMNS
                                                            per column, with LESSON_KEYS per key: the
                                                            sums go here */
    union { int *out; float *out_float; };               /* n elements, in lesson_run_scan and
                                                            lesson_run_normalise: the results */
    const void *second;                                  /* LESSON_SECOND: another input, as many
                     elements. Of other types than int and float all of these are cast */
    size_t n;                                            /* elements in a row, at least 1; with
                                                            --input perhaps 0 */
    unsigned batch;                                      /* rows, at least 1; with LESSON_COLUMNS perhaps 0 */
    size_t bins;                                         /* LESSON_KEYS: keys are 0 to bins - 1 */
    const size_t *row_begin;                             /* LESSON_RAGGED: row i is elements
                     row_begin[i] to row_begin[i + 1] - 1, perhaps none; n is then all elements */
    struct lesson_work *work;                            /* LESSON_RAGGED: one per block, for
                                                            lesson_did; NULL in timed runs */
    unsigned grid;                                       /* blocks that cover the input, or --grid.
                     A launch function that chooses another sets it, for the report */
    unsigned asked_grid;                                 /* --grid, or 0 */
    unsigned block;                                      /* threads per block */
    unsigned elements_per_thread;                        /* as lesson_run was told */
    int is_float;                                        /* results are floating-point numbers */
    int sm_count;                                        /* multiprocessors of this device */
    size_t chain;                                        /* float only, set by the launch function:
                     additions made one after another, where that is more than one thread's share
                     of the input: r->grid where each block ends with an atomicAdd. It is believed up to n, and
                     hides no element that is missing in a sum: harness/exact.h */
    size_t plain;                                        /* LESSON_KAHAN only, set by the launch function:
                     how many of these additions, one after another, are of totals and not compensated */
    size_t atomics;                                      /* float only, set by the launch function: how many of these
                     additions are atomicAdd in global memory, which takes denormals for 0 */
    int cards;                                           /* LESSON_CARDS: how many there are, otherwise 0 */
    struct reduction *card;                              /* what each of them has: in, n, grid, stream, ...; its
                                                            partial, scratch, result, out are its own memory */
    int device;                                          /* of a card: its number, for cudaSetDevice */
    size_t first;                                        /* of a card: where in the whole array its part begins */
    cudaEvent_t event;                                   /* of a card: for lesson_after */
    const unsigned char *reaches;                        /* of a card: [i] is 1 if its kernels can use card i's memory */
    struct lesson_workspace *workspace;                  /* for lesson_library_memory, ... */
    cudaStream_t stream;                                 /* enqueue everything here */
};

/* Enqueues one whole reduction. */
typedef void (*lesson_launch)(struct reduction *r);

/* Adds up r->n ints on the host: r->in is host memory here, and nothing else of r is to be used. */
typedef int64_t (*lesson_host)(const struct reduction *r);

/* What one block did; lessons with LESSON_RAGGED show with it how evenly work is spread. See
 * lesson_did in lesson_block.h. */
struct lesson_work {
    unsigned long long elements;        /* that the block added up */
    unsigned long long not_before, end; /* clock64() at the beginning, inverted, and at the end */
};

/* Memory that launches asked for: lesson_library_memory, lesson_pinned_memory. */
struct lesson_workspace {
    void *memory;
    size_t bytes;
    struct lesson_pinned *pinned; /* a list */
};

/* Deals n elements out: part i of so many is elements *first to *first + *length - 1. Parts are whole packs of `at_once`
 * elements, except at the end, and differ by one pack at most; where there are few elements some are empty. */
static inline void lesson_split(size_t n, size_t at_once, int parts, int i, size_t *first, size_t *length)
{
    size_t packs = n / at_once + (n % at_once > 0), all = (size_t)parts, k = (size_t)i;
    size_t share = packs / all, more = packs % all;
    size_t from = (k * share + (k < more ? k : more)) * at_once, to = from + (share + (k < more)) * at_once;
    *first = from < n ? from : n;
    *length = (to < n ? to : n) - *first;
}

/* How many blocks cover n elements when each block takes per_block of them. */
static __host__ __device__ inline unsigned blocks_for(size_t n, size_t per_block)
{
    return (unsigned)((n + per_block - 1) / per_block);
}

#endif
