/* messages.c: prints what the compiler or the linker said, as a learner needs it.
 *
 * A launch is a call of our own functions, so mistakes in it are reported in our headers, and several times, and
 * columns are those of the rewritten line. Here each is told once, in the program's line:
 *   - errors in our headers (those in the folder `ours`) get the line of the program that led there,
 *   - of a launch that does not fit only the reason is told,
 *   - what the CPU device lacks is told once, without the errors that follow from it.
 * Anything else is printed unchanged. Handles g++ and clang++. */
#include "program.h"

#include "text.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    const char *raw, *plain; /* plain is without colours */
};

/* "file:12:3: error: text" */
struct place {
    const char *file, *rest;
    int line;
};

/* A head ("file:line:column: error: text"), the lines before that say how the compiler came there (g++), and the
 * notes and source lines after it. */
struct message {
    size_t first, head, last;
    const char *file, *kind, *text;
    int line;
    bool is_silent, is_plain, is_lacking; /* plain: printed in our own form */
};

struct report {
    struct line *lines;
    size_t count;
    struct message *messages;
    size_t messages_count;
    const char *ours;
    struct strings told; /* the messages that were printed */
    struct strings lacking;
    bool has_failed, told_error;
};

/* ---- Regular expressions (extended) ---- */

/* Where the text matches; NULL if it does not. *end is the end of that. */
static const char *find(const char *text, const char *expression, const char **end)
{
    regex_t compiled;
    regmatch_t match;
    bool is_found;

    if (regcomp(&compiled, expression, REG_EXTENDED) != 0)
        fail("wrong expression %s", expression);
    is_found = regexec(&compiled, text, 1, &match, 0) == 0;
    regfree(&compiled);
    if (!is_found)
        return NULL;
    *end = text + match.rm_eo;
    return text + match.rm_so;
}

static bool matches(const char *text, const char *expression)
{
    const char *end;

    return find(text, expression, &end) != NULL;
}

/* The text with `by` instead of the first match, or of all. */
static const char *substituted(const char *text, const char *expression, const char *by, bool all)
{
    struct text result = { NULL, 0, 0 };
    const char *at, *end;

    while ((at = find(text, expression, &end))) {
        add_bytes(&result, text, (size_t)(at - text));
        add(&result, by);
        text = end;
        if (!all)
            break;
    }
    add(&result, text);
    return text_of(&result);
}

static const char *cut(const char *text, const char *expression) { return substituted(text, expression, "", false); }

/* ---- What was said ---- */

/* Such as file:12:3: */
#define PLACE ":[0-9]+:([0-9]+:)?"

static bool is_head(const char *line) { return matches(line, "^[^ ].*" PLACE " (fatal error|error|warning): "); }

static bool is_note(const char *line) { return matches(line, "^[^ ].*" PLACE " note: "); }

/* Does the line say how g++ came to what follows? */
static bool is_way(const char *line)
{
    return matches(line, "^(In file included from|                 from) ") ||
           (matches(line, "^[^ ].*: (In |At global scope)") && !is_head(line) && !is_note(line)) ||
           matches(line, "^[^ ].*" PLACE "   (required|recursively|\\[ skipping)");
}

static struct place read_place(const char *line)
{
    struct place place = { "", line, 0 };
    const char *end, *at = find(line, PLACE, &end);

    if (at) {
        place.file = copy_of(line, (size_t)(at - line));
        place.line = atoi(at + 1);
        place.rest = end + strspn(end, " ");
    }
    return place;
}

/* The line of a file of the program, "" if there is none. */
static const char *source_line(const char *path, int number)
{
    const char *rest = read_file(path), *line = "";

    while (rest && line && number-- > 0)
        line = next_line(&rest);
    return rest && line && number < 0 ? line : "";
}

