/* headers.c: rewrites a .cu file, and those of its own headers that need it.
 *
 * Writes FOLDER/rewritten.cpp, FOLDER/headers/N/HEADER for each rewritten header, and FOLDER/all: for each of these
 * copies a line with the original's name, a tab, and its own (dependencies.c).
 *
 * The program's own headers are in the folder of the file that includes them, or in the -iquote and -I
 * folders. A header is rewritten if it uses CUDA's syntax, if it includes a header that does, or if a
 * rewritten header in the same folder includes it. */
#include "program.h"

#include "rewrite.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct source {
    const char *path, *content;
    const char *place; /* where its copy is, or NULL */
    bool needs_rewriting;
};

/* An #include in sources[from] of sources[to] */
struct edge {
    size_t from, to;
    const char *written; /* with its quotes or brackets */
    bool is_beside;      /* found in the folder of the file that includes it */
};

struct program {
    struct source *sources; /* the .cu file, then its headers */
    size_t count;
    struct edge *edges;
    size_t edges_count;
    struct strings quote_folders, folders;
};

/* The part of a path up to its last slash */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return copy_of(path, slash ? (size_t)(slash + 1 - path) : 0);
}

/* Turns ./b and a/../b into b, so that each header has one name. */
static char *shortest(const char *path)
{
    struct strings kept = { NULL, 0 }, parts = split(path, '/');
    struct text result = { NULL, 0, 0 };
    bool is_absolute = *path == '/';

    for (size_t i = 0; i < parts.count; i++) {
        const char *part = parts.at[i];
        bool is_last = i + 1 == parts.count;

        if (!is_last && (!*part || !strcmp(part, ".")))
            continue;
        if (!is_last && !strcmp(part, "..") && kept.count && strcmp(kept.at[kept.count - 1], ".."))
            kept.count--;
        else
            push(&kept, part);
    }
    for (size_t i = 0; i < kept.count; i++)
        add_format(&result, "%s%s", i || is_absolute ? "/" : "", kept.at[i]);
    return text_of(&result);
}

/* Adds the file, unless it is there already. Returns its index, or -1 if there is no such file. */
static long add_source(struct program *program, const char *path)
{
    const char *name = shortest(path), *content;

    for (size_t i = 1; i < program->count; i++)
        if (!strcmp(program->sources[i].path, name))
            return (long)i;
    if (program->count && !strcmp(program->sources[0].path, name))
        return 0;
    content = read_file(path);
    if (!content)
        return -1;
    program->sources = (struct source *)more_room(program->sources, program->count, sizeof *program->sources);
    program->sources[program->count].path = name;
    program->sources[program->count].content = content;
    program->sources[program->count].place = NULL;
    program->sources[program->count].needs_rewriting = false;
    return (long)program->count++;
}

static long add_source_of(struct program *program, const struct strings *folders, const char *name)
{
    long found = -1;

    for (size_t i = 0; i < folders->count && found < 0; i++)
        found = add_source(program, format("%s/%s", folders->at[i], name));
    return found;
}

/* Such as header.h, but not <vector> */
static bool has_suffix(const char *name)
{
    const char *dot = strrchr(name, '.');

    if (!dot || !dot[1])
        return false;
    while (*++dot)
        if (!((*dot >= 'a' && *dot <= 'z') || (*dot >= 'A' && *dot <= 'Z') || *dot == '+'))
            return false;
    return true;
}

/* The header of the program that an #include in sources[from] names, or -1. */
static long find_header(struct program *program, size_t from, const char *written, bool *is_beside)
{
    const char *name = without_edges(written);
    long found = -1;

    *is_beside = false;
    if (!has_suffix(name))
        return -1;
    if (*name == '/')
        return add_source(program, name);
    if (*written == '"') {
        found = add_source(program, format("%s%s", folder_of(program->sources[from].path), name));
        *is_beside = found >= 0;
        if (found < 0)
            found = add_source_of(program, &program->quote_folders, name);
    }
    return found < 0 ? add_source_of(program, &program->folders, name) : found;
}

/* The header that a line includes, with its quotes or brackets; NULL if it is no such line. */
static char *included_by(const char *line)
{
    const char *end;

    line += strspn(line, " \t");
    if (*line != '#')
        return NULL;
    line++;
    line += strspn(line, " \t");
    if (!begins(line, "include"))
        return NULL;
    line += 7;
    line += strspn(line, " \t");
    if (*line != '"' && *line != '<')
        return NULL;
    end = strchr(line + 1, *line == '"' ? '"' : '>');
    return end ? copy_of(line, (size_t)(end + 1 - line)) : NULL;
}

/* Does this text use CUDA's syntax? (A line may have it for no reason.) */
static bool has_forms(const char *text)
{
    return strstr(text, "<<<") || strstr(text, "__shared__") || strstr(text, "__noinline__") || strstr(text, "asm") ||
           strstr(text, "cudaLaunch");
}

