/* Exercise 08: the tree in the array itself (fill the gap)
 *
 * There is no shared memory in this kernel. Each block builds lesson 02's tree in its own piece of
 * the array, blockDim.x elements, and its sums overwrite them:
 *
 *     block 1 of 8 threads:   elements  8   9  10  11  12  13  14  15
 *                             s = 4    +12 +13 +14 +15                   threads 0 1 2 3 work
 *                             s = 2    +10 +11                           threads 0 1 work
 *                             s = 1    +9                                thread  0 works
 *
 * The launch function makes sure that every piece is complete. Required: right sums, no mistake,
 * no shared memory, and no more sectors than this tree needs. See docs/lessons/08_in_place.md.
 */
#include "exercise.h"
#include "lesson_groups.h"

__global__ void reduce_interleaved(int *in, int *partial)
{
    unsigned tid = threadIdx.x;
    int *data;

    /* ---- your code begins: about 6 lines ---- */
    data = in;
    /* ---- your code ends ---- */

    if (tid == 0)
        partial[blockIdx.x] = data[0];
}

static void launch(struct reduction *r)
{
    struct lesson_piece piece[2];
    int pieces = lesson_whole_groups(r, 1, piece); /* see lesson 08 */
    for (int i = 0; i < pieces; i++)
        reduce_interleaved<<<piece[i].grid, r->block, 0, r->stream>>>(piece[i].data,
                                                                      piece[i].partial);
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise08",
                                       LESSON_INT | LESSON_DESTROYS_INPUT);
    exercise_sums(&e, "reduce_interleaved", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 4096, 256);
    exercise_at_most(&e, "global load requests per block", 25, 3);
    exercise_at_most(&e, "global load sectors per block", 69, 3);
    exercise_at_most(&e, "global store sectors per block", 35, 3);
    exercise_at_most(&e, "shared store requests", 0, 3);
    exercise_at_most(&e, "barriers per block", 8, 2);
    return exercise_end(&e);
}
