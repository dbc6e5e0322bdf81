/* grading/verdict.h: what the program tells grade.sh, in the file that EXERCISE_VERDICT names.
 *
 * While it runs: a line for each check that begins ("check 2: barriers per block ..."), and for what is being
 * done, so that grade.sh can say where a program was stopped. At the end: how it went. grade.sh believes "passed" only
 * together with a word that it made for this one run and left in that file. The word is taken from there before any
 * code of the learner's runs, so an answer does not pass by what it prints or writes, or by how it ends the program.
 * answer.awk keeps the functions below out of an answer.
 *
 * That is against accidents and short cuts. It is no wall: the answer and its checks are one process, and C has no
 * memory that only one of them can use. An answer that searches the process for the checks' own variables, or for the
 * word, can pass, and one that stops the process above it can keep its report back. So a pass is good evidence for a learner, and no proof for an examiner, who reads the gap. */
#ifndef GRADING_VERDICT_H
#define GRADING_VERDICT_H

#include "harness/api.h"

/* Tells grade.sh what is being done, or the outcome. The last line counts, even if something else has
 * ended the program. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
LESSON_API void exercise_tell(const char *format, ...);

#ifndef LESSON_LINKED
#include "grading/supervise.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXERCISE_PAGE = 1 << 16 }; /* no page is larger */

static struct exercise_verdict {
    int file;    /* -1: nobody asked */
    char *word;  /* in a page of its own; NULL: there is none */
    size_t length;
} exercise_verdict = {-1, NULL, 0};

/* Takes the word out of the file, before main and before the initialisers of the program's variables. */
static void __attribute__((constructor(101))) exercise_take_word(void)
{
    const char *path = getenv("EXERCISE_VERDICT");
    int file = path && *path ? open(path, O_RDWR | O_APPEND | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    exercise_supervise(file);
    void *page = mmap(NULL, EXERCISE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    ssize_t length = page == MAP_FAILED ? 0 : read(file, page, EXERCISE_PAGE);
    exercise_verdict.file = file;
    if (length <= 0 || ftruncate(file, 0) != 0)
        return;
    exercise_verdict.word = (char *)page;
    exercise_verdict.length = (size_t)length;
    mprotect(page, EXERCISE_PAGE, PROT_NONE);
}

LESSON_API void exercise_tell(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (exercise_verdict.file >= 0 && dprintf(exercise_verdict.file, "%s\n", text) < 0)
        exercise_verdict.file = -1; /* a full disk: grade.sh finds no outcome */
}

/* Tells it what it believes only with the word: that all checks were "passed", or what was "counted", which
 * `text` says. For the end: what comes after it in the program can read the word in the file. */
static inline void exercise_tell_truly(const char *what, const char *text)
{
    if (!exercise_verdict.word)
        return;
    mprotect(exercise_verdict.word, EXERCISE_PAGE, PROT_READ);
    dprintf(exercise_verdict.file, "%s %.*s%s\n", what, (int)exercise_verdict.length,
            exercise_verdict.word, text);
}
#endif

#endif
