/* table.c: what make sass05 prints: a row for each kernel, and the lines of one of them. The lesson's lines come first, then
 * those of other files of the course, then one row for each other file. */
#include "sass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a line's instructions, those that a reader looks for, in this order: 2 LDS, 1 STS */
static const char *const kinds[] = { "LDG", "LD", "LDGSTS", "UBLKCP", "STG", "ST", "LDS", "STS", "LDL", "STL", "SHFL",
                                     "REDUX", "VOTE", "MATCH", "ATOMG", "ATOM", "ATOMS", "REDG", "RED", "BAR", "WARPSYNC",
                                     "MEMBAR", "BRA", "CALL", "NOP" };
enum { kind_count = sizeof kinds / sizeof *kinds };

/* A file that instructions come from */
struct source {
    const char *path;  /* as the cubin has it */
    const char *shown; /* as the course names it; outside the course the last part of the path */
    bool is_ours;      /* of the course: its lines are shown */
    struct strings lines;
    struct source *next;
};

/* Instructions of one line, or of one file outside the course */
struct row {
    const struct source *source;
    int line; /* 0: outside */
    int count, of_kind[kind_count];
};

static const struct source *find_source(const char *path)
{
    static struct source *sources;
    const char *lessons = strstr(path, "lessons/"), *common = strstr(path, "common/"), *slash = strrchr(path, '/');
    const char *name = lessons && (!common || lessons < common) ? lessons : common, *text, *line;
    struct source *made = sources;

    while (made && strcmp(made->path, path))
        made = made->next;
    if (made)
        return made;
    text = name ? read_file(name) : NULL;
    made = (struct source *)room_for(1, sizeof *made);
    *made = (struct source){ .path = path, .is_ours = text != NULL, .next = sources };
    made->shown = text ? name : slash ? slash + 1 : *path ? path : "(no line)";
    while (text && (line = next_line(&text)))
        push(&made->lines, line);
    return sources = made;
}

/* The text of a line, without the blanks before it; long lines are cut. */
static const char *code(const struct source *source, int number)
{
    const char *row = number > 0 && (size_t)number <= source->lines.count ? source->lines.at[number - 1] : "";

    row = squeezed(row);
    return strlen(row) > 62 ? format("%.61s…", row) : row;
}

/* ---- The kernels ------------------------------------------------------------------------------------ */

/* line 37,39, loop: 4, wait, 6, wait, 6 */
static const char *in_words(const struct way *way)
{
    struct strings groups = split(way->groups, '+');
    struct text text = { NULL, 0, 0 };

    add_format(&text, "%s, line %s: ", way->is_loop ? "loop" : "once", way->lines);
    if (groups.count == 1)
        add_format(&text, "%s %s, then wait", way->groups, strcmp(way->groups, "1") ? "loads" : "load");
    else if (groups.count <= 4)
        for (size_t i = 0; i < groups.count; i++)
            add_format(&text, "%s%s", i ? ", wait, " : "", groups.at[i]);
    else
        add_format(&text, "%s, a wait after each", way->groups);
    return text_of(&text);
}

static void print_kernels(const struct lesson *lesson)
{
    int wide = 6;

    for (size_t i = 0; i < lesson->kernel_count; i++)
        if ((int)strlen(lesson->kernels[i]->name) > wide)
            wide = (int)strlen(lesson->kernels[i]->name);
    printf("%-*s  instr  regs spill barriers      in flight\n", wide, "");
    printf("%-*s uctions     bytes block  warp  loads bytes  global loads, in the order of the code\n", wide, "kernel");
    for (size_t i = 0; i < lesson->kernel_count; i++) {
        const struct kernel *k = lesson->kernels[i];

        printf("%-*s   %5d %5d %5d %5d %5d  ", wide, k->name, k->count, k->registers, k->spill_bytes, k->barriers,
               k->warp_barriers);
        if (!k->way_count)
            printf("   0     0  none\n");
        for (const struct way *w = k->ways; w < k->ways + k->way_count; w++) {
            if (w > k->ways)
                printf("%*s ", wide + 34, "");
            printf("%4d %5d  %s\n", w->most_loads, w->most_bytes, in_words(w));
        }
    }
}

static bool is_default(const char *name)
{
    for (const char *p = name; (p = strstr(p, "256")); p++)
        if (p > name && strchr("<,", p[-1]) && p[3] && strchr(",>", p[3]))
            return true;
    return false;
}