static void find_messages(struct report *r)
{
    size_t begin = 0;
    bool has_begun = false;

    for (size_t i = 0; i < r->count; i++) {
        const char *line = r->lines[i].plain;

        if (is_way(line) && !has_begun) {
            begin = i;
            has_begun = true;
        }
        if (is_head(line)) {
            struct message *m;

            r->messages = (struct message *)more_room(r->messages, r->messages_count, sizeof *r->messages);
            m = &r->messages[r->messages_count++];
            memset(m, 0, sizeof *m);
            m->head = i;
            m->first = has_begun ? begin : i;
            if (r->messages_count > 1)
                m[-1].last = m->first - 1;
            m->last = r->count - 1;
            has_begun = false;
        } else if (has_begun && !is_way(line)) {
            has_begun = false; /* the way to a note */
        }
    }
}

/* ---- What it means ---- */

/* The head of an error in our headers: its notes say which line of the program led there, and the reason. */
static void trace_to_program(struct report *r, struct message *m, struct place *place, bool is_found)
{
    for (size_t i = m->head + 1; i <= m->last; i++) {
        const char *reason;

        if (!is_note(r->lines[i].plain))
            continue;
        *place = read_place(r->lines[i].plain);
        if (begins(place->file, r->ours))
            continue;
        if (strstr(place->rest, "substitution failure") && matches(place->rest, ".*\\]: ")) {
            reason = cut(place->rest, ".*\\]: ");
            m->text = substituted(reason, "^no matching function for call to", "the arguments do not fit", false);
            is_found = true;
            break;
        }
        if (ends(place->rest, "requested here"))
            is_found = true;
    }
    if (matches(m->text, "no match for call to|lambda at |<lambda")) { /* g++ tells the reason next */
        m->is_silent = true;
        return;
    }
    if (is_found) {
        m->file = place->file;
        m->line = place->line;
    }
    m->is_plain = is_found;
}

/* The CPU device lacks something: only what that is. */
static void tell_what_is_lacking(struct report *r, struct message *m)
{
    const char *what = cut(cut(m->text, ".*the CPU device has no "), " \\[-W.*"), *end, *at, *key;

    what = format("the CPU device has no %s", what);
    if (!strcmp(m->kind, "warning")) { /* g++ 11: the error comes later */
        m->is_silent = true;
        return;
    }
    at = begins(m->text, "#error") ? NULL : find(m->text, "[A-Za-z_][A-Za-z_0-9:]*(\\(|. is unavailable)", &end);
    if (at) {
        at = copy_of(at, (size_t)(end - at));
        at = cut(at, "[^A-Za-z_0-9:].*");
        if (!begins(at, "cuda_cpu"))
            what = format("%s (%s)", what, at);
    }
    m->text = what;
    m->is_lacking = m->is_plain = true;
    key = cut(cut(what, " \\(.*"), "^the CPU device has no <[a-z]*[^>]*>: ");
    if (contains(&r->lacking, key))
        m->is_silent = true;
    push(&r->lacking, key);
}

static void read_message(struct report *r, struct message *m)
{
    struct place place = read_place(r->lines[m->head].plain);
    bool by_launch = false, is_found = false;
    const char *source;

    m->file = place.file;
    m->line = place.line;
    m->kind = cut(place.rest, ": .*");
    m->text = cut(place.rest, "^(fatal error|error|warning): ");
    for (size_t i = m->first; i < m->head; i++) {
        const char *line = r->lines[i].plain;

        if (strstr(line, r->ours))
            by_launch = true;
        if (ends(line, "required from here")) {
            place = read_place(line);
            is_found = true;
        }
    }
    if (begins(m->file, r->ours) || matches(m->text, "[(]?lambda at |<lambda[(]auto")) {
        trace_to_program(r, m, &place, is_found);
        if (m->is_silent)
            return;
    }
    source = source_line(m->file, m->line);
    if (by_launch || matches(source, "<[ \t]*<[ \t]*<|__shared__"))
        m->is_plain = true;
    if (matches(m->text, "^void value not ignored|with an rvalue of type .void.$") && strstr(source, "<<<"))
        m->text = "a launch has no value";
    m->text = substituted(m->text, "cuda_cpu_integer<int>", "int", true);
    m->text = substituted(m->text, "cuda_cpu_integer<long( int)?>", "long", true);
    if (strstr(m->text, "the CPU device has no "))
        tell_what_is_lacking(r, m);
}

