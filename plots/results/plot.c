/* plot.c: writes one picture for lines.gp: the points of its lines, the marks on its axes, and where names stand. */
#include "prepare.h"

#include <math.h>
#include <string.h>

struct edges {
    double low, top;
    bool is_known;
};

/* Where the line has a value at x; NULL: it has none */
static const struct point *at_x(const struct line *line, double x)
{
    const struct point *point = line->points;

    while (point && point->x && point->x != x)
        point = point->next;
    return point;
}

static void add_points(struct text *out, const struct line *line, const struct numbers *x, struct label *label,
                       struct edges *edges)
{
    for (int i = 0; i < x->count; i++) {
        const struct point *point = at_x(line, x->at[i]);

        if (!point)
            continue;
        add_format(out, "%s\t%s\n", number(x->at[i]), number(point->y));
        label->end = x->at[i];
        label->at = point->y;
        edges->low = edges->is_known ? fmin(edges->low, point->y) : point->y;
        edges->top = edges->is_known ? fmax(edges->top, point->y) : point->y;
        edges->is_known = true;
    }
    add(out, "\n\n");
}

/* With the lesson, where several lines have that name */
static const char *name_of(const struct line *line, struct line **shown, int count)
{
    int same = 0;

    for (int i = 0; i < count; i++)
        same += !strcmp(shown[i]->name, line->name);
    return same > 1 && *line->lesson ? format("%s (%s)", line->name, line->lesson) : line->name;
}

/* Whose lines are dashed and grey */
static const char *others_in_words(struct line **shown, int count)
{
    int of_kind[HOST + 1] = { 0 };
    const char *libraries, *host;

    for (int i = 0; i < count; i++)
        of_kind[shown[i]->kind]++;
    libraries = of_kind[LIBRARY] > 1 ? "libraries" : of_kind[LIBRARY] ? "a library" : "";
    host = of_kind[HOST] ? "the host" : "";
    return *libraries || *host ? format(", dashed grey: %s%s%s", libraries, *libraries && *host ? " and " : "", host) : "";
}

/* Styles count from 1; those of libraries are their own, below 0. */
static const char *styles_of(struct line **shown, int count)
{
    struct text styles = { 0 };
    int own = 0, others = 0;

    for (int i = 0; i < count; i++)
        add_format(&styles, "%s%d", i ? ", " : "", shown[i]->kind == KERNEL ? ++own : - ++others);
    return text_of(&styles);
}

static void add_labels(struct text *out, const struct label *labels, int count)
{
    add_format(out, "array name_of[%d]\narray end[%d]\narray at[%d]\narray label_y[%d]\n", count, count, count, count);
    for (int i = 0; i < count; i++)
        add_format(out, "name_of[%d] = %s\nend[%d] = %s\nat[%d] = %s\nlabel_y[%d] = %s\n", i + 1, quoted(labels[i].text), i + 1,
                   number(labels[i].end), i + 1, number(labels[i].at), i + 1, number(labels[i].y));
}

void write_plot(const struct picture *picture, const struct plot *plot, struct line **shown, int count, const char *name,
                const char *heading)
{
    struct text points = { 0 }, marks = { 0 }, out = { 0 };
    struct label *labels = room_for((size_t)count + 2, sizeof *labels);
    struct edges edges = { 0, 0, false };
    double limit = plot->is_time ? 0 : picture->peak, start, top;
    const char *values = "microseconds for one call";
    int n = count, room, longest = 0;

    add_x_marks(&marks, &plot->x, plot->of);
    for (int i = 0; i < count; i++) {
        labels[i].text = name_of(shown[i], shown, count);
        add_points(&points, shown[i], &plot->x, &labels[i], &edges);
    }
    top = fmax(edges.top, limit);
    if (plot->is_time) {
        start = floor(edges.low);
        add_log_marks(&marks, (int)start, (int)edges.top + 1);
    } else {
        start = axis_start(edges.low, top);
        values = start ? format("bandwidth in GB/s (axis starts at %.0f)", start) : "bandwidth in GB/s";
    }
    /* Names stand beside the picture, at the ends of their lines, and so do the limits'. */
    if (limit)
        labels[n++] = (struct label){ .text = format("theoretical peak %.0f GB/s", limit), .at = limit };
    if (plot->good)
        labels[n++] = (struct label){ .text = plot->good_name, .at = plot->good };
    for (int i = 0; i < n; i++)
        longest = (int)strlen(labels[i].text) > longest ? (int)strlen(labels[i].text) : longest;
    room = 19 * n < 340 ? 340 : 19 * n; /* of the axis, in pixels */
    top = start + 1.06 * (top - start);
    spread_out(labels, n, 18 * (top - start) / room, start, top);

    add_format(&out, "x_first = %s\nx_last = %s\n", number(plot->x.at[0]), number(plot->x.at[plot->x.count - 1]));
    add_format(&out, "heading = %s\nsubheading = %s\naxis = %s\nvalues = %s\n", quoted(heading),
               quoted(superscripts(format("%s%s", plot->subheading, others_in_words(shown, count)))), quoted(plot->axis),
               quoted(values));
    add_format(&out, "series = %d\nnames = %d\nstart = %s\ntop = %s\nroom = %d\nlongest = %d\n", count, n, number(start),
               number(top), room, longest);
    add_format(&out, "array style[%d] = [%s]\n", count, styles_of(shown, count));
    add_labels(&out, labels, n);
    write_to(picture->part->id, format("%s.tics", name), &marks);
    write_to(picture->part->id, format("%s.dat", name), &points);
    write_to(picture->part->id, format("%s.gp", name), &out);
}
