/* sites.c: places in an inspected program, and what its table of symbols says of them. */
#define _GNU_SOURCE
#include "inspect.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SITES = 1 << 16 };

extern const char __executable_start[];         /* from the linker */

uint32_t observe_text(const void *pc)
{
    return (uint32_t)((const char *)pc - __executable_start);
}

uintptr_t observe_address(uint32_t pc) { return (uintptr_t)__executable_start + pc; }

static struct site sites[SITES];
static unsigned int site_count = 1;             /* site 0: more than there is room for */
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
        if (site_count == SITES)
            return 0;
        sites[site_count] = (struct site){ pc, line, file };
        return *slot = (uint16_t)site_count++;
    }
}

/* The last ones, by the low bits of the address or the line. */
uint16_t observe_site(uint32_t pc)
{
    static struct { uint32_t pc; uint16_t site; } last[1024];
    unsigned int i = pc % 1024;

    if (last[i].pc != pc) {
        last[i].pc = pc;
        last[i].site = find_site(pc, NULL, 0);
    }
    return last[i].site;
}

uint16_t observe_place(const char *file, int line)
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

void observe_first_pass(uint16_t site) { first_pass[site] = site != 0; }
int observe_is_first_pass(uint16_t site) { return first_pass[site]; }

const struct site *observe_get_site(uint16_t site) { return &sites[site]; }
unsigned int observe_sites(void) { return site_count; }
/* From the linker's table of symbols, read once: static variables in functions, which may be a
 * kernel's (_ZZ...), while the program's other variables are the host's; copy constructors, which
 * g++ also calls where nobody wrote a call; and what leads from the engine to a kernel: our templates,
 * and the lambda with any number of arguments that the rewriter makes of a launch. */
struct symbol { const char *lo, *hi; };
static struct symbols { struct symbol *list; unsigned int count; } local_statics, copiers, glue;
static const char *symbols_base;

static void add_symbol(struct symbols *to, unsigned long address, unsigned long size)
{
    if (!(to->count & (to->count - 1)))
        to->list = realloc(to->list, (to->count ? 2 * to->count : 1) * sizeof *to->list);
    if (!to->list)
        cuda_cpu_fail("inspect: no memory");
    to->list[to->count].lo = symbols_base + address;
    to->list[to->count++].hi = symbols_base + address + size;
}

static int has_symbol(const struct symbols *in, const char *p)
{
    for (unsigned int i = 0; i < in->count; i++)
        if (p >= in->list[i].lo && p < in->list[i].hi)
            return 1;
    return 0;
}

/* Is it the name of a copy or move constructor or assignment: ...C1ERKS_, ...C2EOS1A_, ...aSEOS_ and
 * the like? */
static int names_copier(const char *name)
{
    size_t length = strlen(name), digits = 0;
    const char *end = name + length - 1;

    if (length < 8 || *end != '_')
        return 0;
    while (end[-1] != 'S' && digits++ < 4)
        end--;
    end--;                              /* at the S */
    if (end - name < 6 || *end != 'S')
        return 0;
    end -= end[-1] == 'O' ? 1 : !strncmp(end - 2, "RK", 2) ? 2 : 0;
    return end[-1] == 'E' && (end[-3] == 'C' || !strncmp(end - 3, "aS", 2))
           && (*end == 'O' || *end == 'R');
}

void symbols_read(const char *base)
{
    char exe[4096], line[8192], kind, name[8000];
    ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
    unsigned long address, size;
    FILE *from;

    symbols_base = base;
    if (length < 1)
        return;
    exe[length] = 0;
    setenv("CUDA_CPU_EXE", exe, 1);
    from = popen("nm -S \"$CUDA_CPU_EXE\" 2>/dev/null", "r");
    while (from && fgets(line, sizeof line, from)) {
        if (sscanf(line, "%lx %lx %c %7999s", &address, &size, &kind, name) != 4)
            continue;
        if (!strncmp(name, "_ZZ", 3) && strchr("bBdD", kind))
            add_symbol(&local_statics, address, size);
        else if (strchr("tTwW", kind) && names_copier(name))
            add_symbol(&copiers, address, size);
        else if (strchr("tTwW", kind) && (strstr(name, "cuda_cpu_") || strstr(name, "UlDpT_E")))
            add_symbol(&glue, address, size);
    }
    if (from)
        pclose(from);
}

int symbols_is_local_static(const void *p) { return has_symbol(&local_statics, p); }

/* Is this place in one of them? Asked once for each. */
static int is_in(const struct symbols *in, unsigned char *known, const void *pc)
{
    if (!*known)
        *known = has_symbol(in, pc) ? 2 : 1;
    return *known == 2;
}

int symbols_is_copier(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(&copiers, &known[site], pc);
}

int symbols_is_glue(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(&glue, &known[site], pc);
}
