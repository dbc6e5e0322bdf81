/* observed.c: see observed.h. */
#include "observed.h"

#include "../../base/devices.h"
#include "../../base/settings.h"
#include "../findings/allowance.h"
#include "../order/group.h"
#include "stream.h"

#include <string.h>

enum { SOME_BLOCKS = 64, SOME_ACCESSES = 1 << 17, SOME_LAUNCHES = 16, ENOUGH_ACCESSES = 1 << 21 };

static uint64_t blocks_to_observe, accesses_to_observe = ~0ull;
static struct running {                 /* the launch that runs on a device */
    uint64_t accesses;
    int is_skipped;                     /* this launch is not inspected */
} running[MAX_DEVICES];

static struct running *here(void) { return &running[cuda_cpu_current_device]; }

static uint64_t ask_blocks(void)
{
    const char *text = cuda_cpu_setting("CUDA_CPU_INSPECT_BLOCKS");

    if (!text) {
        accesses_to_observe = SOME_ACCESSES;
        return SOME_BLOCKS;
    }
    if (!strcmp(text, "all"))
        return ~0ull;
    return cuda_cpu_setting_number("CUDA_CPU_INSPECT_BLOCKS", "blocks (or all)", 1, 999999999, 0);
}

int observed_begin_launch(void)
{
    int is_first = !blocks_to_observe;

    if (is_first)
        blocks_to_observe = ask_blocks();
    *here() = (struct running){ 0 };
    return is_first;
}

void observed_one_access(void) { here()->accesses++; }

int observed_is_skipped(void) { return here()->is_skipped; }

int observed_has_room(uint64_t block)
{
    return !here()->is_skipped && block < blocks_to_observe && here()->accesses < accesses_to_observe;
}

/* With --blocks or --all, all launches are inspected. */
static int is_every_launch_asked(void)
{
    static int known, asked;

    if (!known++) {
        int all = cuda_cpu_setting_is("CUDA_CPU_INSPECT_LAUNCHES", "all");

        asked = all || accesses_to_observe != SOME_ACCESSES;
    }
    return asked || kernel_all_count() || allowance_is_set();
}

void observed_is_named(struct worker *w, const char *symbol)
{
    struct kernel *k;

    kernel_set(w, symbol);
    k = kernel_now();
    group_mine()->kernel = k;
    if (is_every_launch_asked() || k->inspected < SOME_LAUNCHES || k->accesses < ENOUGH_ACCESSES)
        return;
    here()->is_skipped = 1;
    k->skipped++;
    stream_drop(w);
}

void observed_end_launch(void)
{
    struct kernel *k = kernel_now();

    if (k && !here()->is_skipped) {
        k->inspected++;
        k->accesses += here()->accesses;
    }
}
