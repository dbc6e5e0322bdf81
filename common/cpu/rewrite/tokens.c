/* tokens.c: makes tokens of a CUDA file, and finds and replaces them. */
#include "tokens.h"

#include <stdio.h>
#include <string.h>

/* ---- From text to tokens ---- */

struct scanner {
    const char *at;    /* where the next token begins */
    const char *limit; /* the end of its line, or of the last line that belongs to it */
    int directive, directives;
    bool line_begins;
    struct token *tokens;
    size_t count;
};

/* Each line without \r at its end, and a line end behind the last one. */
static char *with_plain_line_ends(const char *source)
{
    struct text text = { NULL, 0, 0 };

    if (begins(source, "\357\273\277")) /* a byte order mark */
        source += 3;
    while (*source) {
        size_t length = strcspn(source, "\n");

        add_bytes(&text, source, length - (length > 0 && source[length - 1] == '\r'));
        add(&text, "\n");
        source += length + (source[length] == '\n');
    }
    return text_of(&text);
}

static bool has_more_lines(const struct scanner *s) { return *s->limit; }

static void take_a_line(struct scanner *s) { s->limit += strcspn(s->limit, "\n") + 1; }

/* A line that ends with a backslash goes on in the next one. */
static void join_lines(struct scanner *s)
{
    while (s->limit - s->at > 1 && s->limit[-2] == '\\' && has_more_lines(s))
        take_a_line(s);
}

/* Where this stands, from p on, perhaps in a later line; NULL if it does not. */
static const char *find_further(struct scanner *s, const char *p, const char *what)
{
    const char *found = strstr(p, what);

    while (has_more_lines(s) && (!found || s->limit < found + strlen(what)))
        take_a_line(s);
    return found;
}

static size_t length_of_blank(const char *p)
{
    return *p == '\\' && p[1] == '\n' ? 2 : *p && strchr(" \t\r\f\v\n", *p) ? 1 : 0;
}

static const char *end_of_word(const char *p)
{
    while (is_word(*p))
        p++;
    return p;
}

static const char *end_of_number(const char *p)
{
    for (;;)
        if (*p && strchr("eEpP", *p) && (p[1] == '-' || p[1] == '+'))
            p += 2;
        else if (*p == '\'' && p[1] != '$' && is_word(p[1]))
            p += 2;
        else if (*p == '.' || (*p != '$' && is_word(*p)))
            p++;
        else
            return p;
}

/* R"delimiter( up to )delimiter", which may be lines further down. */
static const char *end_of_raw_string(struct scanner *s, const char *quote)
{
    const char *bracket = strchr(quote, '('), *found;
    size_t length = bracket && bracket < s->limit ? (size_t)(bracket - quote - 1) : 0;
    char *ending = format(")%s\"", copy_of(quote + 1, length));

    found = find_further(s, s->at, ending);
    return found ? found + strlen(ending) : s->limit;
}

/* "..." or '...'; if it is not closed, as in  #error don't, all of the line. */
static const char *end_of_string(struct scanner *s)
{
    const char *p = s->at + 1;

    join_lines(s);
    while (p < s->limit && *p != '\n' && *p != *s->at)
        p += *p == '\\' ? 2 : 1;
    return p < s->limit && *p == *s->at ? p + 1 : s->limit - 1;
}

static const char *end_of_token(struct scanner *s, enum kind *kind)
{
    const char *p = s->at, *end;

    if (begins_word(*p)) {
        end = end_of_word(p);
        *kind = *end == '"' && one_of(copy_of(p, (size_t)(end - p)), "R u8R uR UR LR") ? STRING : WORD;
        return *kind == STRING ? end_of_raw_string(s, end) : end;
    }
    *kind = NUMBER;
    if (is_digit(*p) || (*p == '.' && is_digit(p[1])))
        return end_of_number(p + 1);
    *kind = SPACE;
    if (length_of_blank(p)) {
        while (p < s->limit && length_of_blank(p))
            p += length_of_blank(p);
        return p;
    }
    if (begins(p, "//")) {
        join_lines(s);
        return s->limit - 1;
    }
    if (begins(p, "/*")) {
        end = find_further(s, p + 2, "*/");
        return end ? end + 2 : s->limit;
    }
    if (*p == '"' || *p == '\'') {
        *kind = STRING;
        return end_of_string(s);
    }
    *kind = SIGN;
    return p + 1;
}

