/* exercise.h: the one header that every exercise includes, and its solution.
 *
 * An exercise is a lesson with a gap: everything between the two lines `your code begins` and `your
 * code ends` is the learner's, nothing outside them is. Its main says what is asked of the gap:
 *
 *     int main(int argc, char **argv)
 *     {
 *         struct exercise e = exercise_begin(argc, argv, "exercise05", LESSON_INT);
 *         exercise_sums(&e, "reduce5", launch, 2, 1, 2);
 *         exercise_count(&e, launch, 2, 16384, 256);
 *         exercise_at_most(&e, "barriers per block", 3, 3);
 *         return exercise_end(&e);
 *     }
 *
 * Checks are made in this order until one fails. Time decides nothing. Each check names the hint in
 * exercises/notes that fits when it fails: 1, 2 or 3. For one kind of mistake, or of wrong sums,
 * there may be a better one, whose heading in the notes names it: `== hint 1: out-of-bounds`. The
 * kinds are those of the CPU device's reports, and those in harness/explain_sum.h.
 *
 * On the CPU device the program is built with `cpucc --inspect`: every access is observed, and a
 * mistake fails the check during which it was seen, whatever the results are. On a GPU results are
 * checked at larger sizes as well, and checks that need the inspector are left out;
 * common/learn/grade.sh runs both programs there. The kinds of checks:
 *
 *     exercise_sums, _operator, _method, _scan, _normalise, _values    right results, at awkward sizes and blocks
 *     exercise_count, then _at_most, _exactly      what one run did, as the inspector counts it
 *     exercise_count, then _predict                was it foreseen?
 *     exercise_equal, exercise_true                anything else
 *
 * Exit codes: 0 passed, 1 not passed, otherwise those of lesson.h; 3 also after a mistake.
 */
#ifndef EXERCISE_H
#define EXERCISE_H

#include "lesson.h"

#include "harness/host_begin.h"
#include "grading/state.h" /* struct exercise, and what every check needs */
#ifndef LESSON_LINKED
#include "grading/begin.h" /* the functions that follow */
#include "grading/counts.h"
#include "grading/end.h"
#include "grading/in_turn.h"
#include "grading/recorded.h"
#include "grading/results.h"
#include "grading/statements.h"
#include "grading/values.h"
#endif
#include "harness/host_end.h"

/* Reads the options (sizes and blocks other than those of the checks), opens the device, makes the
 * input. `name` is the program's, exercise05b; `offers` an or of lesson_offer. `defaults` as in a
 * declaration: the sizes and blocks of exercise_sums and its like, where others than the usual ones
 * are needed; `needs` too: the compute capability that the kernels need (exit 77 without it). */
LESSON_API struct exercise exercise_begin(int argc, char **argv, const char *name, int offers,
                                             const char *defaults = "", const char *needs = NULL);

/* Are the sums right at every size and block, without any mistake? As in lesson_run, `launch`
 * enqueues one reduction. hint_wrong fits wrong results, hint_mistake a mistake. */
LESSON_API void exercise_sums(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, int hint_wrong, int hint_mistake);

/* The same for prefix sums and for a normalised array, as in lesson.h. */
LESSON_API void exercise_scan(struct exercise *e, const char *kernel, lesson_launch launch,
                                 unsigned elements_per_thread, enum lesson_scan kind,
                                 int hint_wrong, int hint_mistake);
LESSON_API void exercise_normalise(struct exercise *e, const char *kernel, lesson_launch launch,
                                      unsigned elements_per_thread, int hint_wrong,
                                      int hint_mistake);

/* The same for results of another kind: `check` as in lesson_run_checked. */
LESSON_API void exercise_results(struct exercise *e, const struct lesson_check *check, const char *kernel,
                                    lesson_launch launch, unsigned elements_per_thread, int hint_wrong,
                                    int hint_mistake);

/* The same for any operator of harness/operators.h, of the type in exercise_begin's `offers` and one kind of input.
 * After each right run decisive elements are put at some places: is each one looked at? */
