/* loads.c: global loads in words. Each loop of a kernel is followed along the way that makes the most loads (LDG), and then
 * what is outside all loops.
 *
 * A warp has six scoreboards. A load counts one of them up until its data are there; an instruction waits until the
 * scoreboards that it names are at 0. So loads that share a scoreboard are waited for together, whichever of them is
 * needed, and a load is in flight until an instruction waits for its scoreboard. (It may have arrived before.)
 * A loop is followed twice, and counted the second time, so a load may be waited for in the next round. Loads of a loop
 * inside are that loop's. */
#include "sass.h"

#include <stdlib.h>
#include <string.h>

enum { scoreboards = 6 };

/* Somebody who walks along a way */
struct walk {
    struct kernel *kernel;
    struct block *loop;  /* NULL: outside all */
    struct block *begin; /* of the way; each block's `next` leads on */
    int loads_on[scoreboards], bytes_on[scoreboards]; /* the loads under way that count on it */
    int pending, flight, flight_bytes;                /* loads since the last group; under way */
    struct text groups;
    bool has_closed;
    int most_flight, most_bytes;
};

static bool is_load(const struct instruction *i) { return !strcmp(i->base, "LDG"); }

static int load_bytes(const struct instruction *load)
{
    for (const char *p = load->opcode; (p = strchr(p, '.')); p++) {
        int bits = atoi(p + 1 + (p[1] == 'U' || p[1] == 'S'));

        if (bits == 256 || bits == 128 || bits == 64 || bits == 16 || bits == 8)
            return bits / 8;
    }
    return 4;
}

/* Looks for the way through the loop that makes the most loads not seen yet. Blocks that follow come first in order. */
static void search(struct kernel *kernel, struct block *loop)
{
    for (int b = 0; b < kernel->block_count; b++)
        kernel->blocks[b].is_searched = false;
    for (int k = 0; k < kernel->reached_count; k++) {
        struct block *block = kernel->order[k];

        if (loop && !loop->members[block - kernel->blocks])
            continue;
        block->next = NULL;
        block->most = 0;
        for (int i = 0; i < block->successor_count; i++) {
            struct block *next = block->successors[i];

            if (next->is_searched && !is_back(kernel, block, next) && (!block->next || next->most > block->next->most))
                block->next = next;
        }
        for (int i = block->first; block->loop == loop && i <= block->last; i++)
            block->most += is_load(&kernel->code[i]) && !kernel->code[i].is_covered;
        block->most += block->next ? block->next->most : 0;
        block->is_searched = true;
    }
}

static void begin_count(struct walk *walk)
{
    walk->groups = (struct text){ NULL, 0, 0 };
    walk->has_closed = false;
    walk->most_flight = walk->most_bytes = 0;
}

static void close_group(struct walk *walk)
{
    add_format(&walk->groups, "%s%d", walk->groups.at ? "+" : "", walk->pending);
    walk->pending = 0;
    walk->has_closed = true;
}

static void issue(struct walk *walk, const struct instruction *load)
{
    if (load->sets < 0 || load->sets >= scoreboards)
        bad("kernel %s has a load without a scoreboard, at %s", walk->kernel->name, load->offset);
    walk->pending++;
    walk->flight++;
    walk->flight_bytes += load_bytes(load);
    walk->loads_on[load->sets]++;
    walk->bytes_on[load->sets] += load_bytes(load);
    if (walk->flight > walk->most_flight)
        walk->most_flight = walk->flight;
    if (walk->flight_bytes > walk->most_bytes)
        walk->most_bytes = walk->flight_bytes;
}

/* The instruction waits for its scoreboards; returns how many loads it has waited for. */
static int arrive(struct walk *walk, int waits)
{
    int loads = 0;

    for (int k = 0; k < scoreboards; k++)
        if (waits & 1 << k) {
            loads += walk->loads_on[k];
            walk->flight -= walk->loads_on[k];
            walk->flight_bytes -= walk->bytes_on[k];
            walk->loads_on[k] = walk->bytes_on[k] = 0;
        }
    return loads;
}

