/* Exercise 26c: what becomes of it? (predict)
 *
 * The warp sums of lesson 26, of four rows each. First the machine code: nvcc compiles the kernels of lesson 26
 * for several architectures. How many SHFL (shuffles) and REDUX instructions are there in the whole kernel?
 * (`make sass26` shows it afterwards, where the CUDA Toolkit is. plots/recorded/sass.csv has it for all five
 * architectures.)
 *
 * Then the kernel below, which adds up in tiles of 8 lanes, a row in each. How many times does a warp exchange
 * registers? That is the inspector's "shuffles"; all tiles of a warp do it together, and it counts once. See
 * docs/lessons/26_hardware_reduce.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

/* ---- your code begins: five numbers ---- */
static const int redux_of_redux_sm_90 = 4;        /* REDUX instructions in kernel redux, sm_90 */
static const int shuffles_of_redux_sm_75 = 20;    /* SHFL in the same kernel, for sm_75 */
static const int redux_of_group_int_sm_100 = 4;   /* REDUX in group_reduce<int>, for sm_100 */
static const int redux_of_group_float_sm_100 = 0; /* and in group_reduce<float>, for sm_100 */
static const int shuffles_of_tiles = 3;           /* of a warp, in the kernel below */
/* ---- your code ends ---- */

/* Each row has at most 8 elements, and a tile for itself. */
__global__ void tiles(const int *in, int *sums, size_t n, unsigned rows)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    size_t row = (size_t)blockIdx.x * (blockDim.x / 8) + threadIdx.x / 8;
    int sum = row < rows && tile.thread_rank() < n ? in[row * n + tile.thread_rank()] : 0;
    sum = cg::reduce(tile, sum, cg::plus<int>());
    if (row < rows && tile.thread_rank() == 0)
        sums[row] = sum;
}

static void launch(struct reduction *r)
{
    r->grid = blocks_for(r->batch, r->block / 8);
    tiles<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n, r->batch);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise26c", LESSON_INT | LESSON_BATCH,
                                       "--row 1,7,8 -b 32,256 --batch 1,3,70");
    exercise_predict_value(&e, "REDUX in redux, sm_90", redux_of_redux_sm_90, 4, 0, 1);
    exercise_predict_value(&e, "SHFL in redux, sm_75", shuffles_of_redux_sm_75, 20, 0, 1);
    exercise_predict_value(&e, "REDUX in group_reduce<int>, sm_100", redux_of_group_int_sm_100, 4, 0, 2);
    exercise_predict_value(&e, "REDUX in group_reduce<float>, sm_100", redux_of_group_float_sm_100, 0, 0, 2);
    exercise_sums(&e, "tiles", launch, 1, 3, 3);
    exercise_count(&e, launch, 1, 8, 32, 4);
    exercise_predict(&e, "shuffles per block", shuffles_of_tiles, 3);
    return exercise_end(&e);
}
