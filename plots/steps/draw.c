/* draw.c: what picture.gp draws. Places are in pixels of the svg, which is 800 wide as all are, from its upper left
 * corner. Widths of texts are rough, as fonts differ. */
#include "../program.h"
#include "steps.h"

#include <string.h>

struct picture {
    const struct block *block;
    double left, right, pitch; /* of the columns of threads */
    struct text cells, meta;
    int labels;
};

static const double gap = 3; /* between two warps */

/* ---- Its parts -------------------------------------------------------------------------------------- */

/* gnuplot's labels 1 and 2 are the titles. */
static void label(struct picture *p, const char *text, double x, double y, const char *place, const char *hue)
{
    add_format(&p->meta, "set label %d %s at %.1f, %.1f %s font \",14\" textcolor rgb %s\n", ++p->labels + 2, quoted(text),
               x, y, place, hue);
}

static void number(struct picture *p, int thread, double x, double y, const char *place)
{
    label(p, format("%d", thread), x, y, place, "quiet");
}

static void rule(struct picture *p, double x0, double y0, double x1, double y1, double width, const char *hue)
{
    add_format(&p->meta, "set arrow from %.2f, %.2f to %.2f, %.2f nohead linewidth %g linecolor rgb %s\n", x0, y0, x1, y1,
               width, hue);
}

static void cell(struct picture *p, enum state state, double x, double y, double half_width)
{
    add_format(&p->cells, "%d\t%.2f\t%.2f\t%.2f\t%.2f\n", (int)state, x, y, half_width, 8.0);
}

/* The middle of a thread's column */
static double column_x(const struct picture *p, int thread)
{
    return p->left + p->pitch * (thread + 0.5) + gap * (thread / LANES);
}

/* ---- The picture, from above ------------------------------------------------------------------------ */

/* Returns where its last line is. */
static int draw_key(struct picture *p)
{
    static const struct { const char *text; enum state state; } entries[] = {
        { "active", ACTIVE }, { "active, bank conflict", CONFLICT }, { "idle lane of an active warp", IDLE },
        { "its warp waits", WAITING }, { "thread ended", ENDED }, { "barrier", MISSING }
    };
    double x = 22;
    int y = 84;

    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        double wide = 42 + 7.3 * (double)strlen(entries[i].text);

        if (entries[i].state == ENDED && !p->block->has_ended)
            continue;
        if (x + wide > 790) {
            x = 22;
            y += 24;
        }
        if (entries[i].state != MISSING)
            cell(p, entries[i].state, x + 8, y, 8);
        else
            rule(p, x, y, x + 16, y, 1, "ink");
        label(p, entries[i].text, x + 23, y, "left", "ink");
        x += wide;
    }
    return y;
}

/* Returns where the next step begins. */
static int draw_step(struct picture *p, const struct step *step, int y)
{
    const double wide = p->pitch > 3 ? p->pitch - 1 : p->pitch;

    if (step->is_apart) {
        rule(p, 24, y + 4, p->right, y + 4, 0.8, "quiet");
        y += 8;
    }
    if (step->heading) {
        label(p, step->heading, 24, y + 12, "left", "ink");
        y += 24;
    }
    y += 20;
    for (int t = 0; t < p->block->threads; t++)
        cell(p, step->states[t], column_x(p, t), y - 10, wide / 2 > 8 ? 8 : wide / 2);
    for (int w = 1; w < p->block->warps; w++) {
        double x = column_x(p, LANES * w) - (p->pitch + gap) / 2;

        rule(p, x, y - 20, x, y, 1.6, "quiet");
    }
    label(p, step->name, p->left - 10, y - 10, "right", "ink");
    label(p, step->counts, p->right + 10, y - 10, "left", "quiet");
    return y;
}

/* The numbers of warps and threads, above the first step */
static void draw_head(struct picture *p, int y)
{
    const struct block *block = p->block;
    bool is_roomy = false; /* the last warp has room for texts: more than a few threads */

    for (int first = 0; first < block->threads; first += LANES) {
        int last = first + LANES < block->threads ? first + LANES - 1 : block->threads - 1;
        double x = column_x(p, first), end = column_x(p, last);

        is_roomy = end - x > 50;
        if (is_roomy)
            label(p, format("warp %d", first / LANES), (x + end) / 2, y - 32, "center", "ink");
        number(p, first, x - p->pitch / 2, y - 14, "left");
    }
    if (is_roomy && block->warps < 5)
        number(p, block->threads - 1, p->right, y - 14, "right");
    if (block->name_width > 5)
        label(p, "thread", p->left - 10, y - 14, "right", "quiet");
}

void draw(const struct block *block, const char *folder)
{
    struct picture p = { .block = block, .left = 24 + (block->name_width ? 8.3 * block->name_width + 10 : 0),
                         .right = 790 - 7.9 * block->counts_width - 10 };
    struct text size = { NULL, 0, 0 };
    int top, y;

    p.pitch = (p.right - p.left - gap * (block->warps - 1)) / block->threads;
    top = draw_key(&p) + 62;
    y = top - 4;
    for (const struct step *step = block->steps; step < block->steps + block->drawn; step++)
        y = draw_step(&p, step, y);
    draw_head(&p, top);
    add_format(&size, "height = %d\ntitle = %s\nsubtitle = %s\nnarrow = %d\n", y + 24, quoted(block->title),
               quoted(block->subtitle), p.pitch < 4);
    write_file(format("%s/cells.dat", folder), &p.cells);
    write_file(format("%s/meta.gp", folder), &p.meta);
    write_file(format("%s/size.gp", folder), &size);
}
