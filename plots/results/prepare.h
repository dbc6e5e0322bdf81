/* prepare.h: one part of a file of results as the small data files that the .gp scripts draw. */
#ifndef PREPARE_H
#define PREPARE_H

#include "results.h"

/* A part, and what its pictures have in common */
struct picture {
    const struct part *part;
    const struct results *results, *peers;
    double peak; /* 0: neither file knows it */
    struct bars bars;
    const char *what; /* all bars have in common */
    struct text meta, skipped;
};

/* A kernel's family in a plot; a library's function, whatever the lesson */
struct line {
    struct line *next;
    const char *name, *family, *lesson; /* the lesson's digits; of a library the last lesson's */
    enum kind kind;
    struct point {
        struct point *next;
        double x, y; /* x: 0 where y is the same at every x */
    } *points;
};

struct numbers {
    double *at;
    int count;
};

/* A plot of lines, or several where there are more lines than colours */
struct plot {
    const char *name, *heading, *subheading, *axis;
    struct numbers x; /* each once */
    struct line *lines;
    bool is_time;          /* y is the logarithm of microseconds, not a bandwidth */
    double of;             /* if x is a number of rows, how many elements all have; else 0 */
    double good;           /* where another line is drawn; 0: there is none */
    const char *good_name;
};

/* A name beside a plot, at the end of a line */
struct label {
    const char *text;
    double end, at, y; /* where the line ends, and where the name stands */
};

/* prepare.c */
void write_to(const char *part, const char *name, const struct text *text); /* into OUT/PART */
void skip(struct picture *picture, const char *plot, const char *why); /* it is not drawn */

void write_steps(const struct picture *picture); /* steps.c: for comparisons */
void write_ladder(struct picture *picture);      /* ladder.c */
void write_sizes(struct picture *picture);       /* sizes.c: over block size and array size */
void write_tuning(struct picture *picture, const struct lesson *lesson); /* lessons.c */
void write_shapes(struct picture *picture, const struct lesson *lesson);
void write_flight(struct picture *picture, const struct lesson *lesson); /* flight.c */

/* lines.c */
void add_point(struct plot *plot, const struct row *row, double x);
void write_lines(const struct picture *picture, struct plot *plot);
/* plot.c: of the lines of a plot those that one picture shows */
void write_plot(const struct picture *picture, const struct plot *plot, struct line **shown, int count, const char *name,
                const char *heading);
/* labels.c: pushes names apart until they are `gap` apart, within low and high. */
void spread_out(struct label *labels, int count, double gap, double low, double high);

/* marks.c */
void add_number(struct numbers *numbers, double x); /* unless it is there */
void sort_numbers(struct numbers *numbers);
void add_x_marks(struct text *text, const struct numbers *x, double of);
void add_log_marks(struct text *text, int low, int high);

#endif
