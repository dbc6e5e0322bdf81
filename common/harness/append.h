/* harness/append.h: can rows be appended to a file? */
#ifndef HARNESS_APPEND_H
#define HARNESS_APPEND_H

#include "harness/error.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ends the program (exit 2) unless rows with these columns can be appended to the file that
 * `option` names. Changes nothing. */
static inline void lesson_check_file(const char *option, const char *path, const char *columns)
{
    char line[512] = "";
    if (!path)
        return;
    struct stat status;
    int existed = stat(path, &status) == 0;
    int writable = existed && access(path, W_OK) == 0 && !S_ISDIR(status.st_mode);
    FILE *file = existed && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    if (file) {
        int empty = !fgets(line, sizeof line, file);
        fclose(file);
        line[strcspn(line, "\r\n")] = '\0';
        size_t length = strlen(line);
        if (length > 0 && !strncmp(line, columns, length) && columns[length] == ',')
            lesson_fail(LESSON_USAGE, "%s %s: its rows are of an older version, without the "
                        "columns %s; choose another file, or move this one", option, path,
                        columns + length + 1);
        if (!empty && strcmp(line, columns))
            lesson_fail(LESSON_USAGE, "%s %s: holds something other than lesson results (its first "
                        "line is another header); choose another file", option, path);
    }
    if (!existed) { /* the first row creates it; can it? */
        char folder[4096];
        const char *slash = strrchr(path, '/');
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
                 slash ? path : ".");
        writable = access(folder, W_OK | X_OK) == 0;
    }
    if (!writable)
        lesson_fail(LESSON_USAGE, "%s %s: cannot be written (%s); choose another file", option,
                    path, existed && S_ISDIR(status.st_mode) ? "it is a folder" : strerror(errno));
}

#endif
