/* csv.c: reads CSV files by column name. */
#include "csv.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void csv_bad(const struct csv *csv, const char *how, ...)
{
    va_list values;

    fprintf(stderr, "%s:%d: ", csv->name, csv->line);
    va_start(values, how);
    vfprintf(stderr, how, values);
    va_end(values);
    fputc('\n', stderr);
    exit(2);
}

static void *room(const struct csv *csv, void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        csv_bad(csv, "there is no memory left to read this");
    return new;
}

/* The file, and the 0 after it; it may have others. Returns false if it cannot be read. */
static bool read_whole(struct csv *csv)
{
    FILE *file = fopen(csv->name, "rb");
    size_t length = 0, got;

    if (!file)
        return false;
    do {
        csv->rest = room(csv, csv->rest, length + 65536 + 1);
        got = fread(csv->rest + length, 1, 65536, file);
        length += got;
    } while (got);
    fclose(file);
    csv->rest[length] = 0;
    csv->end = csv->rest + length;
    return true;
}

/* A tab is text. */
static bool has_control(const char *from, const char *to)
{
    for (; from < to; from++)
        if (iscntrl((unsigned char)*from) && *from != '\t')
            return true;
    return false;
}

/* Ends the field at *from with a 0, and moves *from to the next one; to NULL after the last. A quoted field may contain
 * commas, and "" in it stands for ". */
static char *split_field(const struct csv *csv, char **from)
{
    char *field = *from, *to = field, *at = field, *comma;

    while (*at == '"') { /* *at is the one that begins it, or the second of two */
        char *quote = strchr(at + 1, '"');

        if (!quote)
            csv_bad(csv, "a quote that does not end");
        if (at > field)
            *to++ = '"';
        memmove(to, at + 1, (size_t)(quote - at - 1));
        to += quote - at - 1;
        at = quote + 1;
    }
    comma = strchr(at, ',');
    *from = comma ? comma + 1 : NULL;
    if (comma)
        *comma = 0;
    memmove(to, at, strlen(at) + 1);
    return field;
}

/* Splits the next line into csv->field, with `limit` fields at most, or any number if that is 0. Returns how many the
 * line has; -1 after the last line. */
static int split_line(struct csv *csv, int limit)
{
    char *line, *end;
    int count = 0;

    do {
        if (csv->rest == csv->end)
            return -1;
        line = csv->rest;
        end = memchr(line, '\n', (size_t)(csv->end - line));
        csv->rest = end ? end + 1 : csv->end;
        end = end ? end : csv->end;
        csv->line++;
    } while (*line == '#');
    if (end > line && end[-1] == '\r')
        end--;
    *end = 0;
    if (has_control(line, end))
        csv_bad(csv, "a byte that is not text; was the file damaged?");
    for (char *next = *line ? line : NULL; next; count++) {
        char *field = split_field(csv, &next);

        if (!limit)
            csv->field = room(csv, csv->field, sizeof *csv->field * (size_t)(count + 1));
        if (!limit || count < limit)
            csv->field[count] = field;
    }
    return count;
}

bool csv_open(struct csv *csv, const char *name)
{
    *csv = (struct csv){ .name = name };
    if (!read_whole(csv))
        return false;
    csv->columns = split_line(csv, 0);
    csv->column = csv->field;
    csv->field = csv->columns > 0 ? room(csv, NULL, sizeof *csv->field * (size_t)csv->columns) : NULL;
    return csv->columns >= 0;
}

bool csv_next(struct csv *csv)
{
    int count = split_line(csv, csv->columns);

    if (count >= 0 && count != csv->columns)
        csv_bad(csv, "%d fields where the header has %d%s", count, csv->columns,
                count < csv->columns ? ", so this row was cut off; delete this line" : "");
    return count >= 0;
}

/* Which column has this name; -1 if none has. */
static int find_column(const struct csv *csv, const char *name, size_t length)
{
    for (int i = 0; i < csv->columns; i++)
        if (!strncmp(csv->column[i], name, length) && !csv->column[i][length])
            return i;
    return -1;
}

const char *csv_field(const struct csv *csv, const char *column)
{
    int i = find_column(csv, column, strlen(column));

    return i < 0 ? "" : csv->field[i];
}

double csv_number(const struct csv *csv, const char *column)
{
    double number = strtod(csv_field(csv, column), NULL);

    return isfinite(number) ? number : 0;
}

bool csv_is(const struct csv *csv, const char *column, const char *text) { return !strcmp(csv_field(csv, column), text); }

void csv_need(const struct csv *csv, const char *columns, const char *kind)
{
    for (const char *name = columns; *name; name += *name == ' ') {
        size_t length = strcspn(name, " ");

        if (find_column(csv, name, length) < 0)
            csv_bad(csv, "no column %.*s; %s", (int)length, name, kind ? kind : "a file written by --csv is needed");
        name += length;
    }
}

void csv_write(FILE *file, const char *text)
{
    if (!strpbrk(text, "\",")) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){ *text, 0 }, file);
    fputc('"', file);
}
