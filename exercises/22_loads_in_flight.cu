/* Exercise 22: how many loads? (fill the gap)
 *
 * Little's law: a memory that delivers B bytes per nanosecond and answers after L nanoseconds is
 * busy while B * L bytes are on their way, for all SMs together. This program uses the law to choose
 * how many loads of 4 bytes each thread starts at once. Then it launches the kernel that has them.
 *
 * Fill in both functions. The threads of an SM share what the SM must order. Each thread starts a
 * power of two of loads, and at most 32. And loads need registers: an SM has four schedulers. Each
 * has 16384 registers for its own warps, and room for at most 16 warps.
 *
 * Required: the smallest number of loads that is enough, for any card; the most threads that fit,
 * for any number of registers; and right sums. See docs/lessons/22_loads_in_flight.md.
 */
#include "exercise.h"
#include "lesson_block.h"

struct card {
    const char *name;
    double gb_per_s; /* of the memory; the same as bytes per nanosecond */
    double ns;       /* until a load from memory is answered */
    int sms;
};

/* ---- your code begins: about 8 lines ---- */
/* Loads that each thread must have in flight when an SM has so many threads. */
static unsigned loads_for(const struct card *card, unsigned threads)
{
    return 1;
}

/* Threads that fit on an SM when each takes so many registers, a multiple of 8. */
static unsigned threads_for(unsigned registers)
{
    return 2048;
}
/* ---- your code ends ---- */

template <unsigned at_once>
__global__ void __launch_bounds__(1024, 1) loads(const int *in, int *partial, size_t n)
{
    size_t piece = at_once * blockDim.x;
    int sum = lesson_thread_sum<at_once>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                         gridDim.x * piece);
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

static const struct card h200 = {"H200", 4814, 349, 132};

/* One block on each SM. */
static void launch(struct reduction *r)
{
    unsigned at_once = loads_for(&h200, r->block);
    auto kernel = at_once == 1 ? loads<1> : at_once == 2 ? loads<2> : at_once == 4 ? loads<4>
                : at_once == 8 ? loads<8> : at_once == 16 ? loads<16> : loads<32>;
    r->grid = blocks_for(r->n, (size_t)r->block * at_once);
    if (r->grid > (unsigned)r->sm_count)
        r->grid = (unsigned)r->sm_count;
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static void check_card(struct exercise *e, const struct card *card, unsigned threads,
                       unsigned loads, int hint)
{
    char what[96];
    snprintf(what, sizeof what, "%s, %u threads on an SM: loads of a thread", card->name, threads);
    exercise_equal(e, what, loads_for(card, threads), loads, hint);
}

static void check_registers(struct exercise *e, unsigned registers, unsigned threads)
{
    char what[96];
    snprintf(what, sizeof what, "%u registers: threads on an SM", registers);
    exercise_equal(e, what, threads_for(registers), threads, 3);
}

int main(int argc, char **argv)
{
    static const struct card slow = {"a card of 320 GB/s, 40 SMs, 500 ns", 320, 500, 40};
    static const struct card exact = {"a card of 1024 GB/s, 64 SMs, 512 ns", 1024, 512, 64};
    struct exercise e = exercise_begin(argc, argv, "exercise22", LESSON_INT);
    check_card(&e, &h200, 1024, 4, 1);
    check_card(&e, &h200, 2048, 2, 1);
    check_card(&e, &h200, 256, 16, 1);
    check_card(&e, &h200, 64, 32, 2);
    check_card(&e, &slow, 1024, 1, 1);
    check_card(&e, &slow, 96, 16, 2);
    check_card(&e, &exact, 2048, 1, 2); /* 8192 bytes: just enough */
    check_card(&e, &exact, 1024, 2, 2);
    check_registers(&e, 32, 2048);
    check_registers(&e, 24, 2048);
    check_registers(&e, 40, 1536);
    check_registers(&e, 64, 1024);
    check_registers(&e, 248, 256);
    exercise_sums(&e, "loads", launch, 1, 2, 2);
    return exercise_end(&e);
}
