/* transfers.c: a copy or fill in a stream uses memory like a kernel of one thread. Of more than SMALL bytes, only the
 * first ones and the last ones are looked at, and some between, 4096 at most: kernels are observed in their first blocks,
 * too. */
#include "transfers.h"

#include "../../base/times.h"
#include "../findings/findings.h"
#include "../memory/regions.h"
#include "../memory/wrong.h"
#include "clock.h"
#include "group.h"
#include "order.h"
#include "uses.h"

#include <stdio.h>

enum { SMALL = 64 << 10, STEP = 4 << 10, BETWEEN = 4096, WHEN = 1, ALL = 15 };

/* The launch that has used these bytes is not past. */
static void report(const char *p, uint32_t block, uint32_t when, uint16_t site, int was_write, int is_write)
{
    static struct kernel copies = { .symbol = "", .name = "(copies)", .overload = "(copies)", .grid = { 1, 1, 1 },
                                    .block = { 1, 1, 1 } };
    const struct member *of = group_of(block);
    struct access a = { .address = p, .size = 4 };
    char bytes[140];
    struct finding f = { .kind = "race", .block = block - of->base, .other_block = block - of->base, .site = site,
                         .thread = when >> STAMP_BITS, .object = region_object(&a).base };

    finding_is_of(&f, of, group_mine());
    snprintf(f.text, sizeof f.text, "two %s use %s, and nothing orders them",
             of->device != group_mine()->device ? "devices" : "streams", wrong_bytes(&a, bytes, sizeof bytes));
    f.does = of->is_copy ? NULL : was_write ? "writes" : "reads";
    f.did = is_write ? "writes the same" : "reads the same";
    f.fix = "Streams and devices are ordered by an event that the other stream waits for, or by the host; nodes of a graph "
            "also by an edge.";
    finding_add_for(of->kernel ? of->kernel : &copies, &f);
}

/* Is the use past for the running copy? If not, `when` is that of a thread for which it is not. */
static int is_past(const struct use *u, uint32_t *when)
{
    for (uint32_t m = u->lanes; m; m &= m - 1) {
        *when = ((u->when >> STAMP_BITS) / LANES * LANES + (uint32_t)__builtin_ctz(m)) << STAMP_BITS
                | (u->when & ((1u << STAMP_BITS) - 1));
        if (!clock_is_past_for_copy(u->block, *when))
            return 0;
    }
    return 1;
}

static void use(struct cell *cell, const char *p, int is_write)
{
    struct uses *all = order_global_uses(cell->epoch);
    struct use *last = NULL, mine = { .block = group_mine()->base, .when = WHEN, .lanes = 1, .flags = USE_BYTES };
    int is_told = (cell->write_flags & USE_BYTES) && !clock_is_past_for_copy(cell->write_block, cell->write_when);
    uint32_t when;

    if (is_told)
        report(p, cell->write_block, cell->write_when, cell->write_site, 1, is_write);
    for (struct use *u = uses_first(cell); u;) {
        int was_write = !!(u->flags & USE_WRITE);

        if (u->block == mine.block && !was_write && !is_write)
            return;                     /* noted already */
        if (is_past(u, &when) && !was_write) {
            u = uses_remove(all, cell, last, u);
            continue;
        }
        if (!is_told && (was_write || is_write) && !is_past(u, &when)) {
            report(p, u->block, when, u->site, was_write, is_write);
            is_told = 1;
        }
        last = u;
        u = uses_next(all, u);
    }
    if (is_write) {
        uses_clear(all, cell);
        *cell = (struct cell){ .epoch = cell->epoch, .write_block = mine.block, .write_when = WHEN,
                               .write_flags = USE_BYTES | USE_WRITE, .bits = ALL << CELL_FRESH };
    } else {
        cell->bits |= ALL << CELL_READ;
        uses_add(all, cell, mine);
    }
}

static void transfer(const char *p, size_t size, int is_write)
{
    const struct region *r = cuda_cpu_times ? region_of(p) : NULL;
    size_t step = size / BETWEEN > STEP ? size / BETWEEN / 4 * 4 : STEP;

    if (!r)
        return;
    if (group_begin(1, 1)) {
        region_next_epoch();
        clock_begin_launch();
    }
    for (size_t at = 0; at + 4 <= size; at += at >= SMALL && at + step + SMALL < size ? step : 4)
        if (p + at + 4 <= r->hi)
            use(region_fresh_cell(r, p + at), p + at, is_write);
    group_end_copy();
}

void transfer_read(const void *p, size_t size) { transfer(p, size, 0); }
void transfer_written(const void *p, size_t size) { transfer(p, size, 1); }
