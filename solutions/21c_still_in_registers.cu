/* Exercise 21c: still in registers (beat the count)
 *
 * The kernel is lesson 21's. It reads the array twice: once for the mean and the maximum, and once to
 * normalise it. A thread takes pieces of 16 elements. The second time it begins with the piece that
 * it read last, because that may still be in L2. But it is nearer than that.
 *
 * Required: the same elements with fewer loads. With 16384 elements, one piece for each thread: no
 * more than the 512 requests of the first pass, and 8 for the numbers of the 4 blocks. With 65536
 * elements, two pieces for each thread: save half of the second pass. See
 * docs/lessons/21_data_exchange.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
enum { LOADS = 16 };

__global__ void __launch_bounds__(1024)
normalise(const float *in, float *out, float *sums, float *largests, size_t n)
{
    size_t stride = cg::this_grid().size(), pieces = (n - 1) / (LOADS * stride) + 1;
    size_t first = cg::this_grid().thread_rank();
    float x[LOADS], sum = 0, largest = 0;
    for (size_t i = first; i < n; i += LOADS * stride) {
        lesson_load(x, in, i, n, stride);
        for (unsigned k = 0; k < LOADS; k++) {
            sum += x[k];
            largest = fmaxf(largest, fabsf(x[k]));
        }
    }
    sum = lesson_block_total(sum, lesson_plus());
    largest = lesson_block_total(largest, lesson_larger());
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        largests[blockIdx.x] = largest;
    }
    cg::this_grid().sync();

    sum = largest = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) {
        sum += sums[b];
        largest = fmaxf(largest, largests[b]);
    }
    float mean = lesson_block_total(sum, lesson_plus()) / n;
    float scale = 1 / lesson_block_total(largest, lesson_larger());
/* ---- your code begins: about 7 lines ---- */
    for (size_t piece = pieces; piece-- > 0;) {
        size_t i = first + piece * LOADS * stride;
        /* The last piece of the first pass is still in x. (A thread without an element of that
         * piece has an older one in x, but then it writes nothing here.) */
        if (piece + 1 < pieces)
            lesson_load(x, in, i, n, stride);
        for (unsigned k = 0; k < LOADS; k++)
            if (i + k * stride < n)
                out[i + k * stride] = (x[k] - mean) * scale;
    }
/* ---- your code ends ---- */
}

static void launch(struct reduction *r)
{
    void *arguments[] = {&r->in, &r->out, &r->partial, &r->scratch, &r->n};
    int fit = 0; /* on one SM */
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, normalise, r->block, 0));
    unsigned resident = (unsigned)(fit * r->sm_count);
    lesson_cooperative_grid(r, fit, r->grid < resident ? r->grid : resident);
    CUDA_CHECK(cudaLaunchCooperativeKernel(normalise, r->grid, r->block, arguments, 0, r->stream));
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise21c", LESSON_FLOAT | LESSON_OUTPUT,
                                       "-n 1,33,5000,70001" EXERCISE_LARGE " -b 32,256");
    lesson_require_cooperative(&e.lesson);
    exercise_normalise(&e, "normalise", launch, LOADS, 2, 2);
    exercise_count(&e, launch, LOADS, 16384, 256);
    exercise_at_most(&e, "global load requests", 512 + 8, 1);
    e.sm_count = 1; /* as on a device that holds 8 blocks of 256 threads */
    exercise_count(&e, launch, LOADS, 65536, 256);
    exercise_at_most(&e, "global load requests", 2048 + 1024 + 16, 3);
    exercise_at_most(&e, "global store requests", 2048 + 16, 3);
    return exercise_end(&e);
}
