/* Lesson 30: look-back scan
 *
 * Lesson 19 reads the array twice: once for what lies before each block, once to scan it. Here a block reads
 * its tile once, keeps it in registers, and asks the tiles before it:
 *
 *     tile        0          1          2          3          4
 *     state    PREFIX 9   PREFIX 31  PARTIAL 7  PARTIAL 12     ?     before it: 12 + 7 + 31
 *
 * PARTIAL is the sum of a tile, PREFIX the sum up to its end. Both are published in one word of 64 bits, which
 * also says in which launch: so no reader sees half a state, and nothing has to be cleared. A block draws the
 * number of its tile when it starts, so it waits only for blocks that have started, too.
 */
#include "lesson.h"
#include "lesson_block.h"
#include "lesson_cub.h"

enum { SHORT = 4, LONG = 8 };     /* rows of a tile: a thread has four elements in each */
enum { TILES = 1 << 22 };         /* at most, in a launch */
enum { PARTIAL = 1, PREFIX = 2 }; /* kinds of states; anything else: not there yet */

/* Words of two halves. High half: four times the number of the launch, plus a state's kind. Low half: the next
 * tile, or a sum. They outlive a launch, so two of these launches must not run at the same time. */
__device__ unsigned long long next_tile;
__device__ volatile unsigned long long states[TILES];

struct turn { unsigned tile, launch; };

/* For thread 0. The block that draws the last tile prepares the next launch. Launch numbers repeat after 2^30
 * launches. No state must get that old, so each launch clears one that it does not use. */
__device__ turn draw_tile()
{
    unsigned long long drawn = atomicAdd(&next_tile, 1);
    turn mine = {(unsigned)drawn, (unsigned)(drawn >> 32)};
    if (mine.tile == gridDim.x - 1) {
        atomicExch(&next_tile, (unsigned long long)(mine.launch + 4) << 32);
        unsigned old = ~(mine.launch / 4) % TILES;
        if (old > mine.tile)
            states[old] = 0;
    }
    return mine;
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

/* The sum up to this lane, in each lane of a warp. */
__device__ unsigned warp_scan(unsigned sum)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, sum, d);
        sum += threadIdx.x % 32 >= d ? left : 0;
    }
    return sum;
}

/* Elements i to i + 3, or as many as there are. */
__device__ uint4 load_some(const unsigned *in, unsigned i, unsigned n)
{
    return {i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0,
            i + 3 < n ? in[i + 3] : 0};
}

__device__ void store_some(unsigned *out, unsigned i, unsigned n, uint4 y)
{
    if (i < n)
        out[i] = y.x;
    if (i + 1 < n)
        out[i + 1] = y.y;
    if (i + 2 < n)
        out[i + 2] = y.z;
    if (i + 3 < n)
        out[i + 3] = y.w;
}

/* A warp has `rows` rows of 128 elements, one after another. With at most 64 registers, 1024 threads fit on an
 * SM. */
template <unsigned rows, bool inclusive>
__global__ void __launch_bounds__(1024, 1)
look_back_scan(const unsigned *in, unsigned *out, size_t n)
{
    __shared__ turn mine;
    __shared__ unsigned sums[32]; /* of warps; then: before warps */
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    if (threadIdx.x == 0)
        mine = draw_tile();
    __syncthreads();
    unsigned tile = mine.tile, launch = mine.launch;
    unsigned size = blockDim.x * (rows * 4), i = warp * (rows * 128) + lane * 4;
    in += (size_t)tile * size;
    out += (size_t)tile * size;
    unsigned here = (unsigned)min(n - (size_t)tile * size, (size_t)size);
    bool in_vectors = here == size && ((size_t)in | (size_t)out) % 16 == 0;

    uint4 x[rows];
    if (in_vectors)
#pragma unroll
        for (unsigned k = 0; k < rows; k++)
            x[k] = *(const uint4 *)(in + i + k * 128);
    else
#pragma unroll
        for (unsigned k = 0; k < rows; k++)
            x[k] = load_some(in, i + k * 128, here);

    unsigned before[rows], sum = 0; /* of this warp */
#pragma unroll
    for (unsigned k = 0; k < rows; k++) {
        unsigned own = x[k].x + x[k].y + x[k].z + x[k].w;
        unsigned upto = warp_scan(own);
        before[k] = sum + upto - own;
        sum += __shfl_sync(~0u, upto, 31);
    }
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        unsigned own = lane < blockDim.x / 32 ? sums[lane] : 0;
        unsigned upto = warp_scan(own);
        sums[lane] = look_back(tile, launch, __shfl_sync(~0u, upto, 31)) + upto - own;
    }
    __syncthreads();
    sum = sums[warp];

#pragma unroll
    for (unsigned k = 0; k < rows; k++) {
        uint4 y;
        y.x = sum + before[k] + (inclusive ? x[k].x : 0);
        y.y = y.x + (inclusive ? x[k].y : x[k].x);
        y.z = y.y + (inclusive ? x[k].z : x[k].y);
        y.w = y.z + (inclusive ? x[k].w : x[k].z);
        if (in_vectors)
            *(uint4 *)(out + i + k * 128) = y;
        else
            store_some(out, i + k * 128, here, y);
    }
}

/* Short tiles as long as all of them find room at once. Beyond that long ones, because they are fewer. */
template <bool inclusive> static void launch(struct reduction *r)
{
    bool fit = r->n <= (size_t)r->sm_count * 1024 * (SHORT * 4);
    auto kernel = fit ? look_back_scan<SHORT, inclusive> : look_back_scan<LONG, inclusive>;
    r->grid = blocks_for(r->n, (size_t)r->block * ((fit ? SHORT : LONG) * 4));
    if (r->grid > TILES)
        lesson_fail(LESSON_USAGE, "-n %zu -b %u: %u tiles, and there are states for %d; choose a larger "
                    "--block", r->n, r->block, r->grid, TILES);
    kernel<<<r->grid, r->block, 0, r->stream>>>((const unsigned *)r->in, (unsigned *)r->out, r->n);
}

static const struct lesson_about about = {
    .title = "look-back scan",
    .part = "V",
    .step_from = "lesson19",
    .offers = LESSON_INT | LESSON_OUTPUT,
    .defaults = "-n 2^29 -b 512",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_scan(&l, "look_back_exclusive", launch<false>, SHORT * 4, LESSON_EXCLUSIVE);
    lesson_run_scan_library(&l, "cub_exclusive_scan", lesson_cub_exclusive_scan, LESSON_EXCLUSIVE);
    lesson_run_scan(&l, "look_back_inclusive", launch<true>, SHORT * 4, LESSON_INCLUSIVE);
    lesson_run_scan_library(&l, "cub_inclusive_scan", lesson_cub_inclusive_scan, LESSON_INCLUSIVE);
    return lesson_end(&l);
}
