/* Exercise 30b: two words (find the bug)
 *
 * The states of a look-back scan, in two arrays: a kind (plus the number of the launch) and a sum. For two years
 * all prefix sums were right. Then somebody bought another card, and one scan in a million was wrong.
 *
 * Required: no race, and one store for each state that is published, not two. What is between the lines decides
 * how a state is kept. look_back() calls state_of() until it returns PARTIAL or PREFIX, and ignores the sum until
 * then. See docs/lessons/30_look_back_scan.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { TILES = 1 << 21 };
enum { PARTIAL = 1, PREFIX = 2 };

/* High half: 0 in the first launch, 4 in the next, then 8 ...; low half: the tiles taken so far. */
__device__ unsigned long long next_tile;

/* ---- your code begins: whatever is wrong is in here ---- */
/* One instruction writes a word of 64 bits, and one reads it. Whoever reads the kind has the sum that was written
 * with it. */
__device__ volatile unsigned long long states[TILES];

__device__ void publish(unsigned tile, unsigned launch, unsigned kind, unsigned sum)
{
    states[tile] = (unsigned long long)(launch + kind) << 32 | sum;
}

/* Returns the kind. Anything but PARTIAL and PREFIX means: not there yet. */
__device__ unsigned state_of(unsigned tile, unsigned launch, unsigned *sum)
{
    unsigned long long state = states[tile];
    *sum = (unsigned)state;
    return (unsigned)(state >> 32) - launch;
}
/* ---- your code ends ---- */

struct turn { unsigned tile, launch; };

__device__ turn draw_tile()
{
    unsigned long long drawn = atomicAdd(&next_tile, 1);
    turn mine = {(unsigned)drawn, (unsigned)(drawn >> 32)};
    if (mine.tile == gridDim.x - 1)
        atomicExch(&next_tile, (unsigned long long)(mine.launch + 4) << 32);
    return mine;
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
            do
                kind = state_of(end - 1 - lane, launch, &sum);
            while (kind != PARTIAL && kind != PREFIX);
        prefixes = __ballot_sync(~0u, kind == PREFIX);
        bool is_beyond = prefixes & ((1u << lane) - 1); /* a nearer tile has one */
        before += lesson_warp_sum(is_beyond ? 0 : sum);
    }
    if (lane == 0)
        publish(tile, launch, PREFIX, before + total);
    return before;
}

/* A tile is one warp's: 32 elements, so that there are many. */
__global__ void look_back_scan(const unsigned *in, unsigned *out, size_t n)
{
    unsigned lane = threadIdx.x, sum = 0;
    turn mine = {0, 0};
    if (lane == 0)
        mine = draw_tile();
    unsigned tile = __shfl_sync(~0u, mine.tile, 0), launch = __shfl_sync(~0u, mine.launch, 0);
    size_t i = (size_t)tile * 32 + lane;
    if (i < n)
        sum = in[i];
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += lane >= d ? left : 0;
    }
    sum += look_back(tile, launch, __shfl_sync(~0u, sum, 31));
    if (i < n)
        out[i] = sum;
}

static void launch(struct reduction *r)
{
    r->block = 32;
    r->grid = blocks_for(r->n, 32);
    look_back_scan<<<r->grid, 32, 0, r->stream>>>((const unsigned *)r->in, (unsigned *)r->out, r->n);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise30b", LESSON_INT | LESSON_OUTPUT,
                                       "-n 1,33,1000,4097 -b 32");
    exercise_scan(&e, "look_back_scan", launch, 1, LESSON_INCLUSIVE, 1, 1);
    exercise_count(&e, launch, 1, 4096, 32);
    exercise_exactly(&e, "global store lanes", 4096 + 2 * 128, 2,
                     "4096 elements, and 128 tiles with two states each. (Why one store for a state?\n"
                     "  Fences do order two, but a tile has two states, one after the other.)");
    return exercise_end(&e);
}
