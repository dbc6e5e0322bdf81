/* exercise_program.h: for the checks of an exercise that is a plain program.
 *
 * Such an exercise (0.1 ...) is a whole CUDA program with a main of its own, and includes nothing of the
 * course, so the checks cannot stand in it. They stand in exercises/checks, in a file of the same name,
 * and that is what make compiles:
 *
 *     #include "exercise_program.h"
 *     #define main program
 *     #include <0.2_pairs.cu>          the exercise's or the solution's: make says -Iexercises
 *     #undef main
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct exercise e = exercise_begin(argc, argv, "exercise0.2", LESSON_INT);
 *         exercise_array(&e, "pairs", run, pair, 2, 1, 2);
 *         return exercise_end(&e);
 *     }
 *
 * The checks call the program's kernels and functions, main as program(). All of exercise.h can be
 * used, and the functions below.
 */
#ifndef EXERCISE_PROGRAM_H
#define EXERCISE_PROGRAM_H

#include "exercise.h"

#include "harness/host_begin.h"
#include "grading/apart.h"
#include "grading/arrays.h"
#include "grading/heard.h"
#include "harness/host_end.h"

/* Runs function(a, b) and keeps what it prints, at most 64 KiB. For a check that has begun: `hint` fits
 * if it is stopped. */
static inline struct exercise_heard exercise_hear(struct exercise *e, int (*function)(int, int),
                                                  int a, int b, int hint);

/* How often does this line stand in the text? NULL: how many lines has it? */
static inline int exercise_lines(const char *text, const char *line);

/* Does `run` fill a->out as expected(a, i) says, at every size and block, without any mistake? It has one
 * element for each `per_result` of a->in. hint_wrong fits wrong results, hint_mistake a mistake. */
static inline void exercise_array(struct exercise *e, const char *what, exercise_fill run,
                                  exercise_element expected, unsigned per_result, int hint_wrong,
                                  int hint_mistake);

/* A copy in device memory of `count` ints in host memory, which reports call by this name, and back into
 * host memory; then the copy is freed. */
static inline int *exercise_to_device(const int *host, size_t count, const char *name);
static inline void exercise_from_device(int *host, int *device, size_t count);

/* The host waits in these, or copies; from here on it is noted. (exercise_trace.h notes it, too.) */
#ifndef EXERCISE_TRACE_H
#undef cudaDeviceSynchronize
#undef cudaStreamSynchronize
#undef cudaMemcpy
#define cudaDeviceSynchronize() (exercise_note_wait(), cudaDeviceSynchronize())
#define cudaStreamSynchronize(stream) (exercise_note_wait(), cudaStreamSynchronize(stream))
#define cudaMemcpy(...) (exercise_note_copy(), cudaMemcpy(__VA_ARGS__))
#endif

#endif
