/* Exercise 27c: how long does a call take? (predict)
 *
 * make roundtrip measures how long the host waits for one word from a kernel that does nothing but take its time.
 * The word comes back in two ways: the kernel stores it in the device's memory, and a copy behind it brings it
 * (copy), or the kernel stores it in pinned memory of the host (pinned). Both end with cudaStreamSynchronize.
 * H200, one warp, microseconds, medians:
 *
 *     the kernel takes     0    0.5    1     2     4     6     8    10
 *     copy              10.0   17.5  17.6  17.6  17.8  17.6  18.3  26.0
 *     pinned             8.6    8.6   9.3  10.3  12.3  14.1  16.2  18.2
 *
 * Look at the steps of one row and at the slope of the other, and predict the rest, to the microsecond. See
 * docs/lessons/27_small_arrays.md.
 */
#include "exercise.h"

/* ---- your code begins: four numbers ---- */
static const double pinned_15 = EXERCISE_UNKNOWN; /* the kernel takes 15 us */
static const double copy_15 = EXERCISE_UNKNOWN;
static const double pinned_20 = EXERCISE_UNKNOWN; /* ... 20 us */
static const double copy_20 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise27c", LESSON_INT);
    exercise_predict_value(&e, "pinned, 15 us", pinned_15, 23.2, 1, 1);
    exercise_predict_value(&e, "copy, 15 us", copy_15, 25.9, 1, 2);
    exercise_predict_value(&e, "pinned, 20 us", pinned_20, 28.3, 1, 1);
    exercise_predict_value(&e, "copy, 20 us", copy_20, 34.3, 1, 3);
    return exercise_end(&e);
}
