/* print.c: the picture for a terminal. */
#include "steps.h"

static void add_step(struct text *text, const struct block *block, const struct step *step)
{
    static const char marks[] = { [ACTIVE] = '#', [CONFLICT] = 'x', [IDLE] = '.', [WAITING] = '-', [ENDED] = ' ' };

    if (step->is_apart)
        add(text, "\n");
    if (step->heading)
        add_format(text, "%s\n", step->heading);
    add_format(text, "%*s%s", block->name_width, step->name, block->name_width ? "  " : "");
    for (int t = 0; t < block->threads; t++)
        add_format(text, "%s%c", t % LANES ? "" : "|", marks[step->states[t]]);
    add_format(text, "|  %s\n", step->counts);
}

void print(const struct block *block, const char *folder)
{
    struct text text = { NULL, 0, 0 };

    add_format(&text, "%s\n%s\n\n", block->title, block->subtitle);
    add_format(&text, "%*s", block->name_width ? block->name_width + 3 : 1, "");
    for (int w = 0; w < block->warps; w++)
        add_format(&text, "%-*d", w + 1 < block->warps ? LANES + 1 : 0, LANES * w);
    add(&text, "\n");
    for (const struct step *step = block->steps; step < block->steps + block->drawn; step++)
        add_step(&text, block, step);
    add(&text, "\n# active   x active, bank conflict   . idle lane of an active warp\n"
               "- its warp waits   blank: thread ended   empty line: barrier\n");
    write_file(format("%s/picture.txt", folder), &text);
}
