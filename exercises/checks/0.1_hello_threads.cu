/* The checks of exercise 0.1. */
#include "exercise_program.h"
#define main program
#include <0.1_hello_threads.cu>
#undef main

static int ask(int rows, int seats) { return ask_all(rows, seats); }

/* Does every seat answer once, and nobody else? Returns whether the host has waited for them. */
static int hear(struct exercise *e, int rows, int seats)
{
    if (!exercise_check_begins(e, "%d row%s of %d seats: a line from each", rows,
                               rows == 1 ? "" : "s", seats))
        return 0;
    struct exercise_heard heard = exercise_hear(e, ask, rows, seats, 1);
    char line[64], outcome[96] = "";
    if (!heard.has_launched && *heard.text)
        snprintf(outcome, sizeof outcome, "seat() was called on the host, and not launched");
    for (int i = 0; i < rows * seats && !*outcome; i++) {
        snprintf(line, sizeof line, "row %d, seat %d: here", i / seats, i % seats);
        int times = exercise_lines(heard.text, line);
        if (times == 0)
            snprintf(outcome, sizeof outcome, "row %d, seat %d was not heard", i / seats,
                     i % seats);
        else if (times > 1)
            snprintf(outcome, sizeof outcome, "row %d, seat %d was heard %d times", i / seats,
                     i % seats, times);
    }
    int lines = exercise_lines(heard.text, NULL);
    if (!*outcome && lines != rows * seats)
        snprintf(outcome, sizeof outcome, "%d lines for %d seats", lines, rows * seats);
    if (!*outcome && heard.status != cudaSuccess)
        snprintf(outcome, sizeof outcome, "all answered, but error %d was returned", heard.status);
    exercise_check_ends(e, *outcome ? outcome : exercise_found() ? "MISTAKE" : NULL, 1);
    return heard.has_waited;
}

struct refused {
    int rows, seats, error;
};

static void ask_for_too_much(void *it)
{
    struct refused *r = (struct refused *)it;
    r->error = ask_all(r->rows, r->seats);
}

static void hear_error(struct exercise *e, int rows, int seats)
{
    struct refused r = {rows, seats, cudaSuccess};
    char what[64];
    snprintf(what, sizeof what, "%d row%s of %d seats: refused, and that is returned", rows,
             rows == 1 ? "" : "s", seats);
    int came_back = e->failed || exercise_apart(ask_for_too_much, &r, sizeof r);
    /* CUDA 13 calls it an invalid value. */
    int is_refused = r.error == cudaErrorInvalidConfiguration || r.error == cudaErrorInvalidValue;
    exercise_true(e, what, came_back && is_refused,
                  !came_back ? "ask_all() did not return"
                  : r.error ? "another error was returned"
                  : "cudaSuccess was returned, but nobody answered", 3);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.1", LESSON_INT, "-n 1 -b 32");
    int has_waited = hear(&e, 2, 5);
    if (EXERCISE_IS_INSPECTED)
        exercise_true(&e, "and the host has waited for them", has_waited,
                      "no: on a GPU the program may end before a seat has spoken", 2);
    hear(&e, 1, 33);
    hear(&e, 40, 3);
    hear_error(&e, 1, 1025);
    hear_error(&e, 0, 8);
    return exercise_end(&e);
}
