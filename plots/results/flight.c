/* flight.c: flightNN: bandwidth over the bytes in flight on an SM, for a lesson that declares how many blocks are there:
 * threads times the bytes that each has on its way at once, as the machine code says. By Little's law no more than bytes over
 * latency can arrive. */
#include "prepare.h"

#include <math.h>
#include <string.h>

/* Nanoseconds; 0 where nobody measured them */
static double latency_of_memory(void)
{
    struct csv csv;
    double ns = 0;

    if (csv_open(&csv, option("latency")))
        while (csv_next(&csv))
            if (csv_is(&csv, "level", "memory"))
                ns = csv_number(&csv, "ns");
    return ns;
}

/* A kernel as the machine code names it: NAME<12> for NAME_12 */
static const char *code_name(const struct row *row)
{
    size_t length = strlen(row->family);

    return row->kernel[length] ? format("%s<%s>", row->family, row->kernel + length + 1) : row->kernel;
}

/* The lesson's machine code: the bytes that a thread of a kernel has on their way */
struct code {
    struct code *next;
    const char *kernel, *arch;
    double bytes;
};

static struct code *read_machine_code(const struct lesson *lesson)
{
    struct code *all = NULL, *one;
    struct csv csv;

    if (!csv_open(&csv, option("code")))
        return NULL;
    while (csv_next(&csv))
        if (csv_is(&csv, "lesson", lesson->name)) {
            one = room_for(1, sizeof *one);
            *one = (struct code){ .next = all, .kernel = csv_field(&csv, "kernel"), .arch = csv_field(&csv, "arch"),
                                  .bytes = csv_number(&csv, "most_bytes_in_flight") };
            all = one;
        }
    return all;
}

/* 0: not known */
static double bytes_in_flight(const struct code *code, const struct row *row)
{
    while (code && (strcmp(code->kernel, code_name(row)) || strcmp(code->arch, row->arch)))
        code = code->next;
    return code ? code->bytes : 0;
}

static bool is_shown(const struct row *row, const struct lesson *lesson)
{
    return row->lesson == lesson && row->is_headline && row->kind == KERNEL;
}

/* Why there is no picture; NULL: there is one */
static const char *why_not(const struct picture *picture, const struct lesson *lesson, const struct code *code, double ns)
{
    bool is_measured = false;

    if (!ns)
        return format("needs %s: make latency RECORD=yes", option("latency"));
    if (!picture->peak)
        return "the theoretical peak is unknown";
    for (const struct row *row = picture->results->rows; row; row = row->next) {
        is_measured |= is_shown(row, lesson);
        if (is_shown(row, lesson) && !bytes_in_flight(code, row))
            return format("%s does not know %s for %s: make record-sass", option("code"), code_name(row), row->arch);
    }
    return is_measured ? NULL : format("needs that lesson: make bench LESSONS=%s", lesson->digits);
}

static void write_points(const struct picture *picture, const struct lesson *lesson, const struct code *code, double ns,
                         const char *plot)
{
    struct text points = { 0 }, of_block = { 0 }, out = { 0 };
    struct numbers blocks = { 0 };
    double sms = 0;

    for (const struct row *row = picture->results->rows; row; row = row->next)
        if (is_shown(row, lesson)) {
            sms = fmax(sms, row->grid / lesson->per_sm);
            add_number(&blocks, row->block);
        }
    sort_numbers(&blocks);
    for (int i = 0; i < blocks.count; i++) {
        double threads = lesson->per_sm * blocks.at[i];

        add_format(&of_block, "%s%s", i ? " " : "", number(threads));
        for (const struct row *row = picture->results->rows; row; row = row->next)
            if (is_shown(row, lesson) && row->block == blocks.at[i])
                add_format(&points, "%s\t%s\t%s\n", number(threads * bytes_in_flight(code, row)), row->value, row->kernel);
        add(&points, "\n\n");
    }
    add_format(&out, "heading = %s\nseries = %d\nns = %s\nsms = %d\nof_block = \"%s\"\n",
               quoted(format("Lesson %s: %s", lesson->digits, lesson->title)), blocks.count, number(ns), (int)sms,
               text_of(&of_block));
    write_to(picture->part->id, format("%s.dat", plot), &points);
    write_to(picture->part->id, format("%s.gp", plot), &out);
}

void write_flight(struct picture *picture, const struct lesson *lesson)
{
    const char *plot = format("flight%s", lesson->digits), *why;
    const struct code *code;
    double ns;

    if (!lesson->per_sm)
        return;
    ns = latency_of_memory();
    code = read_machine_code(lesson);
    why = why_not(picture, lesson, code, ns);
    if (why)
        skip(picture, plot, why);
    else
        write_points(picture, lesson, code, ns, plot);
}
