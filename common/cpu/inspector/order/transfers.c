/* transfers.c: a copy or fill in a stream uses memory like a kernel of one thread. Of more than SMALL bytes, only the
 * first ones and the last ones are looked at, and some between: kernels are observed in their first blocks, too. */
#include "transfers.h"

#include "../../base/devices.h"
#include "../../base/times.h"
#include "../findings/findings.h"
#include "../memory/regions.h"
#include "../memory/wrong.h"
#include "group.h"
#include "order.h"

#include <stdio.h>

enum { SMALL = 64 << 10, STEP = 4 << 10, WHEN = 1, ALL = 15 };

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
    f.fix = "Streams and devices are ordered by an event that the other stream waits for, or by the host.";
    finding_add_for(of->kernel ? of->kernel : &copies, &f);
}

static void use(struct cell *cell, const char *p, int is_write)
{
    uint32_t block = group_mine()->base;
    int is_read_past = !cell->read_when || order_is_past_for_copy(cell->read_block, cell->read_when);

    if (cell->write_when && !order_is_past_for_copy(cell->write_block, cell->write_when))
        report(p, cell->write_block, cell->write_when, cell->write_site, 1, is_write);
    else if (is_write && !is_read_past)
        report(p, cell->read_block, cell->read_when, cell->read_site, 0, is_write);
    else if (is_write && cell->other_when && !order_is_past_for_copy(cell->other_block, cell->other_when))
        report(p, cell->other_block, cell->other_when, 0, 0, is_write);
    if (is_write) {
        *cell = (struct cell){ .epoch = cell->epoch, .write_block = block, .write_when = WHEN,
                               .bits = ALL << CELL_FRESH | ALL << CELL_WRITTEN };
    } else if (is_read_past) {
        cell->read_block = block;
        cell->read_when = WHEN;
        cell->read_site = 0;
        cell->bits = (cell->bits & ~(uint32_t)(CELL_STRONG_READ | CELL_SYSTEM_READ | CELL_COPY_READ)) | ALL << CELL_READ;
    } else {
        cell->other_block = block;
        cell->other_when = WHEN;
        cell->bits &= ~(uint32_t)(CELL_STRONG_READ | CELL_SYSTEM_READ | CELL_COPY_OTHER);
    }
}

static void transfer(const char *p, size_t size, int is_write)
{
    const struct region *r = cuda_cpu_is_one_of_several && cuda_cpu_times ? region_of(p) : NULL;

    if (!r)
        return;
    if (group_begin(1, 1)) {
        region_next_epoch();
        order_begin_launch();
    }
    for (size_t at = 0; at + 4 <= size; at += at >= SMALL && at + STEP + SMALL < size ? STEP : 4)
        if (p + at + 4 <= r->hi)
            use(region_fresh_cell(r, p + at), p + at, is_write);
}

void transfer_read(const void *p, size_t size) { transfer(p, size, 0); }
void transfer_written(const void *p, size_t size) { transfer(p, size, 1); }
