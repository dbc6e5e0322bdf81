/* source.c: what a line of a source says. */
#include "steps.h"

#include <regex.h>
#include <string.h>

/* ---- The line --------------------------------------------------------------------------------------- */

struct source {
    const char *path;
    struct strings lines;
    struct source *next;
};

static const struct strings *lines_of(const char *path)
{
    static struct source *sources;
    struct source *source = sources;
    const char *text, *line;

    while (source && strcmp(source->path, path) != 0)
        source = source->next;
    if (source)
        return &source->lines;
    source = room_for(1, sizeof *source);
    *source = (struct source){ .path = path, .next = sources };
    text = read_file(path);
    while (text && (line = next_line(&text)))
        push(&source->lines, line);
    sources = source;
    return &source->lines;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Without comments, and blanks and semicolons at the end. Several blanks become one. */
static const char *code_of(const char *line)
{
    char *code = copy_of(line, strlen(line)), *to = code, *at, *end;

    for (const char *from = code; *from; from++)
        if (!is_blank(*from))
            *to++ = *from;
        else if (to == code || to[-1] != ' ')
            *to++ = ' ';
    *to = 0;
    for (at = code; (at = strstr(at, "/*")) && (end = strstr(at + 2, "*/"));)
        memmove(at, end + 2, strlen(end + 2) + 1);
    at = strstr(code, "//");
    to = at ? at : code + strlen(code);
    while (to > code && (to[-1] == ' ' || to[-1] == ';'))
        to--;
    *to = 0;
    return code + (*code == ' ');
}

const char *source_line(const char *path, long number)
{
    const struct strings *lines = lines_of(path);

    return number > 0 && (size_t)number <= lines->count ? code_of(lines->at[number - 1]) : "";
}

/* ---- What it does ----------------------------------------------------------------------------------- */

#define NAME "[A-Za-z_][A-Za-z_0-9]*"
#define ELEMENT NAME "\\[[^]]*\\]"

/* The first match of a regular expression: all of it, and its groups */
struct match {
    regmatch_t at[4];
};

static bool find(const char *text, const char *expression, struct match *match)
{
    regex_t compiled;
    bool is_found;

    if (regcomp(&compiled, expression, REG_EXTENDED) != 0)
        fail("there is no memory left");
    is_found = !regexec(&compiled, text, sizeof match->at / sizeof *match->at, match->at, 0);
    regfree(&compiled);
    return is_found;
}

static bool has(const char *text, const char *expression) { return find(text, expression, &(struct match){ 0 }); }

static const char *group(const char *text, const struct match *match, int i)
{
    return copy_of(text + match->at[i].rm_so, (size_t)(match->at[i].rm_eo - match->at[i].rm_so));
}

const char *distance_name(const char *code)
{
    struct match m;

    for (const char *at = code; find(at, "(" NAME ")\\[(" NAME ") *\\+ *(" NAME ")\\]", &m); at += m.at[0].rm_eo)
        if (strstr(format(" %s", code), format(" %s[%s]", group(at, &m, 1), group(at, &m, 2))))
            return group(at, &m, 3);
    return "";
}

const char *deed(const char *code)
{
    struct match m;
    const char *to, *from; /* what is on both sides of = */

    if (!find(code, "[^=!<>]=[^=]", &m))
        return "";
    to = copy_of(code, (size_t)m.at[0].rm_so + 1);
    from = code + m.at[0].rm_so + 2;
    if (ends(to, "+")) {
        if (strchr(to, ']') && find(from, "\\+ *([A-Za-z_0-9]+)\\]$", &m))
            return format("add the element %s further on", group(from, &m, 1));
        return has(from, ELEMENT) ? "load and add" : "";
    }
    if (!strchr(to, ']'))
        return has(from, ELEMENT) ? "load" : "";
    if (has(from, ELEMENT " *\\+ *" ELEMENT))
        return "add two elements and store the sum";
    return has(from, ELEMENT) ? "copy an element" : "store";
}
