/* program.c: options and texts of the C programs of plots/. */
#include "program.h"

#include "cpu/rewrite/text.h"

#include <string.h>

static char **options;

void set_options(char **words) { options = words; }

const char *option(const char *name)
{
    size_t length = strlen(name);

    for (char **at = options; *at; at++)
        if (!strncmp(*at, name, length) && (*at)[length] == '=')
            return *at + length + 1;
    return "";
}

/* In gnuplot's single quotes only the quote itself is special. (In its double quotes, what stands in backquotes is run.) */
char *quoted(const char *text) { return format("'%s'", replaced(text, "'", "''")); }
