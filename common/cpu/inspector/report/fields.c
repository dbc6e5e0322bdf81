/* fields.c: writes CSV fields. */
#include "fields.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FILE *csv_open(const char *variable, const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to) {
        fprintf(stderr, "CPU device: cannot write %s=%s: %s\n", variable, path, strerror(errno));
        _exit(2);
    }
    return to;
}

void csv_text(FILE *to, const char *text)
{
    if (!strpbrk(text, ",\"")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

void csv_shape(FILE *to, const unsigned int *n)
{
    if (n[1] == 1 && n[2] == 1)
        fprintf(to, "%u", n[0]);
    else
        fprintf(to, "%ux%ux%u", n[0], n[1], n[2]);
}
