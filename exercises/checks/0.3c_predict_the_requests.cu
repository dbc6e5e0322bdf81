/* The checks of exercise 0.3c. */
#include "exercise_program.h"
#define main program
#include <0.3c_predict_the_requests.cu>
#undef main

static void launch(struct reduction *r)
{
    block_sums<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.3c", LESSON_INT);
    exercise_sums(&e, "block_sums", launch, 1, 1, 1);
    exercise_count(&e, launch, 1, 64, 64);
    exercise_predict(&e, "shared store requests per block", shared_stores, 1);
    exercise_predict(&e, "shared load requests per block", shared_loads, 2);
    exercise_predict(&e, "barriers per block", barriers, 3);
    return exercise_end(&e);
}
