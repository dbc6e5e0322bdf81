/* Exercise 23: any address, any length (fill the gap)
 *
 * The kernel adds up n ints from `in` on. These may begin at any int of a larger array, so the address
 * is a multiple of 4, and of 16 only by chance. A load of 16 bytes needs a multiple of 16.
 *
 *     address (in ints)   1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13
 *                         head    | vectors                 | tail
 *
 * So far the code in the gap loads single elements. Write what comes before and behind the vectors,
 * and where they begin. Load nothing outside of in[0] ... in[n - 1].
 *
 * Required: right sums for any address and any n, no mistake, and vectors wherever there are any.
 * See docs/lessons/23_vector_loads.md.
 */
#include "exercise.h"
#include "lesson_block.h"

__global__ void sum_vectors(const int *in, int *partial, size_t n)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x; /* in the grid */
    size_t threads = (size_t)gridDim.x * blockDim.x;
    int sum = 0;

/* ---- your code begins: about 10 lines ---- */
    for (size_t i = thread; i < n; i += threads)
        sum += in[i];
/* ---- your code ends ---- */

    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* The array in two pieces, of which the second begins anywhere. */
static void launch(struct reduction *r)
{
    size_t first = r->n / 3;
    unsigned blocks = r->grid < 8 ? r->grid : 8;
    sum_vectors<<<blocks, r->block, 0, r->stream>>>(r->in, r->partial, first);
    sum_vectors<<<blocks, r->block, 0, r->stream>>>(r->in + first, r->partial + blocks,
                                                    r->n - first);
    r->grid = 2 * blocks;
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise23", LESSON_INT,
                                       "-n 1,2,3,4,5,6,7,8,9,10,11,12,13,16,33,257,1000,4099,20011"
                                       EXERCISE_LARGE " -b 32,64,256");
    exercise_sums(&e, "sum_vectors", launch, 4, 1, 2);
    exercise_count(&e, launch, 4, 16387, 256); /* pieces of 5462 and 10925, the second at 5462 */
    exercise_at_most(&e, "global load requests", 132, 3,
                     "43 and 86 requests are enough for the vectors, and 3 for a head and two tails");
    return exercise_end(&e);
}
