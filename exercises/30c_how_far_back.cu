/* Exercise 30c: how far back? (predict)
 *
 * A warp looks for what lies before its tile. Its lanes look at 32 states at a time: lane 0 at the tile just
 * before, lane 1 at the one before that, and so on. If one of them is a PREFIX, the warp is done. If not, the
 * lanes go on with the 32 tiles before those. Lanes before the first tile load nothing, and count as a PREFIX
 * of 0.
 *
 * There are 100 tiles, 0 to 99, with a warp for each. A load of a warp is one request, however many lanes take
 * part. Predict what the 100 warps load together:
 *
 *     one after another   each tile has its PREFIX when the next warp comes
 *     all at once         no tile has a PREFIX yet, all have their PARTIAL
 *
 * Only states are loaded here, no elements. See docs/lessons/30_look_back_scan.md.
 */
#include "exercise.h"
#include "lesson_block.h"

/* ---- your code begins: four numbers ---- */
static const double requests_in_turn = EXERCISE_UNKNOWN;
static const double lanes_in_turn = EXERCISE_UNKNOWN;
static const double requests_at_once = EXERCISE_UNKNOWN;
static const double lanes_at_once = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

enum { TILES = 100 };
enum { PARTIAL = 1, PREFIX = 2 };

__device__ volatile unsigned long long states[TILES];

__device__ void publish(unsigned tile, unsigned kind, unsigned sum)
{
    states[tile] = (unsigned long long)kind << 32 | sum;
}

__global__ void publish_all(unsigned kind)
{
    publish(threadIdx.x, kind, 1);
}

/* What lies before tile number blockIdx.x; that of the last tile is the result. */
__global__ void look_back(int *result)
{
    unsigned lane = threadIdx.x, before = 0, prefixes = 0;
    for (unsigned end = blockIdx.x; !prefixes; end -= 32) {
        unsigned kind = PREFIX, sum = 0;
        if (lane < end)
            do {
                unsigned long long state = states[end - 1 - lane];
                kind = (unsigned)(state >> 32);
                sum = (unsigned)state;
            } while (kind != PARTIAL && kind != PREFIX);
        prefixes = __ballot_sync(~0u, kind == PREFIX);
        bool is_beyond = prefixes & ((1u << lane) - 1);
        before += lesson_warp_sum(is_beyond ? 0 : sum);
    }
    if (lane == 0 && blockIdx.x == TILES - 1)
        *result = before;
}

template <unsigned kind> static void launch(struct reduction *r)
{
    publish_all<<<1, TILES, 0, r->stream>>>(kind);
    look_back<<<TILES, 32, 0, r->stream>>>(r->result);
}

/* Each of the tiles before the last has published a 1. */
static int expected(const int *, size_t)
{
    return TILES - 1;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise30c", LESSON_INT, "-n 1 -b 32");
    exercise_values(&e, "look_back, all at once", launch<PARTIAL>, 1, expected, 3, 3);
    exercise_count(&e, launch<PREFIX>, 1, TILES, 32);
    exercise_predict(&e, "global load requests", requests_in_turn, 1);
    exercise_predict(&e, "global load lanes", lanes_in_turn, 2);
    exercise_count(&e, launch<PARTIAL>, 1, TILES, 32);
    exercise_predict(&e, "global load requests", requests_at_once, 3);
    exercise_predict(&e, "global load lanes", lanes_at_once, 3);
    return exercise_end(&e);
}
