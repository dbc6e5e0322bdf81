/* The checks of exercise 0.1b: what the program prints is counted. */
#include "exercise_program.h"
#define main program
#include <0.1b_predict_the_warps.cu>
#undef main

static int run(int, int) { return program(); }

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.1b", LESSON_INT, "-n 1 -b 32");
    int printed = 0, warps_seen = 0, lanes_seen = 0;
    if (exercise_check_begins(&e, "the program runs")) {
        struct exercise_heard heard = exercise_hear(&e, run, 0, 0, 1);
        char first[96];
        for (unsigned block = 0; block < 3; block++)
            for (unsigned thread = 0; thread < 70; thread++) {
                snprintf(first, sizeof first, "hello from block %u, thread %u: warp %u, lane %u",
                         block, thread, thread / 32, thread % 32);
                int times = exercise_lines(heard.text, first);
                printed += times;
                warps_seen += times && thread % 32 == 0; /* each warp has a lane 0 */
                lanes_seen += times && block == 0 && thread / 32 == 2;
            }
        exercise_check_ends(&e, heard.status ? "it ended with an error" : NULL, 1);
    }
    exercise_predict_value(&e, "lines that the kernel prints", lines, printed, 0, 1);
    exercise_predict_value(&e, "warps in the whole grid", warps, warps_seen, 0, 2);
    exercise_predict_value(&e, "lanes in the last warp of a block", lanes_of_the_last, lanes_seen,
                           0, 3);
    return exercise_end(&e);
}
