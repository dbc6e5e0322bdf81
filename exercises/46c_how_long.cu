/* Exercise 46c: how long does it take? (predict)
 *
 * 2^32 ints in the hosts' memory, four processes with a card each, and chunks of 2^24 elements. A card gets 50 GB/s from its host, and
 * adds up 3000 GB/s (GB: 10^9 bytes). Everything else takes no time.
 *
 * Before you work it out: is the sum much faster with two buffers? How much of the card's memory do they take, in MB (10^6 bytes)?
 * How many milliseconds does one_buffer take, and how many two_buffers? How many would two_buffers take if eight processes on
 * two hosts shared the work? And how many bytes does MPI carry for four processes, if rank 0 sends the unique id (128 bytes) to
 * each of the others?
 *
 * The times to 0.5 %. See docs/lessons/46_mpi_nccl.md.
 */
#include "exercise.h"

/* ---- your code begins: five numbers ---- */
static const double buffers_mb = EXERCISE_UNKNOWN;
static const double one_buffer_ms = EXERCISE_UNKNOWN;
static const double two_buffers_ms = EXERCISE_UNKNOWN;
static const double eight_processes_ms = EXERCISE_UNKNOWN;
static const int bytes_by_mpi = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

/* With two buffers the longer of the two is always at work; the other shows only once, at the end or the beginning. */
static double milliseconds(double processes, int buffers)
{
    double chunks = 0x1p32 / processes / 0x1p24, copy = 0x1p24 * 4 / 50e9 * 1e3, add = 0x1p24 * 4 / 3000e9 * 1e3;
    return buffers == 1 ? chunks * (copy + add) : chunks * copy + add;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise46c", LESSON_INT, "-n 1000 -b 64");
    double one = milliseconds(4, 1), two = milliseconds(4, 2), eight = milliseconds(8, 2);
    exercise_predict_value(&e, "MB of the card's memory that two buffers take", buffers_mb, 2 * 0x1p24 * 4 / 1e6, 0.5, 1);
    exercise_predict_value(&e, "ms of one_buffer", one_buffer_ms, one, 0.005 * one, 2);
    exercise_predict_value(&e, "ms of two_buffers", two_buffers_ms, two, 0.005 * two, 3);
    exercise_predict_value(&e, "ms of two_buffers with eight processes", eight_processes_ms, eight, 0.005 * eight, 3);
    exercise_predict_value(&e, "bytes that MPI carries", bytes_by_mpi, 3 * 128, 0, 1);
    return exercise_end(&e);
}