LESSON_API void exercise_operator(struct exercise *e, const char *kernel, enum lesson_operator op,
                                     enum lesson_inputs input, lesson_launch launch,
                                     unsigned elements_per_thread, int hint_wrong, int hint_mistake);

/* The same for sums of floats by a method of harness/methods.h, which says how far off they may be. */
LESSON_API void exercise_method(struct exercise *e, const char *kernel, enum lesson_method method,
                                   enum lesson_inputs input, lesson_launch launch, unsigned elements_per_thread,
                                   int hint_wrong, int hint_mistake);

/* The same for any check, such as lesson_position of harness/check_position.h, which main includes. */
LESSON_API void exercise_checked(struct exercise *e, const char *kernel, const struct lesson_check *check,
                                    enum lesson_inputs input, lesson_launch launch, unsigned elements_per_thread,
                                    int hint_wrong, int hint_mistake);

/* The same for one int per row that is not a sum: expected(elements, n) says what it should be.
 * The smallest sizes are run with several seeds. int only. */
LESSON_API void exercise_values(struct exercise *e, const char *kernel, lesson_launch launch,
                                   unsigned elements_per_thread, exercise_expected expected,
                                   int hint_wrong, int hint_mistake);

/* Runs `launch` once, at this size and block, for the next checks; the shape may be any of up to
 * 2^16 elements. Returns the reduction as the launch function left it (grid, block, chain). If
 * exercise_sums or its like has passed for `launch`, the results of this run must be right, too. */
LESSON_API struct reduction exercise_count(struct exercise *e, lesson_launch launch,
                                              unsigned elements_per_thread, size_t n,
                                              unsigned block, unsigned batch = 1);

/* How much of `what` was counted? `what` is "barriers", "shared load wavefronts" or another column
 * of `make inspect05 INSPECT="--csv FILE"` with spaces for underscores, or "launches", "blocks" or
 * "blockDim reads"; with " per block" after it: divided by the number of blocks. With several cards also "bytes sent by
 * card 0" (to others' memory, by copies, stores and others' loads), "copies sent by card 0". `asked` says, when
 * the count is another, what was asked for: up to 255 characters, and lines after the first begin
 * with two blanks. */
LESSON_API void exercise_at_most(struct exercise *e, const char *what, double most, int hint,
                                    const char *asked = NULL);
LESSON_API void exercise_exactly(struct exercise *e, const char *what, double wanted, int hint,
                                    const char *asked = NULL);

/* How much of `what` that was, for other questions; only in an inspected program. Ends the program (exit 2) if nothing of this
 * name is counted. */
LESSON_API double exercise_counted(const char *what);

/* Is that what was counted? If not, the message says only whether it is too high or too low. */
LESSON_API void exercise_predict(struct exercise *e, const char *what, double answer, int hint);

/* The same for a number that main works out by itself. */
LESSON_API void exercise_predict_value(struct exercise *e, const char *what, double answer,
                                          double truth, double tolerance, int hint);

/* The number in `column` of the row that begins with `row`, in a CSV file of the course, for such an
 * answer. Ends the program (exit 2) when the file does not have it. */
LESSON_API double exercise_recorded(const char *path, const char *row, const char *column);

/* Do steps of different cards overlap? One run at the largest shape on most cards is recorded as a graph, not run: in its
 * longest chain of kernels and copies, each of which waits for the one before, there may be at most so many. No time
 * decides, and a wait of the host fails. */
LESSON_API void exercise_in_turn(struct exercise *e, const char *what, lesson_launch launch,
                                    unsigned elements_per_thread, int most, int hint);

/* Anything else. `what` says what is asked, as in "bytes for 2^31 + 1 ints". */
LESSON_API void exercise_equal(struct exercise *e, const char *what, double got,
                                  double expected, int hint);

/* `why` says what is wrong where `is_true` is 0. */
LESSON_API void exercise_true(struct exercise *e, const char *what, int is_true,
                                 const char *why, int hint);

/* Says whether all checks were passed and, if not, what was wrong; common/learn/grade.sh then says
 * which hint fits. Returns the exit code for main. */
LESSON_API int exercise_end(struct exercise *e);

#endif