/* ---- What the learner reads ---- */

static void print_line(const char *line) { printf("%s\n", line); }

/* Notes about the program's own lines; not those about the way through our headers. */
static void print_notes(const struct report *r, const struct message *m)
{
    bool is_shown = !m->is_plain;

    for (size_t i = m->head + 1; i <= m->last; i++) {
        const char *line = r->lines[i].plain;

        if (matches(line, "^[0-9]+ (error|warning)s?( and [0-9]+ errors?)? generated"))
            continue;
        if (is_note(line)) {
            struct place place = read_place(line);

            is_shown = !begins(place.file, r->ours) &&
                       !(m->is_plain && matches(place.rest, "lambda|cuda_cpu|requested here|candidate"));
        } else if (is_way(line)) {
            is_shown = false;
        }
        if (is_shown && !strstr(line, "cuda_cpu_"))
            print_line(r->lines[i].raw);
    }
}

static void print_message(struct report *r, const struct message *m)
{
    const char *key = format("%s:%d: %s: %s", m->file, m->line, m->kind, m->text), *source;
    bool is_error = strcmp(m->kind, "warning") != 0;

    if (r->lacking.count && is_error && !m->is_lacking) /* follows from what is lacking */
        return;
    if (contains(&r->told, key))
        return;
    push(&r->told, key);
    if (is_error)
        r->told_error = true;
    if (m->is_plain) {
        print_line(key);
        source = source_line(m->file, m->line);
        if (*source)
            printf("%5d | %s\n", m->line, source);
    } else {
        for (size_t i = m->first; i <= m->head; i++)
            if (!matches(r->lines[i].plain, "^In file included from <(command-line|built-in)>"))
                print_line(r->lines[i].raw);
    }
    if (!m->is_lacking)
        print_notes(r, m);
}

static void print_line_of_linker(struct report *r, size_t i)
{
    const char *line = r->lines[i].plain;

    if (matches(line, "undefined reference to .main.$")) {
        print_line("cpucc: there is no main() in these files; -c makes an object without one");
        r->told_error = true;
    } else if (!matches(line, "in function .(_start|main).:?$|Scrt1[.]o|collect2|clang.*: error: linker") ||
               (!r->told_error && r->has_failed && i == r->count - 1)) {
        print_line(r->lines[i].raw);
        r->told_error = true;
    }
}

void print_messages(const char *path, const char *ours, bool has_failed)
{
    const char *rest = read_file(path), *line;
    struct report r;

    if (!rest)
        fail("cannot read %s", path);
    memset(&r, 0, sizeof r);
    r.ours = ours;
    r.has_failed = has_failed;
    while ((line = next_line(&rest))) {
        r.lines = (struct line *)more_room(r.lines, r.count, sizeof *r.lines);
        r.lines[r.count].raw = line;
        r.lines[r.count++].plain = strchr(line, '\033') ? substituted(line, "\033\\[[0-9;]*[mK]", "", true) : line;
    }
    find_messages(&r);
    for (size_t i = 0; i < r.messages_count; i++)
        read_message(&r, &r.messages[i]);
    for (size_t i = 0; i < r.messages_count; i++)
        if (!r.messages[i].is_silent)
            print_message(&r, &r.messages[i]);
    for (size_t i = 0; i < r.count && !r.messages_count; i++)
        print_line_of_linker(&r, i);
    if (has_failed && !r.told_error) /* rather everything than nothing */
        for (size_t i = 0; i < r.count; i++)
            print_line(r.lines[i].raw);
}
