/* place.c: finds the source line that an address of the program belongs to. addr2line, from the binutils
 * that come with every compiler, reads the debugging information. */
#define _GNU_SOURCE
#include "place.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *without_folder(const char *path)
{
    static char folder[4096];
    size_t length;

    if (!*folder && !getcwd(folder, sizeof folder - 1))
        return path;
    length = strlen(folder);
    if (!strncmp(path, "./", 2))
        path += 2;
    return !strncmp(path, folder, length) && path[length] == '/' ? path + length + 1 : path;
}

/* Is it a header of the CPU device itself? cpucc gives their folder's full path. */
static int is_own(const char *path) { return strstr(path, "/common/cpu/") != NULL; }

static int note_base(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    *(uintptr_t *)to = info->dlpi_addr;
    return 1;
}

/* Fills place[i] for the call before address[i], if known. If calls were inlined, it is the innermost one
 * outside the CPU device's own headers. Returns 0 if addr2line is missing. */
int cuda_cpu_find_places(const uintptr_t *address, unsigned int n, struct place *place)
{
    char command[200], line[4200];
    int program = open("/proc/self/exe", O_RDONLY); /* this one, even where make has put another in its place by now */
    unsigned int at = 0;
    uintptr_t base = 0;
    FILE *to, *from;
    int file, found = 1;

    dl_iterate_phdr(note_base, &base);
    file = program < 0 ? -1 : memfd_create("places", 0); /* a file that no folder has to have room for */
    to = file < 0 ? NULL : fdopen(file, "w");
    if (!to) {
        close(program);
        return 0;
    }
    for (unsigned int i = 0; i < n; i++)
        fprintf(to, "%#lx\n", (unsigned long)(address[i] - 1 - base));
    fflush(to);
    snprintf(command, sizeof command, "addr2line -a -i -e /proc/self/fd/%d </proc/self/fd/%d 2>/dev/null", program, file);
    from = popen(command, "r");
    while (from && fgets(line, sizeof line, from)) {
        char *colon = strrchr(line, ':');
        struct place *p;

        if (line[0] == '0' && line[1] == 'x' && !colon) {
            at++;
            found = 0;
            continue;
        }
        if (!at || at > n || !colon || found)
            continue;
        p = &place[at - 1];
        *colon = 0;
        p->is_own = is_own(line);
        if (!p->file)
            p->in_own = p->is_own;
        free(p->file);
        p->file = *line == '?' ? NULL : strdup(without_folder(line));
        p->line = atoi(colon + 1);
        found = p->file && !p->is_own;
    }
    if (from)
        pclose(from);
    fclose(to);
    close(program);
    return at == n;
}

struct place cuda_cpu_named_place(const char *file, int line)
{
    return (struct place){ .file = strdup(without_folder(file)), .line = line };
}

/* Prints the source line itself, below a message. */
void cuda_cpu_print_source(FILE *to, struct place p)
{
    FILE *file = p.file && p.line ? fopen(p.file, "r") : NULL;
    char *line = NULL;
    size_t room = 0;

    for (int i = 0; file && i < p.line; i++)
        if (getline(&line, &room, file) < 0)
            break;
        else if (i == p.line - 1)
            fprintf(to, "      %s%s", line + strspn(line, " \t"), strchr(line, '\n') ? "" : "\n");
    free(line);
    if (file)
        fclose(file);
}