static void add_token(struct scanner *s, enum kind kind, const char *text)
{
    struct token *t;

    s->tokens = (struct token *)more_room(s->tokens, s->count, sizeof *s->tokens);
    t = &s->tokens[s->count++];
    memset(t, 0, sizeof *t);
    t->kind = kind;
    t->text = text;
    t->place = s->at;
    if (kind == SIGN && is(t, "#") && s->line_begins)
        s->directive = ++s->directives;
    t->directive = s->directive;
}

static void add_edge(struct scanner *s, enum kind kind)
{
    s->directive = 0;
    add_token(s, kind, "");
}

struct file tokenise(const char *name, const char *source)
{
    const char *text = with_plain_line_ends(source);
    struct scanner s = { text, text, 0, 0, true, NULL, 0 };
    struct file file;

    add_edge(&s, BEGIN);
    add_edge(&s, BEGIN);
    while (*s.at) {
        enum kind kind;
        const char *end;
        char *token;

        if (s.at == s.limit)
            take_a_line(&s);
        end = end_of_token(&s, &kind);
        token = copy_of(s.at, (size_t)(end - s.at));
        add_token(&s, kind, token);
        if (kind != SPACE)
            s.line_begins = false;
        else if (*token != '/' && strchr(token, '\n') && !ends(token, "\\\n")) {
            s.line_begins = true;
            s.directive = 0;
        }
        s.at = end;
    }
    add_edge(&s, END);
    add_edge(&s, END);
    file.name = name;
    file.source = text;
    file.first = s.tokens + 2;
    file.last = s.tokens + s.count - 3;
    file.directives = s.directives;
    file.has_mistakes = false;
    return file;
}

void print_tokens(const struct file *file, struct text *to)
{
    add_format(to, "#line 1 \"%s\"\n", replaced(file->name, "\"\\", NULL));
    for (const struct token *t = file->first; t <= file->last; t++) {
        add(to, t->text);
        if (t->behind)
            add(to, t->behind);
    }
}

