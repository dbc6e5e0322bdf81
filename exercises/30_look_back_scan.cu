/* Exercise 30: the next tile (fill the gap)
 *
 * Prefix sums in one pass, one element per thread. A block needs what lies before its tile, and waits until the
 * tiles before it have published their states. Here block 0 has the last tile, block 1 the one before it, and so
 * on. That could happen with blockIdx.x, too: CUDA does not say which blocks start first. If not all of them have
 * room, those that run wait for those that cannot start.
 *
 * Required: a block takes the next tile that no other block has taken, whatever its blockIdx.x is. It also learns
 * the number of the launch, times four. Both come from next_tile. At the end, next_tile must be ready for the
 * next launch, with a new launch number, or that launch would take the old states for new ones. Use one atomic
 * for each block and one more in all, and no memset. See docs/lessons/30_look_back_scan.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { TILES = 1 << 21 };
enum { PARTIAL = 1, PREFIX = 2 };

/* High half: 0 in the first launch, 4 in the next, then 8 ...; low half: the tiles taken so far. */
__device__ unsigned long long next_tile;
/* High half: the same number plus the kind; low half: a sum. */
__device__ volatile unsigned long long states[TILES];

struct turn { unsigned tile, launch; };

/* For thread 0 of each block. */
__device__ turn draw_tile()
{
/* ---- your code begins: about 5 lines ---- */
    return {gridDim.x - 1 - blockIdx.x, 0};
/* ---- your code ends ---- */
}

__device__ void publish(unsigned tile, unsigned launch, unsigned kind, unsigned sum)
{
    states[tile] = (unsigned long long)(launch + kind) << 32 | sum;
}

/* The sum of all tiles before this one, whose sum is `total`. For one warp; lane 0 looks at the nearest. */
__device__ unsigned look_back(unsigned tile, unsigned launch, unsigned total)
{
    unsigned lane = threadIdx.x % 32, before = 0, prefixes = 0;
    if (lane == 0)
        publish(tile, launch, PARTIAL, total);
    for (unsigned end = tile; !prefixes; end -= 32) {
        unsigned kind = PREFIX, sum = 0; /* before the first tile there is nothing */
        if (lane < end)
            do {
                unsigned long long state = states[end - 1 - lane];
                kind = (unsigned)(state >> 32) - launch;
                sum = (unsigned)state;
            } while (kind != PARTIAL && kind != PREFIX);
        prefixes = __ballot_sync(~0u, kind == PREFIX);
        bool is_beyond = prefixes & ((1u << lane) - 1); /* a nearer tile has one */
        before += lesson_warp_sum(is_beyond ? 0 : sum);
    }
    if (lane == 0)
        publish(tile, launch, PREFIX, before + total);
    return before;
}

__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

__global__ void look_back_scan(const unsigned *in, unsigned *out, size_t n)
{
    __shared__ turn mine;
    __shared__ unsigned sums[32]; /* of warps; then: before warps */
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        mine = draw_tile();
    __syncthreads();
    size_t i = (size_t)mine.tile * blockDim.x + threadIdx.x;
    unsigned x = i < n ? in[i] : 0;
    unsigned sum = warp_scan(x);
    if (lane == 31)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned own = lane < blockDim.x / 32 ? sums[lane] : 0;
        unsigned upto = warp_scan(own);
        sums[lane] = look_back(mine.tile, mine.launch, __shfl_sync(~0u, upto, 31)) + upto - own;
    }
    __syncthreads();
    if (i < n)
        out[i] = sums[warp] + sum;
}

static void launch(struct reduction *r)
{
    if (r->grid > TILES)
        lesson_fail(LESSON_USAGE, "%u tiles: at most %d; choose a smaller -n", r->grid, TILES);
    look_back_scan<<<r->grid, r->block, 0, r->stream>>>((const unsigned *)r->in, (unsigned *)r->out, r->n);
}

/* The launch's number in the state of tile 0. */
static unsigned number_of_launch(struct exercise *e)
{
    unsigned long long state = 0;
    CUDA_CHECK(cudaStreamSynchronize(e->lesson.stream));
    CUDA_CHECK(cudaMemcpyFromSymbol(&state, states, sizeof state));
    return (unsigned)(state >> 32) - PREFIX;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise30", LESSON_INT | LESSON_OUTPUT,
                                       "-n 1,33,1000,4097" EXERCISE_LARGE " -b 64,256");
    exercise_scan(&e, "look_back_scan", launch, 1, LESSON_INCLUSIVE, 2, 1);
    exercise_count(&e, launch, 1, 4096, 64);
    unsigned number = number_of_launch(&e);
    exercise_exactly(&e, "global atomic lanes", 64 + 1, 3, "one for each of 64 blocks, and one");
    exercise_count(&e, launch, 1, 4096, 64);
    exercise_equal(&e, "the next launch's number, as the states have it", number_of_launch(&e), number + 4, 2);
    return exercise_end(&e);
}
