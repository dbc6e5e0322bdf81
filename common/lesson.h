/* lesson.h: the one header that every lesson includes.
 *
 * A lesson is a kernel, a launch function and three calls:
 *
 *     static void launch(struct reduction *r)      // enqueues one whole reduction on r->stream
 *     {
 *         reduce2<<<r->grid, r->block, shared_bytes, r->stream>>>(r->in, r->partial, r->n);
 *         finish(r);                               // adds up the partial sums
 *     }
 *
 *     static const struct lesson_about about = {   // the declaration: the one place that says this
 *         .title = "sequential addressing",
 *         .part = "I",
 *         .step_from = "lesson01",
 *         .offers = LESSON_INT,
 *         .defaults = "-n 2^29",
 *     };
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct lesson l = lesson_begin(argc, argv, &about);
 *         lesson_run(&l, "reduce2", launch, 1);
 *         return lesson_end(&l);
 *     }
 *
 * Everything else happens here, the same way for every lesson: options, input, checking, timing,
 * the report and the CSV row. The sources run unchanged on an NVIDIA GPU (nvcc) and on the CPU
 * device of this project (common/cpu), which stands in for the CUDA Toolkit.
 *
 * Exit codes: 0 ok, 1 wrong result, 2 usage, 3 CUDA error, 77 this device cannot run the lesson.
 */
#ifndef LESSON_H
#define LESSON_H

#include <cuda_runtime.h>
#include <stddef.h>

enum lesson_exit {
    LESSON_OK = 0,
    LESSON_WRONG = 1,
    LESSON_USAGE = 2,
    LESSON_CUDA_ERROR = 3,
    LESSON_CANNOT_RUN = 77
};

/* What a lesson offers; or-ed together in its declaration. An option that a lesson does not offer
 * is refused. The first type named here is the default. */
enum lesson_offer {
    LESSON_INT = 1,            /* elements may be int */
    LESSON_FLOAT = 2,          /* elements may be float; with LESSON_INT: --type chooses */
    LESSON_GRID = 4,           /* --grid sets r->grid: the kernel covers n with any grid */
    LESSON_ANY_BLOCK = 8,      /* any multiple of 32, not only powers of two */
    LESSON_DESTROYS_INPUT = 16,/* the input is refilled before each run, outside the timing;
                                  --hot makes no sense then and is refused */
    LESSON_BATCH = 32,         /* --batch and --row: r->batch rows of r->n elements, a sum each */
    LESSON_RAGGED = 64,        /* rows of different lengths, a sum each: r->row_begin */
    LESSON_COOPERATIVE = 128,  /* --no-cooperative: l.options.no_cooperative is 1 */
    LESSON_OUTPUT = 256,       /* needed for lesson_run_scan and lesson_run_normalise: r->out */
    LESSON_UNTIMED = 512       /* no options for samples, tables or files: exercise.h */
};

/* What a lesson is: its declaration. Everything that must know this takes it from here, the scripts
 * as well, which read the lesson's source. So each field stands on a line of its own, as in the
 * example above, and its value is a plain string or an or of names. */
struct lesson_about {
    const char *title;     /* the idea in a few words */
    const char *part;      /* of the course: "I", "II" ...; lessons/parts.csv has their titles */
    const char *step_from; /* "lesson04": its step is its best row against the best row of that
                              lesson. NULL: no step, the first of its kind */
    const char *needs;     /* compute capability that the device must have at least: "9.0". NULL:
                              every GPU that the course supports will do */
    int offers;            /* an or of lesson_offer */
    const char *defaults;  /* options that hold unless the command line has others, written as
                              there: "-n 2^24 -b 512". One -n is needed: with --batch, if there is
                              one, it is the lesson's own shape, which tables show. Sizes are for a
                              GPU; the CPU device takes 2^20 elements at most */
    const char *bench;     /* options of what `make bench` runs on a GPU besides the lesson's own
                              shape: "--batch 1,64,4096 -b 256"; several runs with ; between */
    const char *swept;     /* where kernels NAME_1, NAME_2 ... differ in a number: what it is, in a
                              few words, for the picture of their bandwidth over it */
};

/* One reduction to enqueue: what a launch function gets. All pointers are device memory. */
struct reduction {
    union { const int *in; const float *in_float; };     /* batch * n elements, read only */
    union { int *partial; float *partial_float; };       /* scratch: as many elements as blocks of
                     `block` threads would cover the input, and one more per row, and at least
                     `grid` and 65536 */
    union { int *scratch; float *scratch_float; };       /* the same again */
    union { int *result; float *result_float; };         /* one element per row: the sums go here */
    union { int *out; float *out_float; };               /* n elements, in lesson_run_scan and
                                                            lesson_run_normalise: the results */
    size_t n;                                            /* elements in a row, at least 1 */
    unsigned batch;                                      /* rows, at least 1 */
    const size_t *row_begin;                             /* LESSON_RAGGED: row i is elements
                     row_begin[i] to row_begin[i + 1] - 1, perhaps none; n is then all elements */
    struct lesson_work *work;                            /* LESSON_RAGGED: one per block, for
                                                            lesson_did; NULL in timed runs */
    unsigned grid;                                       /* blocks that cover the input, or --grid.
                     A launch function that chooses another sets it, for the report */
    unsigned asked_grid;                                 /* --grid, or 0 */
    unsigned block;                                      /* threads per block */
    unsigned elements_per_thread;                        /* as lesson_run was told */
    int is_float;                                        /* elements are float, not int */
    int sm_count;                                        /* multiprocessors of this device */
    size_t chain;                                        /* float only, set by the launch function:
                     additions made one after another, where that is more than one thread's share
                     of the input: r->grid where each block ends with an atomicAdd */
    struct lesson_workspace *workspace;                  /* for lesson_library_memory */
    cudaStream_t stream;                                 /* enqueue everything here */
};