void error_at(struct file *file, const struct token *at, const char *message)
{
    const char *line = at->place, *p;
    int number = 1;

    while (line > file->source && line[-1] != '\n')
        line--;
    for (p = file->source; p < line; p++)
        number += *p == '\n';
    fprintf(stderr, "%s:%d:%d: error: %s\n", file->name, number, (int)(at->place - line) + 1, message);
    fprintf(stderr, "%5d | %.*s\n      | ", number, (int)strcspn(line, "\n"), line);
    for (p = line; p < at->place; p++)
        fputc(*p == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
    file->has_mistakes = true;
}

/* ---- From token to token ---- */

bool is(const struct token *t, const char *text) { return !strcmp(t->text, text); }

bool is_one_of(const struct token *t, const char *list) { return one_of(t->text, list); }

bool opens(const struct token *t) { return is(t, "(") || is(t, "[") || is(t, "{"); }

bool closes(const struct token *t) { return is(t, ")") || is(t, "]") || is(t, "}"); }

struct token *after(struct token *t)
{
    if (t->kind != END)
        do
            t++;
        while (t->kind == SPACE);
    return t;
}

struct token *before(struct token *t)
{
    if (t->kind != BEGIN)
        do
            t--;
        while (t->kind == SPACE);
    return t;
}

struct token *closing(struct token *t)
{
    int depth = 0;

    for (; t->kind != END; t++) {
        if (t->kind != SIGN)
            continue;
        if (opens(t))
            depth++;
        else if (closes(t) && --depth == 0)
            break;
    }
    return t;
}

struct token *opening(struct token *t)
{
    int depth = 0;

    for (; t->kind != BEGIN; t--) {
        if (t->kind != SIGN)
            continue;
        if (closes(t))
            depth++;
        else if (opens(t) && --depth == 0)
            break;
    }
    return t;
}

struct token *template_end(struct token *t)
{
    int depth = 0;

    for (; t->kind != END; t++) {
        if (t->kind != SIGN)
            continue;
        if (opens(t))
            t = closing(t);
        else if (is(t, ";") || closes(t))
            return NULL;
        else if (is(t, "<"))
            depth++;
        else if (is(t, ">") && --depth == 0)
            return t;
    }
    return NULL;
}

struct token *template_start(struct token *t)
{
    int depth = 0;

    for (; t->kind != BEGIN; t--) {
        if (t->kind != SIGN)
            continue;
        if (closes(t))
            t = opening(t);
        else if (is(t, ";") || opens(t))
            return NULL;
        else if (is(t, ">"))
            depth++;
        else if (is(t, "<") && --depth == 0)
            return t;
    }
    return NULL;
}

struct token *third(struct token *t, const char *sign)
{
    struct token *last = NULL;
    int count = 0;

    for (; t->kind == SIGN && is(t, sign); t = after(t)) {
        last = t;
        count++;
    }
    return count == 3 ? last : NULL;
}

bool is_void_pointer(struct token *from, struct token *to, const char *brackets)
{
    struct token *t = from;
    int voids = 0, consts = 0;

    if (t->text[0] != brackets[0] || t->text[1] || to->text[0] != brackets[1] || to->text[1])
        return false;
    for (t = after(t); t < to && is_one_of(t, "void const"); t = after(t))
        if (is(t, "void"))
            voids++;
        else
            consts++;
    return voids == 1 && consts <= 1 && is(t, "*") && after(t) == to;
}

/* ---- Replacing ---- */

/* Would `text` behind `before` become something else without a blank? */
static bool needs_blank(const struct text *before, const struct token *t)
{
    char last = before->length ? before->at[before->length - 1] : 0;

    if (is_word(last) && last != '$' && t->kind != SIGN)
        return true;
    return last && strchr("-+&|<>", last) && t->text[0] == last && !t->text[1];
}

char *flat(struct token *from, struct token *to)
{
    struct text result = { NULL, 0, 0 };
    bool gap = false;

    for (; from <= to; from++) {
        if (from->kind == SPACE) {
            gap = true;
            continue;
        }
        if (gap && needs_blank(&result, from))
            add(&result, " ");
        gap = false;
        add(&result, from->text);
    }
    return text_of(&result);
}

void replace(struct token *from, struct token *to, const char *by)
{
    struct text text = { NULL, 0, 0 };

    add(&text, by);
    for (struct token *t = from; t <= to && t->kind != END; t++) {
        for (const char *p = t->text; (p = strchr(p, '\n')); p++) {
            if (p > t->text && p[-1] == '\\')
                add(&text, "\\");
            add(&text, "\n");
        }
        if (t->kind == BEGIN)
            continue;
        t->text = "";
        t->kind = SPACE;
    }
    if (from->kind == SPACE)
        from->text = text_of(&text);
}

void make_space(struct token *from, struct token *to)
{
    struct text all = { NULL, 0, 0 };

    for (struct token *t = from; t <= to; t++) {
        add(&all, t->text);
        t->text = "";
        t->kind = SPACE;
        t->directive = 0;
    }
    from->text = text_of(&all);
}

/* ---- Directives ---- */

const char *directive_word(struct token *t)
{
    bool begins_one = t->kind == SIGN && is(t, "#") && t->directive && t[-1].directive != t->directive;

    return begins_one ? after(t)->text : "";
}

struct token *end_of_directive(struct token *t)
{
    while (t[1].directive == t->directive && t[1].kind != END)
        t++;
    return t;
}