static void go(struct walk *walk)
{
    for (const struct block *b = walk->begin; b; b = b->next)
        for (int i = b->first; i <= b->last; i++) {
            struct instruction *at = &walk->kernel->code[i];

            if (arrive(walk, at->waits)) {
                at->still = walk->flight;
                if (walk->pending) {
                    at->waited = walk->pending;
                    close_group(walk);
                }
            }
            if (is_load(at) && b->loop == walk->loop)
                issue(walk, at);
        }
}

/* The line in the lesson's file; other files by name */
static const char *place(const struct instruction *i, const char *lesson_file)
{
    const char *slash = strrchr(i->file, '/');

    if (!*i->file)
        return "?";
    if (ends(i->file, lesson_file))
        return format("%d", i->line);
    return format("%s:%d", slash ? slash + 1 : i->file, i->line);
}

static bool is_number(const char *text) { return *text && !text[strspn(text, "0123456789")]; }

/* Where the new loads of a way come from */
static const char *lines_of(const struct walk *walk, const char *lesson_file)
{
    struct strings found = { NULL, 0 };
    struct text result = { NULL, 0, 0 };
    size_t k;

    for (const struct block *b = walk->begin; b; b = b->next)
        for (int i = b->first; b->loop == walk->loop && i <= b->last; i++) {
            const struct instruction *at = &walk->kernel->code[i];
            const char *line = place(at, lesson_file);

            if (!is_load(at) || at->is_covered || contains(&found, line))
                continue;
            push(&found, line);
            for (k = found.count - 1; k && atoi(found.at[k - 1]) > atoi(line); k--)
                found.at[k] = found.at[k - 1];
            found.at[k] = line;
        }
    if (found.count > 4 && is_number(found.at[0]) && is_number(found.at[found.count - 1]))
        return format("%s-%s", found.at[0], found.at[found.count - 1]);
    for (k = 0; k < found.count; k++)
        add_format(&result, "%s%s", k ? "," : "", found.at[k]);
    return text_of(&result);
}

/* Counts the loads of a way, which are seen now; returns how many are new. */
static int cover(const struct walk *walk, struct way *way)
{
    int new_loads = 0;

    for (const struct block *b = walk->begin; b; b = b->next)
        for (int i = b->first; b->loop == walk->loop && i <= b->last; i++) {
            struct instruction *at = &walk->kernel->code[i];

            if (is_load(at)) {
                way->loads++;
                new_loads += !at->is_covered;
                at->is_covered = true;
            }
        }
    return new_loads;
}

static int rank(const struct way *way) { return way->loads * 2 + way->is_loop; }

/* Adds the way through the loop (NULL: from the kernel's begin to its end) that makes the most loads not seen yet; returns
 * how many those are. */
static int follow(struct kernel *kernel, struct block *loop, const char *lesson_file)
{
    struct walk walk = { .kernel = kernel, .loop = loop, .begin = loop ? loop : kernel->blocks };
    struct way way = { .is_loop = loop != NULL };
    int new_loads;
    size_t w;

    search(kernel, loop);
    begin_count(&walk);
    if (loop) {
        go(&walk);
        begin_count(&walk);
    }
    go(&walk);
    if (walk.pending && (!loop || !walk.has_closed))
        close_group(&walk);
    way.groups = text_of(&walk.groups);
    way.most_loads = walk.most_flight;
    way.most_bytes = walk.most_bytes;
    way.lines = lines_of(&walk, lesson_file);
    new_loads = cover(&walk, &way);
    kernel->ways = (struct way *)more_room(kernel->ways, kernel->way_count, sizeof *kernel->ways);
    for (w = kernel->way_count++; w && rank(&way) > rank(&kernel->ways[w - 1]); w--)
        kernel->ways[w] = kernel->ways[w - 1];
    kernel->ways[w] = way;
    return new_loads;
}

void find_loads(struct kernel *kernel, const char *lesson_file)
{
    for (struct block *b = kernel->blocks; b < kernel->blocks + kernel->block_count; b++)
        for (int i = b->first; b->place && i <= b->last; i++)
            while (is_load(&kernel->code[i]) && !kernel->code[i].is_covered)
                if (!follow(kernel, b->loop, lesson_file))
                    bad("kernel %s has no way to its load at %s", kernel->name, kernel->code[i].offset);
}
