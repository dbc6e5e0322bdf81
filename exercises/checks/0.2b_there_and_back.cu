/* The checks of exercise 0.2b. */
#include "exercise_program.h"
#define main program
#include <0.2b_there_and_back.cu>
#undef main

static void run(const struct exercise_numbers *a)
{
    memcpy(a->out, a->in, a->n * sizeof *a->in);
    double_all(a->out, a->n, a->block);
}

static int doubled(const struct exercise_numbers *a, size_t i) { return 2 * a->in[i]; }

static size_t used(void)
{
    size_t unused = 0, all = 0;
    cudaMemGetInfo(&unused, &all);
    return all - unused;
}

struct refused {
    int numbers[4], went_on;
};

static void with_large_blocks(void *it)
{
    struct refused *r = (struct refused *)it;
    if (EXERCISE_IS_INSPECTED && !freopen("/dev/null", "w", stderr)) /* CHECK says it is refused */
        return;
    double_all(r->numbers, 4, 2048);
    r->went_on = 1;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.2b", LESSON_INT);
    size_t before = used();
    char why[96] = "";
    exercise_array(&e, "every number doubled", run, doubled, 1, 1, 2);
    if (EXERCISE_IS_INSPECTED) { /* on a GPU others use memory, too, and the program would end */
        struct refused r = {{1, 2, 3, 4}, 0};
        exercise_true(&e, "by the kernel", exercise_launches() > 0, "it was not launched", 1);
        exercise_true(&e, "copied there and back", exercise_copies >= 2 * exercise_launches(),
                      "the host uses the device's memory itself; with a GPU it may not", 2);
        snprintf(why, sizeof why, "%zu bytes were never freed", used() - before);
        exercise_true(&e, "device memory is given back", used() == before, why, 3);
        if (!e.failed)
            exercise_apart(with_large_blocks, &r, sizeof r);
        exercise_true(&e, "blocks of 2048 threads: the error of the launch is noticed", !r.went_on,
                      "the launch was refused, and double_all() returned as if all were well", 3);
    }
    return exercise_end(&e);
}
