/* lines.c: finds the source lines of sites. */
#include "lines.h"

#include "../program/code.h"
#include "../program/sites.h"

#include <stdlib.h>
#include <string.h>

static struct place *places;            /* by site */

/* Does the relative name mean the same file as the absolute one? */
static int is_same_file(const char *relative, const char *absolute)
{
    size_t a = relative ? strlen(relative) : 0, b = absolute ? strlen(absolute) : 0;

    return a && a < b && *relative != '/' && *relative != '.' && *absolute == '/'
           && absolute[b - a - 1] == '/' && !strcmp(absolute + b - a, relative);
}

void lines_find(void)
{
    unsigned int n = site_count(), count = 0;
    uintptr_t *address = calloc(n, sizeof *address);
    struct place *found = calloc(n, sizeof *found);

    places = calloc(n, sizeof *places);
    if (!places || !address || !found)
        return;
    for (unsigned int i = 1; i < n; i++) {
        const struct site *s = site_get((uint16_t)i);

        if (s->file)
            places[i] = cuda_cpu_named_place(s->file, s->line);
        else
            address[count++] = code_address(s->pc);
    }
    if (count && !cuda_cpu_find_places(address, count, found))
        fprintf(stderr, "CPU device: no line numbers: addr2line not found; it comes with binutils\n");
    for (unsigned int i = n; i-- > 1;)
        if (!site_get((uint16_t)i)->file)
            places[i] = found[--count];
    /* Gives a file one name: __FILE__ is the name given to the compiler, which ran in another folder. */
    for (unsigned int i = 1; i < n; i++)
        for (unsigned int j = 1; site_get((uint16_t)i)->file && j < n; j++)
            if (!site_get((uint16_t)j)->file && is_same_file(places[i].file, places[j].file)) {
                free(places[i].file);
                places[i].file = strdup(places[j].file);
                break;
            }
    free(address);
    free(found);
}

struct place line_of(uint16_t site)
{
    static char unknown[] = "?";

    return places && places[site].file ? places[site] : (struct place){ .file = unknown };
}