/* What one block did; lessons with LESSON_RAGGED show with it how evenly work is spread. See
 * lesson_did in lesson_block.h. */
struct lesson_work {
    unsigned long long elements;        /* that the block added up */
    unsigned long long not_before, end; /* clock64() at the begin, inverted, and at the end */
};

typedef void (*lesson_launch)(struct reduction *r);

struct lesson;

/* Reads the options, opens the device, makes the input, prints the header block. The program's name
 * follows from its source file: lessons/05_unroll_last_warp.cu is lesson05. Does not return when an
 * option is wrong (exit 2) or the device cannot be used (exit 3, or 77 and what is needed). */
static inline struct lesson lesson_begin(int argc, char **argv, const struct lesson_about *about,
                                         const char *file = __builtin_FILE());

/* Checks, times, checks again and reports one kernel, at every shape and --block asked for.
 * The grid is the number of blocks that covers the input when each thread takes
 * elements_per_thread. A CUDA error ends the program (exit 3). */
static inline void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                              unsigned elements_per_thread);

/* The same for kernels that do not add up:
 * prefix sums, out[i] = in[0] + ... + in[i] (inclusive) or ... + in[i - 1] (exclusive), int only */
enum lesson_scan { LESSON_INCLUSIVE, LESSON_EXCLUSIVE };
static inline void lesson_run_scan(struct lesson *l, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, enum lesson_scan kind);

/* and out[i] = (in[i] - sum / n) / max |in[j]|, float only. Every element is checked in both. */
static inline void lesson_run_normalise(struct lesson *l, const char *kernel, lesson_launch launch,
                                        unsigned elements_per_thread);

/* A function of a library to compare with, once per shape, whatever --block says. `launch` NULL:
 * this device does not have it, which the table says. lesson_cub.h has some. */
static inline void lesson_run_library(struct lesson *l, const char *name, lesson_launch launch);
static inline void lesson_run_scan_library(struct lesson *l, const char *name,
                                           lesson_launch launch, enum lesson_scan kind);

/* Runs a kernel `times` times on the same input and says how many different sums came out, and
 * from which to which. No row in the table. Call it after all lesson_run. */
static inline void lesson_compare_runs(struct lesson *l, const char *kernel, lesson_launch launch,
                                       unsigned elements_per_thread, int times);

/* Memory on the device for a library's use, at least `bytes` of it; the same again when asked
 * again. The first launch of each row may make it larger, later ones may not. */
static inline void *lesson_library_memory(struct reduction *r, size_t bytes);

/* Ends the table and frees the device memory. Returns the exit code for main. */
static inline int lesson_end(struct lesson *l);

/* Ends the program with exit code 77 and a clear line unless the device can launch a grid whose
 * blocks are all resident. */
static inline void lesson_require_cooperative(struct lesson *l);

/* Sets r->grid for a cooperative launch: --grid if that was given, else `wanted` blocks. per_sm is
 * what the occupancy query said: blocks that can be resident on one multiprocessor. Ends the
 * program (exit 2) when --grid is more than can be resident; takes that many when `wanted` is. */
static inline void lesson_cooperative_grid(struct reduction *r, int per_sm, unsigned wanted);

/* Adds the r->grid partial sums in r->partial into r->result: one launch of one block, or two
 * launches when there are many. Uses r->scratch. Lesson 04 is about what happens in here. */
static inline void finish(struct reduction *r);

/* How many blocks cover n elements when each block takes per_block of them. */
static __host__ __device__ inline unsigned blocks_for(size_t n, size_t per_block)
{
    return (unsigned)((n + per_block - 1) / per_block);
}

/* The one of six kernels that was made for `block` threads, which is a power of two from 32 to 1024
 * (lesson 06 has this switch written out):
 *
 *     auto kernel = lesson_kernel_for(r->block, sum<32>, sum<64>, sum<128>, sum<256>, sum<512>,
 *                                     sum<1024>);
 *     kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
 */
template <class Kernel>
static inline Kernel *lesson_kernel_for(unsigned block, Kernel *of_32, Kernel *of_64,
                                        Kernel *of_128, Kernel *of_256, Kernel *of_512,
                                        Kernel *of_1024)
{
    switch (block) {
    case 32: return of_32;
    case 64: return of_64;
    case 128: return of_128;
    case 256: return of_256;
    case 512: return of_512;
    case 1024: return of_1024;
    }
    return NULL;
}

#include "harness/error.h"   /* CUDA_CHECK, messages, exit codes */
#include "harness/options.h" /* the command line */
#include "harness/device.h"  /* what this device is and can do */
#include "harness/input.h"   /* input, reference sum, finish */
#include "harness/state.h"   /* struct lesson */
#include "harness/rows.h"    /* shapes, ragged rows, the sums that are expected */
#include "harness/check.h"   /* are the results right? */
#include "harness/explain.h" /* and if not, why */
#include "harness/time.h"    /* samples and their statistics */
#include "harness/report.h"  /* header block, table */
#include "harness/csv.h"     /* and rows in files */
#include "harness/run.h"     /* lesson_begin, lesson_run, lesson_end */

#endif
