/* Exercise 23b: a slice of the array (find the bug)
 *
 * add_slice() adds up elements first ... first + n - 1 of an array, four at a time. The author knows
 * that vectors need whole groups of four, and loads single elements where n is not a multiple of 4.
 * The tests passed, with slices that begin at 0, 1000 and 4096. A program that cuts its array at any
 * element stops on a GPU with "misaligned address". Where it does not stop, some slices are slow.
 *
 * Required: right sums for every slice, no mistake, and four elements with each load wherever the
 * slice begins at a multiple of 4, whatever n is. See docs/lessons/23_vector_loads.md.
 */
#include "exercise.h"
#include "lesson_block.h"

__global__ void add_slice(const int *array, size_t first, size_t n, int *partial)
{
    const int *in = array + first;
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    int sum = 0;

    /* ---- your code begins: whatever is wrong is in here ---- */
    size_t vectors = n % 4 == 0 ? n / 4 : 0;
    for (size_t i = thread; i < vectors; i += threads) {
        int4 x = ((const int4 *)in)[i];
        sum += x.x + x.y + x.z + x.w;
    }
    for (size_t i = 4 * vectors + thread; i < n; i += threads)
        sum += in[i];
    /* ---- your code ends ---- */

    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* Two slices; the second begins at a third of the array. */
static void launch(struct reduction *r)
{
    size_t first = r->n / 3;
    add_slice<<<2, r->block, 0, r->stream>>>(r->in, 0, first, r->partial);
    add_slice<<<2, r->block, 0, r->stream>>>(r->in, first, r->n - first, r->partial + 2);
    r->grid = 4;
    finish(r);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise23b", LESSON_INT,
                                       "-n 1,2,3,4,5,7,12,16,33,48,257,1000,3000,4099" EXERCISE_LARGE
                                       " -b 32,256");
    exercise_sums(&e, "add_slice", launch, 1, 1, 2);
    exercise_count(&e, launch, 1, 3 * 4096, 256);
    exercise_at_most(&e, "global load requests", 96, 3);
    exercise_count(&e, launch, 1, 3 * 4096 + 2, 256); /* of 4096 and 8194 elements */
    exercise_at_most(&e, "global load requests", 97, 3);
    return exercise_end(&e);
}
