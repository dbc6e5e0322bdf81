/* loops.c: which loops a kernel has. A loop is what a compiler calls one: a jump back to a block through which every way
 * to the jump leads. */
#include "sass.h"

#include <string.h>

static bool is_branch(const struct instruction *i) { return !strcmp(i->base, "BRA"); }

static bool is_jump(const struct instruction *i) { return one_of(i->base, "BRA EXIT RET BRX JMP JMX KILL"); }

static bool always_jumps(const struct instruction *i)
{
    return is_jump(i) && !i->is_guarded
           && (!is_branch(i) || (!strcmp(i->opcode, "BRA") && i->operands.count == 1));
}

static void add_way(struct block *from, struct block *to)
{
    from->successors[from->successor_count++] = to;
    to->predecessors = (struct block **)more_room(to->predecessors, (size_t)to->predecessor_count, sizeof to);
    to->predecessors[to->predecessor_count++] = from;
}

static void find_blocks(struct kernel *kernel)
{
    int own = kernel->own;
    bool *starts = (bool *)room_for((size_t)own + 1, sizeof *starts);
    struct block *at = NULL, **block_of = (struct block **)room_for((size_t)own, sizeof *block_of);

    starts[0] = true;
    for (int i = 0; i < own; i++)
        if (is_jump(&kernel->code[i])) {
            starts[i + 1] = true;
            if (is_branch(&kernel->code[i]) && target(kernel, &kernel->code[i]) < own)
                starts[target(kernel, &kernel->code[i])] = true;
        }
    for (int i = 0; i < own; i++)
        kernel->block_count += starts[i];
    kernel->blocks = (struct block *)room_for((size_t)kernel->block_count, sizeof *kernel->blocks);
    for (int i = 0; i < own; i++) {
        if (starts[i]) {
            at = at ? at + 1 : kernel->blocks;
            at->first = i;
        }
        at->last = i;
        block_of[i] = at;
    }
    for (int b = 0; b < kernel->block_count; b++) {
        struct block *block = &kernel->blocks[b];
        const struct instruction *last = &kernel->code[block->last];

        if (b + 1 < kernel->block_count && !always_jumps(last))
            add_way(block, block + 1);
        if (is_branch(last) && target(kernel, last) < own)
            add_way(block, block_of[target(kernel, last)]);
    }
}

/* Numbers the blocks that can be reached. */
static void visit(struct kernel *kernel, struct block *block)
{
    block->place = -1; /* it is under way */
    for (int i = 0; i < block->successor_count; i++)
        if (!block->successors[i]->place)
            visit(kernel, block->successors[i]);
    kernel->order[kernel->reached_count++] = block;
    block->place = kernel->reached_count;
}

static struct block *meet(struct block *a, struct block *b)
{
    while (a != b)
        if (a->place < b->place)
            a = a->dominator;
        else
            b = b->dominator;
    return a;
}

/* Cooper, Harvey and Kennedy's algorithm */
static void find_dominators(struct kernel *kernel)
{
    bool has_changed;

    kernel->blocks->dominator = kernel->blocks;
    do {
        has_changed = false;
        for (int k = kernel->reached_count - 2; k >= 0; k--) {
            struct block *block = kernel->order[k], *best = NULL;

            for (int i = 0; i < block->predecessor_count; i++) {
                struct block *before = block->predecessors[i];

                if (before->dominator)
                    best = best ? meet(before, best) : before;
            }
            has_changed |= block->dominator != best;
            block->dominator = best;
        }
    } while (has_changed);
}

bool is_back(const struct kernel *kernel, const struct block *from, const struct block *to)
{
    while (from != to && from != kernel->blocks)
        from = from->dominator;
    return from == to;
}

/* Adds to the loop that begins with `loop` this block and all from which it can be reached without passing `loop`. */
static void collect(const struct kernel *kernel, struct block *loop, struct block *block)
{
    bool *is_member;

    if (!loop->members)
        loop->members = (bool *)room_for((size_t)kernel->block_count, sizeof *loop->members);
    is_member = &loop->members[block - kernel->blocks];
    if (*is_member || !block->place)
        return;
    *is_member = true;
    loop->size++;
    for (int i = 0; block != loop && i < block->predecessor_count; i++)
        collect(kernel, loop, block->predecessors[i]);
}

void find_loops(struct kernel *kernel)
{
    int count;

    find_blocks(kernel);
    count = kernel->block_count;
    kernel->order = (struct block **)room_for((size_t)count, sizeof *kernel->order);
    visit(kernel, kernel->blocks);
    find_dominators(kernel);
    for (struct block *b = kernel->blocks; b < kernel->blocks + count; b++)
        for (int i = 0; b->place && i < b->successor_count; i++)
            if (is_back(kernel, b, b->successors[i])) {
                collect(kernel, b->successors[i], b->successors[i]);
                collect(kernel, b->successors[i], b);
            }
    for (int b = 0; b < count; b++)
        for (struct block *l = kernel->blocks; l < kernel->blocks + count; l++) {
            struct block *block = &kernel->blocks[b];

            if (l->members && l->members[b] && (!block->loop || l->size < block->loop->size))
                block->loop = l;
        }
}
