/* describe.c: what the picture says of the block and of each step. */
#include "steps.h"

#include <string.h>

static bool is_inside(char c) { return ((unsigned char)c & 0xC0) == 0x80; } /* not the first byte of a UTF-8 character */

/* The text, or what `most` characters have room for, with … at its end */
static const char *shortened(const char *text, int most)
{
    size_t end = 0, last;
    int characters = 0;

    for (size_t i = 0; text[i]; i++)
        if (!is_inside(text[i]) && ++characters == most)
            end = i;
    if (characters <= most)
        return text;
    /* Blanks before … are left out; so is a character of several bytes. */
    for (last = end; last && is_inside(text[last - 1]);)
        last--;
    if (last && (unsigned char)text[last - 1] >= 0xC0)
        end = last - 1;
    else
        while (end && text[end - 1] == ' ')
            end--;
    return format("%.*s…", (int)end, text);
}

static const char *plural(int n, const char *what) { return format("%d %s%s", n, what, n == 1 ? "" : "s"); }

/* "16 of 64 active, 2 warps": only lanes of warps that are active count, and of these not the ended ones. */
static const char *count_lanes(const struct block *block, const struct step *step)
{
    int active = 0, lanes = 0, warps = 0;

    for (int first = 0; first < block->threads; first += LANES) {
        int active_here = 0, lanes_here = 0;

        for (int t = first; t < first + LANES && t < block->threads; t++) {
            if (step->states[t] == MISSING)
                fail("step %d has no thread %d", (int)(step - block->steps), t);
            active_here += step->states[t] == ACTIVE || step->states[t] == CONFLICT;
            lanes_here += step->states[t] != ENDED;
        }
        active += active_here;
        lanes += active_here ? lanes_here : 0;
        warps += active_here > 0;
    }
    return format("%d of %d active, %s", active, lanes, plural(warps, "warp"));
}

static const char *heading(const struct step *step, const char *code, bool shows_code)
{
    if (shows_code)
        return *code ? format("line %ld: %s", step->line, shortened(code, 70)) : format("line %ld", step->line);
    return *deed(code) ? deed(code) : format("line %ld", step->line);
}

static void describe_step(const struct block *block, struct step *step, bool shows_code)
{
    const struct step *before = step > block->steps ? step - 1 : NULL;
    const char *code = source_line(step->file, step->line);

    step->is_apart = before && step->interval != before->interval;
    if (!before || step->line != before->line || strcmp(step->file, before->file) != 0)
        step->heading = heading(step, code, shows_code);
    step->name = *step->distance && *distance_name(code) ? format("%s = %s", distance_name(code), step->distance) : "";
    step->counts = count_lanes(block, step);
}

static int longer(int length, const char *text) { return (int)strlen(text) > length ? (int)strlen(text) : length; }

void describe(struct block *block, const char *from, bool shows_code)
{
    const char *rows = "one row per step, one column per thread";

    block->drawn = block->count > MOST_STEPS ? MOST_STEPS : block->count;
    for (struct step *step = block->steps; step < block->steps + block->drawn; step++) {
        describe_step(block, step, shows_code);
        block->name_width = longer(block->name_width, step->name);
        block->counts_width = longer(block->counts_width, step->counts);
        for (int t = 0; t < block->threads; t++)
            block->has_ended |= step->states[t] == ENDED;
    }
    if (block->drawn < block->count)
        rows = format("the first %d of %d steps", block->drawn, block->count);
    block->title = format("%s, block of %s", shortened(block->kernel, 60), plural(block->threads, "thread"));
    block->subtitle = format("%s; from %s (CPU device)", rows, from);
}
