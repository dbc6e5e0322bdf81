/* lines.c: collects points as a line per kernel, and decides which lines a picture shows. */
#include "prepare.h"

#include <math.h>
#include <string.h>

enum { COLOURS = 9 };

/* To base 2, of microseconds. It is rounded, so that its last digits don't depend on the C library. */
static double logarithm(double ms) { return floor(log2(1000 * ms) * 0x1p19) / 0x1p19; }

static struct line *find_line(struct plot *plot, const struct row *row)
{
    struct line **at = &plot->lines, *line;

    for (; (line = *at); at = &line->next)
        if (!strcmp(line->family, row->family) && (line->kind == KERNEL) == (row->kind == KERNEL)
            && (row->kind != KERNEL || !strcmp(line->lesson, row->lesson->digits)))
            return line;
    line = *at = room_for(1, sizeof *line);
    *line = (struct line){ .family = row->family, .kind = row->kind, .lesson = row->lesson->digits,
                           .name = format("%s%s", row->family, plot->is_time ? "" : clock_note(row)) };
    return line;
}

static struct point *find_point(const struct line *line, double x)
{
    struct point *point = line->points;

    while (point && point->x != x)
        point = point->next;
    return point;
}

/* At each x the best of a kernel's family, and a library's function as measured with the last lesson */
void add_point(struct plot *plot, const struct row *row, double x)
{
    struct line *line = find_line(plot, row);
    struct point *point = find_point(line, x);
    double y = plot->is_time ? logarithm(row->call_ms) : row->speed;

    if (!point) {
        point = room_for(1, sizeof *point);
        *point = (struct point){ .next = line->points, .x = x, .y = y };
        line->points = point;
    } else if (strcmp(line->lesson, row->lesson->digits) || (plot->is_time ? y < point->y : y > point->y)) {
        point->y = y;
    }
    line->lesson = row->lesson->digits;
    if (x > 0)
        add_number(&plot->x, x);
}

/* Where the lines from `from` on are cut: between two lessons, near the ideal place */
static int cut_near(struct line **own, int count, int from, double ideal)
{
    int cut = count;

    for (int i = from + 1; i < count; i++)
        if (strcmp(own[i]->lesson, own[i - 1]->lesson) && fabs(i - ideal) < fabs(cut - ideal))
            cut = i;
    return cut;
}

/* Does a library's line stand beside the lines from `from` to `cut`? With its lesson, or always if it is of none */
static bool is_beside(const struct line *line, struct line **own, int count, int from, int cut)
{
    return (from == 0 && cut == count) || !*line->lesson
           || ((from == 0 || strcmp(line->lesson, own[from]->lesson) >= 0)
               && (cut == count || strcmp(line->lesson, own[cut]->lesson) < 0));
}

/* More lines than there are colours become several pictures, cut between two lessons: NAME, and NAME-19 for what begins with
 * lesson 19. Those of libraries have no colours. */
void write_lines(const struct picture *picture, struct plot *plot)
{
    int all = 0, count = 0, pictures;
    struct line **own, **shown;

    for (struct line *line = plot->lines; line; line = line->next)
        all++;
    own = room_for((size_t)all, sizeof *own);
    shown = room_for((size_t)all, sizeof *shown);
    for (struct line *line = plot->lines; line; line = line->next)
        if (line->kind == KERNEL)
            own[count++] = line;
    sort_numbers(&plot->x);
    pictures = count ? (count - 1) / COLOURS + 1 : 1;
    for (int k = 1, from = 0, cut; k == 1 || from < count; k++, from = cut) {
        const char *heading = plot->heading, *name = plot->name;
        int n = 0, i = 0;

        cut = k < pictures ? cut_near(own, count, from, (double)k * count / pictures) : count;
        if (pictures > 1) {
            const char *first = own[from]->lesson, *last = own[cut - 1]->lesson;

            heading = strcmp(first, last) ? format("%s, lessons %s to %s", heading, first, last)
                                          : format("%s, lesson %s", heading, first);
        }
        if (from)
            name = format("%s-%s", name, own[from]->lesson);
        for (struct line *line = plot->lines; line; line = line->next) {
            bool is_own = line->kind == KERNEL;

            if (is_own ? i >= from && i < cut : is_beside(line, own, count, from, cut))
                shown[n++] = line;
            i += is_own;
        }
        write_plot(picture, plot, shown, n, name, heading);
    }
}