/* Is it, perhaps, a library of CUDA that the CPU device lacks? */
static bool may_be_lacking(const char *written)
{
    static const char *const names[] = { "<thrust", "<cub", "<cuda", "<nv", "<mma", "<cooperative" };
    size_t length;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (begins(written, names[i]))
            return true;
    if (!begins(written, "<cu"))
        return false;
    length = strspn(written + 3, "abcdefghijklmnopqrstuvwxyz_");
    return length && written[3 + length] == '.';
}

/* Finds what sources[from] includes. */
static void scan(struct program *program, size_t from)
{
    const char *rest = program->sources[from].content, *line, *written;

    program->sources[from].needs_rewriting = has_forms(rest);
    while ((line = next_line(&rest))) {
        struct edge *edge;
        bool is_beside;
        long to;

        written = included_by(line);
        if (!written)
            continue;
        to = find_header(program, from, written, &is_beside);
        if (to < 0) {
            if (may_be_lacking(written))
                program->sources[from].needs_rewriting = true;
            continue;
        }
        program->edges = (struct edge *)more_room(program->edges, program->edges_count, sizeof *program->edges);
        edge = &program->edges[program->edges_count++];
        edge->from = from;
        edge->to = (size_t)to;
        edge->written = written;
        edge->is_beside = is_beside;
    }
}

/* Whoever includes a rewritten header is rewritten, too, and what that includes from its own folder. */
static void spread(struct program *program)
{
    bool has_changed;

    program->sources[0].needs_rewriting = false; /* it is rewritten anyway */
    do {
        has_changed = false;
        for (size_t i = 0; i < program->edges_count; i++) {
            const struct edge *edge = &program->edges[i];
            struct source *from = &program->sources[edge->from], *to = &program->sources[edge->to];

            if (to->needs_rewriting && edge->from != 0 && !from->needs_rewriting)
                has_changed = from->needs_rewriting = true;
            if (from->needs_rewriting && edge->is_beside && !to->needs_rewriting)
                has_changed = to->needs_rewriting = true;
        }
    } while (has_changed);
}

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0)
        fail("%s cannot be made: %s", path, strerror(errno));
}

/* Gives each file that is rewritten its place, and lists them. */
static void choose_places(struct program *program, const char *folder)
{
    struct text list = { NULL, 0, 0 };
    bool any = false;

    program->sources[0].place = format("%s/rewritten.cpp", folder);
    add_format(&list, "%s\t%s\n", program->sources[0].path, program->sources[0].place);
    for (size_t i = 1; i < program->count; i++) {
        struct source *source = &program->sources[i];

        if (!source->needs_rewriting)
            continue;
        if (!any)
            make_folder(format("%s/headers", folder));
        any = true;
        make_folder(format("%s/headers/%d", folder, (int)i));
        source->place = format("%s/headers/%d/%s", folder, (int)i, source->path + strlen(folder_of(source->path)));
        add_format(&list, "%s\t%s\n", source->path, source->place);
    }
    write_file(format("%s/all", folder), &list);
}

static bool rewrite_source(const struct program *program, size_t from)
{
    struct substitutes substitutes = { NULL, 0 };
    struct text text = { NULL, 0, 0 };
    bool is_right;

    for (size_t i = 0; i < program->edges_count; i++) {
        const struct edge *edge = &program->edges[i];
        struct substitute *substitute;

        if (edge->from != from || !program->sources[edge->to].needs_rewriting)
            continue;
        substitutes.at = (struct substitute *)more_room(substitutes.at, substitutes.count, sizeof *substitutes.at);
        substitute = &substitutes.at[substitutes.count++];
        substitute->written = edge->written;
        substitute->place = program->sources[edge->to].place;
    }
    is_right = rewrite(program->sources[from].path, program->sources[from].content, &substitutes, &text);
    write_file(program->sources[from].place, &text);
    return is_right;
}

/* -I FOLDER, -IFOLDER, -iquote FOLDER */
static void read_options(struct program *program, char **options)
{
    for (; *options; options++) {
        bool is_quote = begins(*options, "-iquote");
        const char *value = *options + (is_quote ? 7 : 2);

        if (!is_quote && !begins(*options, "-I"))
            continue;
        if (!*value && options[1])
            value = *++options;
        if (*value)
            push(is_quote ? &program->quote_folders : &program->folders, value);
    }
}

bool rewrite_program(const char *source, const char *folder, char **options)
{
    struct program program;
    bool is_right = true;

    memset(&program, 0, sizeof program);
    push(&program.quote_folders, *folder_of(source) ? folder_of(source) : ".");
    read_options(&program, options);
    if (add_source(&program, source) < 0)
        fail("cannot read %s", source);
    program.sources[0].path = source;
    for (size_t i = 0; i < program.count; i++)
        scan(&program, i);
    spread(&program);
    choose_places(&program, folder);
    for (size_t i = 0; i < program.count; i++)
        if (program.sources[i].place && !rewrite_source(&program, i))
            is_right = false;
    return is_right;
}
