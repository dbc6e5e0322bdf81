/* csv.h: reads CSV files by column name. read.awk does the same for awk, with the same checks and messages.
 *
 *   struct csv csv;
 *   if (!csv_open(&csv, "counts.csv"))                  reads the header
 *       csv_bad(&csv, "no such file");
 *   csv_need(&csv, "kernel grid", NULL);
 *   while (csv_next(&csv))                              a row
 *       printf("%s %g\n", csv_field(&csv, "kernel"), csv_number(&csv, "grid"));
 *
 * A malformed file ends the program with exit code 2, after one line on stderr: FILE:LINE: what is wrong. Lines that
 * begin with # are left out. Nothing is freed, so all fields stay valid. */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stdio.h>

struct csv {
    const char *name; /* of the file */
    int line;         /* the number of the last one that was read */
    char *rest, *end; /* what was not read yet */
    int columns;
    const char **column, **field; /* names, and what the row has */
};

/* Returns false if there is no such file, or nothing is in it. */
bool csv_open(struct csv *csv, const char *name);
/* Reads the next row. Returns false after the last one. */
bool csv_next(struct csv *csv);

/* A field of the row; "" if there is no such column. */
const char *csv_field(const struct csv *csv, const char *column);
/* The number that a field begins with; 0 if it begins with none, or with one that no double holds. */
double csv_number(const struct csv *csv, const char *column);
/* Is this what the field says? */
bool csv_is(const struct csv *csv, const char *column, const char *text);

/* Ends the program unless the file has all of these columns, which have blanks between them. `kind` says which kind of
 * file is needed; NULL: one that --csv writes. */
void csv_need(const struct csv *csv, const char *columns, const char *kind);
/* Ends the program with a message about the last line. */
_Noreturn void csv_bad(const struct csv *csv, const char *how, ...);

/* Writes a text as a field: in quotes, if it needs them. */
void csv_write(FILE *file, const char *text);

#endif
