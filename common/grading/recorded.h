/* grading/recorded.h: exercise_recorded: a number that was measured. Documented in exercise.h. */
#ifndef GRADING_RECORDED_H
#define GRADING_RECORDED_H

#include "harness/error.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

LESSON_API double exercise_recorded(const char *path, const char *row, const char *column)
{
    char line[512];
    int field = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        lesson_fail(LESSON_USAGE, "%s: %s; run this in the folder of the course", path,
                    strerror(errno));
    while (fgets(line, sizeof line, file)) {
        const char *at = line, *name = *line == '#' ? NULL : strstr(line, column);
        for (; name && at < name; at++) /* the line with the column names */
            field += *at == ',';
        if (strncmp(line, row, strlen(row)) != 0)
            continue;
        fclose(file);
        for (int i = 0; i < field && at; i++)
            at = (at = strchr(at, ',')) ? at + 1 : NULL;
        if (at && atof(at) > 0)
            return atof(at);
        break;
    }
    lesson_fail(LESSON_USAGE, "%s: no %s in a row %s...", path, column, row);
}

#endif