/* The kernel of that name, or of that name before <...>; of a template's, the one with block 256, or the first */
static const struct kernel *choose(const struct lesson *lesson, const char *wanted)
{
    const struct kernel *best = NULL;

    for (size_t i = lesson->kernel_count; i--;) {
        const struct kernel *k = lesson->kernels[i];
        bool is_bare = strlen(wanted) == strcspn(k->name, "<") && begins(k->name, wanted);

        if (!strcmp(wanted, k->name))
            return k;
        if ((!*wanted || is_bare) && (!best || !is_default(best->name) || is_default(k->name)))
            best = k;
    }
    if (best)
        return best;
    fprintf(stderr, "KERNEL=%s: %s has no such kernel; it has:", wanted, lesson->name);
    for (size_t i = 0; i < lesson->kernel_count; i++)
        fprintf(stderr, " %s", lesson->kernels[i]->name);
    fputc('\n', stderr);
    exit(2);
}

/* ---- Its lines -------------------------------------------------------------------------------------- */

static struct row *find_row(struct row *rows, size_t *count, const struct source *source, int line)
{
    for (struct row *row = rows; row < rows + *count; row++)
        if (!strcmp(row->source->shown, source->shown) && row->line == line)
            return row;
    rows[*count].source = source;
    rows[*count].line = line;
    return &rows[(*count)++];
}

static const char *kinds_of(const struct row *row)
{
    struct text text = { NULL, 0, 0 };

    for (int i = 0; i < kind_count; i++)
        if (row->of_kind[i])
            add_format(&text, "%s%d %s", text.at ? ", " : "", row->of_kind[i], kinds[i]);
    return text_of(&text);
}

static void print_lines(const struct kernel *kernel, const char *lesson_file)
{
    struct row *rows = (struct row *)room_for((size_t)kernel->count, sizeof *rows);
    struct strings keys = { NULL, 0 };
    const char *last = "";
    size_t count = 0, *place;

    for (const struct instruction *i = kernel->code; i < kernel->code + kernel->count; i++) {
        const struct source *source = find_source(i->file);
        struct row *row = find_row(rows, &count, source, source->is_ours ? i->line : 0);

        row->count++;
        for (int k = 0; k < kind_count; k++)
            row->of_kind[k] += !strcmp(i->base, kinds[k]);
    }
    for (const struct row *row = rows; row < rows + count; row++)
        push(&keys, format("%d %s %6d", !strcmp(row->source->shown, lesson_file) ? 0 : row->line ? 1 : 2,
                           row->source->shown, row->line));
    place = in_order(&keys);
    printf(" line instructions\n");
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[place[i]];
        const char *file = row->source->shown;

        if (strcmp(file, lesson_file) && strcmp(file, last) && row->line)
            printf(" %s\n", file);
        last = file;
        printf(row->line ? "%5d" : "     ", row->line);
        printf(" %5d  %-26s %s\n", row->count, kinds_of(row), row->line ? code(row->source, row->line) : file);
    }
}

/* All instructions, each under its line */
static void print_instructions(const struct kernel *kernel, const char *lesson_file)
{
    const char *last = "";
    int last_line = -1;

    for (const struct instruction *i = kernel->code; i < kernel->code + kernel->count; i++) {
        const struct source *source = find_source(i->file);
        bool is_lesson = !strcmp(source->shown, lesson_file);

        if (strcmp(source->shown, last) || i->line != last_line)
            printf("%s%s%d: %s\n", is_lesson ? "" : source->shown, is_lesson ? "" : ":", i->line,
                   i->line ? code(source, i->line) : source->is_ours ? source->shown : "");
        last = source->shown;
        last_line = i->line;
        printf("        %s  %s", i->offset, i->printed);
        if (i->still >= 0)
            printf("    <- waits");
        if (i->waited)
            printf("; %d %s since the last wait", i->waited, i->waited == 1 ? "load" : "loads");
        if (i->still > 0)
            printf("; %d still in flight", i->still);
        printf("\n");
    }
}

void print_table(const struct lesson *lesson, const char *wanted, bool is_full)
{
    const struct kernel *shown = choose(lesson, wanted);

    printf("%s, %s, nvcc %s: %s\n\n", lesson->name, lesson->arch, lesson->toolkit, lesson->file);
    print_kernels(lesson);
    printf("\n%s, line by line:\n", shown->name);
    (is_full ? print_instructions : print_lines)(shown, lesson->file);
}
