/* The checks of exercise 0.3b. */
#include "exercise_program.h"
#define main program
#include <0.3b_three_hundred_numbers.cu>
#undef main

static void launch(struct reduction *r)
{
    launch_block_sums(r->in, r->partial, r->n, r->block);
    CUDA_CHECK(cudaGetLastError());
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.3b", LESSON_INT);
    exercise_sums(&e, "block_sums", launch, 1, 1, 2);
    e.first.launch = NULL; /* not timed on a GPU: what is launched in the default stream cannot be captured */
    return exercise_end(&e);
}
