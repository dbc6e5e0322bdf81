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
 * Everything else happens in common/harness, the same way for every lesson: options, input,
 * checking, timing, the report and the CSV row. The sources run unchanged on an NVIDIA GPU (nvcc)
 * and on the CPU device of this project (common/cpu), which stands in for the CUDA Toolkit.
 *
 * Exit codes: 0 ok, 1 wrong result, 2 usage, 3 CUDA error, 77 this device cannot run the lesson.
 */
#ifndef LESSON_H
#define LESSON_H

#include "harness/about.h"        /* struct lesson_about: the declaration, what a lesson offers */
#include "harness/api.h"          /* make compiles what follows once; by hand it comes with this header */
#include "harness/operators.h"    /* enum lesson_operator; types of elements are in harness/types.h */
#include "harness/reduction.h"    /* struct reduction: what a launch function gets; blocks_for */

#include "harness/host_begin.h"
#include "harness/check.h"        /* struct lesson, struct lesson_check */
#include "harness/methods.h"
#ifndef LESSON_LINKED
#include "harness/begin.h"        /* the functions that follow; each file includes what it needs */
#include "harness/compare_runs.h"
#include "harness/cooperative.h"
#include "harness/library.h"
#include "harness/run.h"
#endif
#include "harness/host_end.h"
#include "lesson_cub_sum.h"
#ifndef LESSON_LINKED
#include "lesson_finish.h"
#endif

/* Reads the options, opens the device, makes the input, prints the header block. The program's name
 * follows from its source file: lessons/05_unroll_last_warp.cu is lesson05. Does not return when an
 * option is wrong (exit 2) or the device cannot be used (exit 3, or 77 and what is needed). */
LESSON_API struct lesson lesson_begin(int argc, char **argv, const struct lesson_about *about,
                                      const char *file = __builtin_FILE());

/* Checks, times, checks again and reports one kernel, at every shape and --block asked for. That is
 * done at lesson_end, for all kernels together, so that they can be timed in turn. The grid is the number of blocks that covers the input when each thread takes
 * elements_per_thread. A CUDA error ends the program (exit 3). */
LESSON_API void lesson_run(struct lesson *l, const char *kernel, lesson_launch launch,
                           unsigned elements_per_thread);

/* The same for any operator of harness/operators.h, in lessons with LESSON_OPERATORS: what --op asks for, or else
 * all whose results can be told right from wrong. r->result has the type that harness/types.h says; and and or
 * leave an int, 1 or 0. Of no elements (-n 0) the result is the operator's identity. Elements are those of
 * --input; some have a NaN, which minimum and maximum must keep. */
LESSON_API void lesson_run_operator(struct lesson *l, const char *kernel, enum lesson_operator op,
                                    lesson_launch launch, unsigned elements_per_thread);

/* The same for sums of float by a method of harness/methods.h, which says how far off each may be. Elements are those
 * of --input, and there may be none. */
LESSON_API void lesson_run_method(struct lesson *l, const char *kernel, enum lesson_method method,
                                  lesson_launch launch, unsigned elements_per_thread);

/* The same for a kernel of one thread: once per shape, whatever --block says. It is left out where that would take too
 * long, which the table says. */
LESSON_API void lesson_run_one_thread(struct lesson *l, const char *kernel, enum lesson_method method,
                                      lesson_launch launch);

/* The same for a function that chooses grid and block by itself: once per shape, whatever --block says.
 * The launch function sets r->grid and r->block to what was chosen. */
LESSON_API void lesson_run_function(struct lesson *l, const char *name, lesson_launch launch);

/* The same for kernels that compute something else. Prefix sums, of int only: out[i] = in[0] + ...
 * + in[i] (LESSON_INCLUSIVE), or without in[i] (LESSON_EXCLUSIVE). Every element is checked. */
LESSON_API void lesson_run_scan(struct lesson *l, const char *kernel, lesson_launch launch,
                                unsigned elements_per_thread, enum lesson_scan kind);

/* Normalised elements, of float only: out[i] = (in[i] - sum / n) / max |in[j]|. Every element is
 * checked. */
