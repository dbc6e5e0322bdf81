/* Exercise 04: launch until one block is left (fill the gap)
 *
 * The kernel turns every 2 * blockDim.x numbers into one. The numbers that it writes are an array
 * like the one that it reads, so you can launch it on them again:
 *
 *     65536 --1024 blocks of 32--> 1024 --16 blocks--> 16 --1 block--> the sum
 *
 * The last launch, of one block, is there. The launches before it are missing: from how many
 * numbers, into which array, with how many blocks? r->partial and r->scratch are large enough.
 *
 * Required: right sums for any n and block, three launches for the 65536 elements above, and no
 * block that has nothing to add. See docs/lessons/04_finish_on_the_device.md.
 */
#include "exercise.h"

__global__ void reduce4(const int *in, int *out, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    const size_t shared_bytes = r->block * sizeof(int);
    const int *from = r->in; /* the next launch reads n numbers from here; */
    size_t n = r->n;         /* in the first one r->grid blocks cover them */

/* ---- your code begins: about 6 lines ---- */
    for (unsigned grid = r->grid; grid > 1; grid = blocks_for(n, 2 * r->block)) {
        /* Never the array that this launch reads: the blocks of a launch run in any order, and one
         * of them could overwrite numbers that another has not read yet. */
        int *to = from == r->partial ? r->scratch : r->partial;
        reduce4<<<grid, r->block, shared_bytes, r->stream>>>(from, to, n);
        from = to; /* the next launch starts when this one has ended, so all of it is written */
        n = grid;
    }
/* ---- your code ends ---- */

    reduce4<<<1, r->block, shared_bytes, r->stream>>>(from, r->result, n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise04", LESSON_INT);
    exercise_sums(&e, "reduce4", launch, 2, 1, 2);
    exercise_count(&e, launch, 2, 65536, 32);
    exercise_exactly(&e, "launches", 3, 3);
    exercise_at_most(&e, "blocks", 1024 + 16 + 1, 3);
    return exercise_end(&e);
}
