/* count.c: at which instructions a kernel waits for others, and what goes from lane to lane. What only runs where a warp has
 * come apart (helper functions, and what stands behind a WARPSYNC.COLLECTIVE) is left out. */
#include "sass.h"

#include <string.h>

void count_waits(struct kernel *kernel)
{
    bool is_apart = false;

    for (int i = 0; i < kernel->own; i++) {
        const struct instruction *at = &kernel->code[i];
        bool is_collective = strstr(at->opcode, "COLLECTIVE") != NULL;

        is_apart |= is_collective;
        kernel->barriers += !strcmp(at->base, "BAR");
        kernel->shuffles += !is_apart && !strcmp(at->base, "SHFL");
        kernel->reductions += !is_apart && one_of(at->base, "REDUX CREDUX");
        kernel->warp_barriers += !is_collective && !strcmp(at->base, "WARPSYNC");
        kernel->warp_barriers += !strcmp(at->base, "CALL") && at->operands.count
                                 && strstr(at->operands.at[at->operands.count - 1], "warpsync");
    }
}
