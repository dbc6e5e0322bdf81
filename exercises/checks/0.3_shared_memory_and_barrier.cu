/* The checks of exercise 0.3. */
#include "exercise_program.h"
#define main program
#include <0.3_shared_memory_and_barrier.cu>
#undef main

static void run(const struct exercise_numbers *a)
{
    int *in = exercise_to_device(a->in, a->n, "in");
    int *out = exercise_to_device(a->out, a->n, "out");
    reverse<<<blocks_for(a->n, a->block), a->block>>>(in, out, a->n);
    exercise_from_device(a->out, out, a->n);
    CUDA_CHECK(cudaFree(in));
}

static int reversed(const struct exercise_numbers *a, size_t i)
{
    size_t first = i / a->block * a->block;
    size_t count = a->n - first < a->block ? a->n - first : a->block;
    return a->in[first + count - 1 - (i - first)];
}

static void launch(struct reduction *r)
{
    reverse<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise0.3", LESSON_INT);
    exercise_array(&e, "every block reversed", run, reversed, 1, 1, 2);
    exercise_count(&e, launch, 1, 256, 256);
    exercise_exactly(&e, "shared store requests per block", 8, 3);
    exercise_exactly(&e, "global load requests per block", 8, 3);
    exercise_exactly(&e, "barriers per block", 1, 3);
    return exercise_end(&e);
}
