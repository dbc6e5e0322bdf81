/* Exercise 07b: sixty-four blocks (find the bug)
 *
 * Each thread of this kernel walks through the array with the grid's stride, so the sum is right with
 * any number of blocks. The author launches at most 64, as an old sample does. That was four for
 * each of the 16 SMs of the card of its time. On a new card with 132 SMs, more than half of them get
 * no block.
 *
 * Required: a grid for any card. It has at least 4 blocks for each SM, if the array has enough
 * elements for them; at most 64 for each SM, so that threads have many elements to add; and no
 * block that has nothing to add. In one turn a block takes 2 * block elements. See
 * docs/lessons/07_algorithm_cascading.md.
 */
#include "exercise.h"

/* How many blocks of `block` threads should add up n elements on a card with sm_count SMs? */
static unsigned grid_for(size_t n, unsigned block, int sm_count)
{
    /* ---- your code begins: whatever is wrong is in here ---- */
    unsigned cover = blocks_for(n, 2 * block);
    return cover < 64 ? cover : 64;
    /* ---- your code ends ---- */
}

__global__ void reduce_stride(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x, block = blockDim.x;
    size_t stride = (size_t)gridDim.x * (2 * block);
    int sum = 0;

    for (size_t i = (size_t)blockIdx.x * (2 * block) + tid; i < n; i += stride) {
        sum += in[i];
        if (i + block < n)
            sum += in[i + block];
    }
    sums[tid] = sum;
    __syncthreads();
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    r->grid = grid_for(r->n, r->block, r->sm_count);
    reduce_stride<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial,
                                                                            r->n);
    finish(r);
}

/* On a card with `sms` SMs: is the grid within these limits? */
static void check_grid(struct exercise *e, int sms, size_t n, unsigned least, unsigned most)
{
    char what[80], why[80];
    e->sm_count = sms;
    unsigned grid = exercise_count(e, launch, 2, n, 32).grid;
    snprintf(what, sizeof what, "%d SMs, %zu elements, block 32: %u to %u blocks", sms, n, least,
             most);
    snprintf(why, sizeof why, "%u blocks are too %s", grid, grid < least ? "few" : "many");
    exercise_true(e, what, grid >= least && grid <= most, why,
                  grid < least ? 1 : grid > blocks_for(n, 64) ? 3 : 2);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise07b", LESSON_INT);
    exercise_sums(&e, "reduce_stride", launch, 2, 3, 3);
    check_grid(&e, 16, 60000, 4 * 16, 938); /* 938 blocks of 64 elements cover 60000 */
    check_grid(&e, 132, 60000, 4 * 132, 938);
    check_grid(&e, 2, 60000, 4 * 2, 64 * 2);
    check_grid(&e, 132, 1000, 1, 16);
    check_grid(&e, 132, 100, 1, 2);
    return exercise_end(&e);
}
