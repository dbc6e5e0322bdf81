/* sites.c: numbers places in the program, in the order in which the run reaches them. */
#include "sites.h"

#include <string.h>

static struct site sites[SITES];
static unsigned int count = 1;            /* site 0: no room for more */
static uint16_t slots[2 * SITES];

static uint16_t find_site(uint32_t pc, const char *file, int line)
{
    unsigned int h = (pc ^ (uint32_t)((uintptr_t)file >> 3) ^ (uint32_t)line << 12) * 2654435761u;

    for (unsigned int i = h >> 15;; i++) {
        uint16_t *slot = &slots[i % (2 * SITES)];
        struct site *s = &sites[*slot];

        if (*slot && s->pc == pc && s->line == line
            && (s->file == file || (s->file && file && !strcmp(s->file, file))))
            return *slot;
        if (*slot)
            continue;
        if (count == SITES)
            return 0;
        sites[count] = (struct site){ pc, line, file };
        return *slot = (uint16_t)count++;
    }
}

/* A cache of recent places, by the low bits of the address or the line. */
uint16_t site_at(uint32_t pc)
{
    static struct { uint32_t pc; uint16_t site; } last[1024];
    unsigned int i = pc % 1024;

    if (last[i].pc != pc) {
        last[i].pc = pc;
        last[i].site = find_site(pc, NULL, 0);
    }
    return last[i].site;
}

uint16_t site_named(const char *file, int line)
{
    static struct { const char *file; int line; uint16_t site; } last[256];
    unsigned int i = (unsigned int)line % 256;

    if (last[i].file != file || last[i].line != line) {
        last[i].file = file;
        last[i].line = line;
        last[i].site = find_site(0, file, line);
    }
    return last[i].site;
}

static unsigned char first_pass[SITES];

void site_note_first_pass(uint16_t site) { first_pass[site] = site != 0; }
int site_is_first_pass(uint16_t site) { return first_pass[site]; }

const struct site *site_get(uint16_t site) { return &sites[site]; }
unsigned int site_count(void) { return count; }
