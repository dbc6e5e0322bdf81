/* The checks of exercise 0.2. */
#include "exercise_program.h"
#define main program
#include <0.2_index_and_guard.cu>
#undef main

static void run(const struct exercise_numbers *a)
{
    int *in = exercise_to_device(a->in, a->n, "in");
    int *out = exercise_to_device(a->out, a->results, "out");
    add_pairs<<<blocks_for(a->results, a->block), a->block>>>(in, out, a->n);
    exercise_from_device(a->out, out, a->results);
    CUDA_CHECK(cudaFree(in));
}

static int pair(const struct exercise_numbers *a, size_t i)
{
    return a->in[2 * i] + (2 * i + 1 < a->n ? a->in[2 * i + 1] : 0);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.2", LESSON_INT);
    exercise_array(&e, "every pair", run, pair, 2, 1, 2);
    return exercise_end(&e);
}
