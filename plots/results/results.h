/* results.h: what the lessons declare and what was measured of them, as tables and as data for the .gp scripts. main.c says
 * what the program can be asked for. Nothing is freed: the program ends soon. */
#ifndef RESULTS_H
#define RESULTS_H

#include "../program.h"
#include "cpu/rewrite/text.h"
#include "csv/csv.h"

struct part {
    struct part *next;
    const char *id, *title, *behind;      /* IV, IV. Cooperative groups; ": cooperative groups" behind another title */
    const char *ending, *steps, *article; /* see declared.sh; "" if it has none */
};

struct lesson {
    struct lesson *next;
    const char *name, *digits, *stem, *title; /* lesson05, 05, 05_unroll_last_warp; stem is NULL: not of this course */
    const struct part *part;
    const char *step_from, *needs, *bench, *swept; /* "" where it does not declare them */
    const char *batches;                           /* 1,8: numbers of rows */
    double elements, per_sm;                       /* 0 where it does not declare them */
};
extern struct part *parts;
extern struct lesson *lessons; /* in the order of the course */

enum kind { KERNEL, LIBRARY, HOST };
extern const char *const kind_names[];

/* A lesson in one file of results */
struct tested {
    struct tested *next;
    const struct lesson *lesson;
    bool has_rows;          /* was it measured with several rows of elements? */
    const char *first_type; /* pictures show only this one */
    struct wanted {
        double batch, nearest; /* a declared number of rows, and the one that was measured next to it; 0: none */
    } *wanted;
    int wanted_count;
};

/* Lessons of one part that declare the same shape: they are shown at the same shape. */
struct unit {
    struct unit *next;
    const struct part *part;
    const struct lesson *as;
    double own, most; /* the volume at the lesson's own shape, 0 if none was measured there; the largest one */
    bool has_declared;
    double volume; /* that is shown */
};

struct row {
    struct row *next;
    struct tested *tested;
    const struct lesson *lesson;
    const struct part *part; /* NULL: of none */
    struct unit *unit;       /* NULL where part is */
    enum kind kind;          /* a lesson's own kernel is never compared with the others */
    const char *kernel, *family, *type, *arch;
    double n, batch, volume, bytes, block, grid;
    const char *value, *share; /* GB/s, of the CPU device ms, and percent of the peak, as the file has them */
    double speed, error;       /* the value; half of its interval in percent, -1: not known */
    double call_ms;            /* -1: not known */
    const char *card, *clock;  /* "": not known */
    bool is_default;           /* is this the lesson's own shape? */
    bool is_at_volume;         /* the volume is the one that is shown */
    bool is_headline;          /* the number of rows, too */
    bool is_first;             /* of the first number of rows and the first type, where a kernel has one line only */
};

struct results {
    const char *file, *device, *toolkit;
    bool is_cpu;
    double peak; /* 0: not known */
    struct row *rows, **end;
    struct tested *tested;
    struct unit *units;
};

/* The rows that tables and ladders show of a part */
struct bars {
    struct row **at;
    int count;
    bool one_type, one_shape, one_volume;
};

/* course.c */
void read_course(const char *folder); /* with what read_course of course.sh wrote */
struct part *find_part(const char *id); /* NULL: there is none */
struct lesson *find_lesson(const char *name); /* makes one that the course has not */

/* rows.c */
struct results *read_results(const char *file, bool (*is_wanted)(const struct csv *csv));
struct results *read_peers(const char *file, const struct results *of); /* of the same card; none where file is "" */

/* headline.c */
void choose_headline(struct results *results);
bool is_near(double a, double b);

/* bars.c */
struct bars choose_bars(const struct results *results, const struct part *part);
void need_bars(const struct results *results); /* ends the program where no part has any */
void add_bar(struct bars *bars, struct row *row);
void remove_bar(struct bars *bars, int i);
int find_bar(const struct bars *bars, const struct row *row); /* the one of the same kernel, type and shape; -1: none is */
bool is_better(const struct results *results, const struct row *a, const struct row *b);
bool is_same_work(const struct row *a, const struct row *b);
const char *step_between(const struct row *row, const struct row *from);

/* steps.c: the name of a step is what the part's pattern matches of a kernel's. */
const char *find_step(const struct part *part, const char *kernel); /* NULL: it matches nothing */
const char *step_of(const struct part *part, const char *family);   /* then the family */

/* words.c */
bool is_number(const char *text);
char *number(double x);
char *count_of(double n);          /* 2048, 2^29 */
char *power(double n);             /* 1024 is 2^10 */
char *shape_of(const struct row *row); /* 2048 × 2^18 */
const char *percent_of(const struct row *row);
const char *block_of(const struct row *row);
char *in_common(const struct bars *bars); /* "n = 2^29 int", "2^29 elements, float" or less */
char *family_of(const char *kernel);
const char *clock_note(const struct row *row);
char *superscripts(const char *text); /* 2^29 as 2²⁹ */
double axis_start(double low, double high);
const char *words(const char *text); /* for a page, as is what follows */
const char *code(const char *text);
const char *short_name(const char *device);
const char *link_to(const struct lesson *lesson);

/* What the program can be asked for */
void prepare(const char *file);       /* prepare.c */
void compare(char **names_and_files); /* compare.c */
void print_published(const char *file); /* published.c */
void print_table(char **files);       /* table.c */
void print_counts(const char *file);  /* counts.c */

#endif
