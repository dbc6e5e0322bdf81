/* symbols.c: finds the program's functions and variables by address, in its own symbol table. */
#define _GNU_SOURCE
#include "symbols.h"

#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct { struct symbol *list; unsigned int count; } functions, variables;

static int compare(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;

    return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : 0;
}

static int note_base(struct dl_phdr_info *info, size_t size, void *to)
{
    (void)size;
    *(const char **)to = (const char *)info->dlpi_addr;
    return 1;                           /* the first entry is the program itself */
}

/* The program's file, or NULL if it cannot be read. It stays mapped, because the names are in it. */
static char *map_program(void)
{
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat about;
    void *p = MAP_FAILED;

    if (file >= 0 && !fstat(file, &about))
        p = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (file >= 0)
        close(file);
    return p == MAP_FAILED ? NULL : p;
}

/* A plain copy of a function (rewrite/plain.c) has the function's name. */
static void cut_plain(char *name)
{
    size_t length = strlen(name);

    if (length > 6 && !strcmp(name + length - 6, ".plain"))
        name[length - 6] = 0;
}

static void read_table(char *elf, const ElfW(Shdr) *table, const ElfW(Shdr) *names, const char *base)
{
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)(elf + table->sh_offset);
    size_t count = table->sh_size / sizeof *symbol;

    functions.list = malloc(count * sizeof *functions.list);
    variables.list = malloc(count * sizeof *variables.list);
    for (size_t i = 0; i < count && functions.list && variables.list; i++, symbol++) {
        unsigned int type = symbol->st_info & 15;
        struct symbol s = { base + symbol->st_value, base + symbol->st_value + symbol->st_size,
                            elf + names->sh_offset + symbol->st_name, symbol->st_info >> 4 == STB_LOCAL };

        if (!symbol->st_size || symbol->st_shndx == SHN_UNDEF)
            continue;
        if (type == STT_FUNC)
            cut_plain(elf + names->sh_offset + symbol->st_name);
        if (type == STT_FUNC)
            functions.list[functions.count++] = s;
        else if (type == STT_OBJECT)
            variables.list[variables.count++] = s;
    }
    if (functions.count)
        qsort(functions.list, functions.count, sizeof *functions.list, compare);
    if (variables.count)
        qsort(variables.list, variables.count, sizeof *variables.list, compare);
}

static void read_once(void)
{
    static int is_read;
    const ElfW(Ehdr) *header;
    const ElfW(Shdr) *section;
    const char *base = NULL;
    char *elf;

    if (__atomic_exchange_n(&is_read, 1, __ATOMIC_SEQ_CST) || !(elf = map_program()))
        return;
    header = (const void *)elf;
    dl_iterate_phdr(note_base, &base);
    section = (const ElfW(Shdr) *)((const char *)header + header->e_shoff);
    for (int i = 0; i < header->e_shnum; i++)
        if (section[i].sh_type == SHT_SYMTAB)
            read_table(elf, &section[i], &section[section[i].sh_link], base);
}

/* The symbol that contains the address, or NULL. */
static const struct symbol *find(const struct symbol *list, unsigned int count, const char *p)
{
    unsigned int from = 0;

    while (count > from) {
        unsigned int middle = from + (count - from) / 2;

        if (list[middle].lo <= p)
            from = middle + 1;
        else
            count = middle;
    }
    return from && p < list[from - 1].hi ? &list[from - 1] : NULL;
}

const struct symbol *cuda_cpu_function_at(const void *pc)
{
    read_once();
    return find(functions.list, functions.count, (const char *)pc - 1);
}

const struct symbol *cuda_cpu_variable_at(const void *p)
{
    read_once();
    return find(variables.list, variables.count, p);
}