LESSON_API void lesson_run_normalise(struct lesson *l, const char *kernel, lesson_launch launch,
                                     unsigned elements_per_thread);

/* The same kernel as in lesson_run, but the call clock calls it in another way: an or of
 *     LESSON_AS_GRAPH      as a graph of the launch and the copy of the result to the host
 *     LESSON_INTO_PINNED   r->result is pinned memory of the host, so that nothing is copied
 * Only sums. The amortised clock uses graphs for all rows. */
LESSON_API void lesson_run_called(struct lesson *l, const char *kernel, lesson_launch launch,
                                  unsigned elements_per_thread, int how);

/* Anything else: harness/check.h says what a check is, and how to write one. */
LESSON_API void lesson_run_checked(struct lesson *l, const struct lesson_check *check,
                                   const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread);

/* A function of a library to compare with, once per shape, whatever --block says. `launch` NULL:
 * this device does not have it, which the table says. lesson_cub_sum adds up one array; lesson_cub.h
 * has others. */
LESSON_API void lesson_run_library(struct lesson *l, const char *name, lesson_launch launch);
LESSON_API void lesson_run_operator_library(struct lesson *l, const char *name, enum lesson_operator op,
                                            lesson_launch launch);
LESSON_API void lesson_run_method_library(struct lesson *l, const char *name, enum lesson_method method,
                                          lesson_launch launch);
LESSON_API void lesson_run_scan_library(struct lesson *l, const char *name,
                                        lesson_launch launch, enum lesson_scan kind);
LESSON_API void lesson_run_checked_library(struct lesson *l, const struct lesson_check *check, const char *name,
                                           lesson_launch launch);

/* The sum on the host, as a row to compare with, once per shape; timed by the host's clock. Of one
 * array of int. `sum` NULL: this program was built without it, which the table says. */
LESSON_API void lesson_run_host(struct lesson *l, const char *name, lesson_host sum);

/* Runs a kernel `times` times on the same input and says how many different sums came out, and
 * from which to which. No row in the table. What was asked for before
 * is run first. */
LESSON_API void lesson_compare_runs(struct lesson *l, const char *kernel, lesson_launch launch,
                                    unsigned elements_per_thread, int times);

/* The same with another grid and block each time, and every second time with the elements in reverse order. */
LESSON_API void lesson_compare_orders(struct lesson *l, const char *kernel, enum lesson_method method,
                                      lesson_launch launch, unsigned elements_per_thread, int times);

/* Memory on the device for a library's use, at least `bytes` of it; the same again when asked
 * again. The first launch of each row may make it larger, later ones may not. */
LESSON_API void *lesson_library_memory(struct reduction *r, size_t bytes);

/* Pinned memory of the host, `bytes` of it; the same again for each launch that asks for as many. What
 * a launch function writes there must follow from `bytes` and r->n: a CUDA graph may repeat the launch
 * after another one. New sizes only in the first launch of a row. */
LESSON_API void *lesson_pinned_memory(struct reduction *r, size_t bytes);

/* Ends the table and frees the device memory. Returns the exit code for main. */
LESSON_API int lesson_end(struct lesson *l);

/* Ends the program with exit code 77 and a clear line unless the device can launch a grid whose
 * blocks are all resident. */
LESSON_API void lesson_require_cooperative(struct lesson *l);

/* Sets r->grid for a cooperative launch: --grid if that was given, else `wanted` blocks. per_sm is
 * what the occupancy query said: blocks that can be resident on one multiprocessor. Ends the
 * program (exit 2) when --grid is more than can be resident; takes that many when `wanted` is. */
LESSON_API void lesson_cooperative_grid(struct reduction *r, int per_sm, unsigned wanted);

/* Adds the r->grid partial sums in r->partial into r->result: one launch of one block, or two
 * launches when there are many. Uses r->scratch. See lesson 04, and lesson_finish.h. */
LESSON_API void finish(struct reduction *r);

/* The one of six kernels that was made for `block` threads, a power of two from 32 to 1024; NULL if
 * it is another number. Lesson 06 has this switch written out.
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

#endif
