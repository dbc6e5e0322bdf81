/* harness/append.h: can rows be appended to a file? */
#ifndef HARNESS_APPEND_H
#define HARNESS_APPEND_H

#include "harness/error.h"
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file that would be created where nothing is yet: `path`, or what links lead to from there. Text
 * of `size` bytes; returns it, or NULL (errno says why) where links go round in circles or names are
 * too long. */
static inline const char *lesson_follow_links(const char *path, char *text, size_t size)
{
    char target[4096];
    if ((size_t)snprintf(text, size, "%s", path) >= size) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (int links = 0; links < 40; links++) {
        ssize_t length = readlink(text, target, sizeof target - 1);
        if (length < 0)
            return text; /* no link */
        target[length] = '\0';
        char *slash = strrchr(text, '/');
        size_t folder = *target == '/' || !slash ? 0 : (size_t)(slash + 1 - text);
        if ((size_t)snprintf(text + folder, size - folder, "%s", target) >= size - folder) {
            errno = ENAMETOOLONG;
            return NULL;
        }
    }
    errno = ELOOP;
    return NULL;
}

enum { LESSON_LOCK_SECONDS = 5 }; /* so long a program waits for others that write to its file */

/* Could a file be created here? If not, errno says why. */
static inline int lesson_can_create(const char *path)
{
    char file[4096];
    if (errno != ENOENT || !lesson_follow_links(path, file, sizeof file))
        return 0;
    char *slash = strrchr(file, '/');
    if (slash && !slash[1]) { /* new/ */
        errno = EISDIR;
        return 0;
    }
    if (slash)
        slash[1] = '\0';
    return access(slash ? file : ".", W_OK | X_OK) == 0;
}

/* Ends the program (exit 2) unless rows with these columns can be appended to the file that
 * `option` names. Changes nothing. */
static inline void lesson_check_file(const char *option, const char *path, const char *columns)
{
    char line[512] = "";
    struct stat status;
    if (!path)
        return;
    if (!*path)
        lesson_fail(LESSON_USAGE, "%s: the name of a file is missing, as in %s results.csv", option,
                    option);
    int exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        lesson_fail(LESSON_USAGE, "%s %s: cannot be written (it is a folder); choose another file",
                    option, path);
    if (exists ? access(path, R_OK | W_OK) != 0 : !lesson_can_create(path))
        lesson_fail(LESSON_USAGE, "%s %s: cannot be written (%s); choose another file", option,
                    path, strerror(errno));
    FILE *file = exists && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    if (!file)
        return;
    int empty = !fgets(line, sizeof line, file);
    fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    size_t length = strlen(line);
    if (length > 0 && !strncmp(line, columns, length) && columns[length] == ',')
        lesson_fail(LESSON_USAGE, "%s %s: its rows are of an older version, without the columns "
                    "%s; choose another file, or move this one", option, path,
                    columns + length + 1);
    if (!empty && strcmp(line, columns))
        lesson_fail(LESSON_USAGE, "%s %s: holds something other than lesson results (its first "
                    "line is another header); choose another file", option, path);
}

/* How many fields a row has: commas in quotes separate none. */
static inline int lesson_fields(const char *line)
{
    int fields = 1, quoted = 0;
    for (; *line; line++) {
        quoted ^= *line == '"';
        fields += *line == ',' && !quoted;
    }
    return fields;
}

/* Ends the program (exit 2) when a row of the file that `option` names was cut off, as by a full disk: no picture could
 * be drawn of it. Changes nothing. */
static inline void lesson_check_whole_rows(const char *option, const char *path, const char *columns)
{
    struct stat status;
    FILE *file = path && stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t size = 0;
    int wanted = lesson_fields(columns);
    for (long at = 1; file && getline(&line, &size, file) > 0; at++)
        if (lesson_fields(line) < wanted)
            lesson_fail(LESSON_USAGE, "%s %s: line %ld has %d fields where the header has %d, so it was cut off; delete "
                        "this line, or choose another file", option, path, at, lesson_fields(line), wanted);
    free(line);
    if (file)
        fclose(file);
}

/* Do two paths lead to one file, or would they, where it is not there yet? */
static inline int lesson_same_file(const char *path, const char *other)
{
    const char *from[2] = {path, other};
    char file[2][4096], folder[2][PATH_MAX];
    const char *name[2];
    struct stat a, b;
    int there = stat(path, &a) == 0, other_there = stat(other, &b) == 0;
    if (there || other_there)
        return there && other_there && a.st_ino == b.st_ino && a.st_dev == b.st_dev;
    for (int i = 0; i < 2; i++) {
        if (!lesson_follow_links(from[i], file[i], sizeof file[i]))
            return 0;
        char *slash = strrchr(file[i], '/');
        name[i] = slash ? slash + 1 : file[i];
        if (!realpath(!slash ? "." : slash == file[i] ? "/" : (*slash = '\0', file[i]), folder[i]))
            return 0;
    }
    return !strcmp(folder[0], folder[1]) && !strcmp(name[0], name[1]);
}

/* Two files of this program that must not be one: ends it (exit 2) if they are. */
static inline void lesson_check_other_file(const char *option, const char *path, const char *other_option,
                                           const char *other)
{
    if (path && other && lesson_same_file(path, other))
        lesson_fail(LESSON_USAGE, "%s %s: is the file of %s; choose another", option, path, other_option);
}

/* Waits a few seconds for the lock of a file, no longer. Returns 0, or -1; then errno says why. */
static inline int lesson_lock(int file)
{
    for (int tries = 0; flock(file, LOCK_EX | LOCK_NB) != 0; tries++) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || tries == 10 * LESSON_LOCK_SECONDS)
            return -1;
        usleep(100000);
    }
    return 0;
}

/* Appends one row, which ends in a newline, and before it the columns when the file is new, under a
 * lock. `is_first`: of this program's rows in that file. Ends the program (exit 2) if it cannot, and
 * takes back what was written of the row: the file never holds half of one. */
static inline void lesson_append_row(const char *option, const char *path, const char *columns,
                                     const char *row, int is_first)
{
    char text[4096];
    FILE *file = fopen(path, "a+");
    signal(SIGXFSZ, SIG_IGN); /* where the file may not grow (ulimit -f), writing fails instead */
    if (!file || lesson_lock(fileno(file)) != 0) {
        if (file && errno == EWOULDBLOCK)
            lesson_fail(LESSON_USAGE, "%s %s: another process has kept it locked for %d seconds; end that one, or choose "
                        "another file", option, path, LESSON_LOCK_SECONDS);
        lesson_fail(LESSON_USAGE, "%s %s: %s", option, path, strerror(errno));
    }
    int is_new = is_first, ends_in_newline = 1;
    long old_length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    if (old_length > 0) { /* not so for a pipe or a device */
        is_new = 0;
        fseek(file, -1, SEEK_END);
        ends_in_newline = fgetc(file) == '\n';
    }
    int length = snprintf(text, sizeof text, "%s%s%s%s", ends_in_newline ? "" : "\n",
                          is_new ? columns : "", is_new ? "\n" : "", row);
    if (fwrite(text, 1, (size_t)length, file) != (size_t)length || fflush(file) != 0) {
        int why = errno;
        if (ftruncate(fileno(file), old_length) != 0) {
            /* a pipe or a device: nothing to take back */
        }
        lesson_fail(LESSON_USAGE, "%s %s: %s", option, path, strerror(why));
    }
    fclose(file);
}

#endif
