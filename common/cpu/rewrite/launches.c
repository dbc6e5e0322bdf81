/* launches.c: kernel<<<grid, block>>>(arguments) becomes a call. The kernel, the <<< and the >>> may each stand in
 * several branches of an #if. */
#include "rewrite.h"

#include <stdlib.h>

/* One token, or some that belong together, in each branch. */
struct span {
    struct token *first, *last;
};

struct spans {
    struct span *at;
    size_t count;
};

static void add_span(struct spans *spans, struct token *first, struct token *last)
{
    spans->at = (struct span *)more_room(spans->at, spans->count, sizeof *spans->at);
    spans->at[spans->count].first = first;
    spans->at[spans->count++].last = last;
}

static bool is_double_colon(struct token *t) { return is(t, ":") && is(t - 1, ":"); }

/* Does an expression that goes on with a bracket, or with ::, begin before there, at t? */
static bool is_name(struct token *t) { return t->kind == WORD && !is_one_of(t, "else return do case"); }

/* The first token of the expression that ends at t: a::b<c>, (*p), t[i].k, s->k; NULL if none. */
static struct token *expression_start(struct token *t)
{
    struct token *previous;

    for (;;) {
        if (is(t, ">") && t->kind == SIGN) {
            t = template_start(t);
            if (!t || (t = before(t))->kind != WORD)
                return NULL;
        }
        while (is(t, ")") || is(t, "]")) {
            t = opening(t);
            previous = before(t);
            if (!is_name(previous) && !is(previous, "]") &&
                !(is(previous, ")") && !is_one_of(before(opening(previous)), "if for while switch constexpr")))
                return t->kind == BEGIN ? NULL : t;
            t = previous;
        }
        if (t->kind != WORD)
            return NULL;
        previous = before(t);
        if (t->directive && is(previous, "#") && is(previous - 1, "#")) { /* a##b */
            t = before(previous - 1);
            continue;
        }
        if (is(previous, "template"))
            previous = before(previous);
        if (is(previous, ".")) {
            t = before(previous);
        } else if (is(previous, ">") && is(previous - 1, "-")) {
            t = before(previous - 1);
        } else if (is_double_colon(previous)) {
            t = previous - 1;
            previous = before(t);
            if (!is_name(previous) && !is(previous, ">"))
                return t;
            t = previous;
        } else {
            return t;
        }
    }
}

/* From the # of a directive back to that of its #if. Notes, of an #endif, where each branch ends. */
static struct token *back_to_if(struct token *t, struct spans *branches)
{
    int nesting = 1;

    if (!one_of(directive_word(t), "endif"))
        branches = NULL;
    else
        add_span(branches, NULL, before(t));
    while (nesting && t[-1].kind != BEGIN) {
        const char *word = directive_word(--t);

        if (one_of(word, "endif"))
            nesting++;
        else if (begins(word, "if"))
            nesting--;
        else if (begins(word, "el") && nesting == 1 && branches)
            add_span(branches, NULL, before(t));
    }
    return t;
}

/* The token before t in the code. An #if whose branch t is in is passed over, with its branches before; at an
 * #endif, NULL, and each branch of this #if ends at the `last` of one of the branches. */
static struct token *before_in_code(struct token *t, struct spans *branches)
{
    struct token *p;

    for (p = before(t); p->directive && !t->directive; p = before(p)) {
        while (p[-1].directive == p->directive)
            p--;
        if (!begins(directive_word(p), "el") && !begins(directive_word(p), "endif"))
            continue;
        p = back_to_if(p, branches);
        if (branches->count)
            return NULL;
    }
    return p;
}

/* The token after t, past preprocessor lines. */
static struct token *after_in_code(struct token *t)
{
    struct token *p = after(t);

    while (p->directive != t->directive && p->kind != END)
        p = after(p);
    return p;
}

static struct token *matching_endif(const struct file *file, struct token *t)
{
    for (int nesting = 1; nesting && t < file->last;) {
        const char *word = directive_word(++t);

        if (begins(word, "if"))
            nesting++;
        else if (one_of(word, "endif"))
            nesting--;
    }
    return t;
}

/* The >>> of a launch: one, or one in each branch of an #if. */
static struct spans launch_ends(const struct file *file, struct token *at, struct token *last)
{
    struct spans ends = { NULL, 0 };
    int *depth_at_if = (int *)room_for((size_t)file->directives + 1, sizeof *depth_at_if), nesting = 0, depth = 0;
    bool skip = false; /* the rest of a branch */

    for (struct token *t = last + 1; t->kind != END; t++) {
        const char *word = at->directive ? "" : directive_word(t);
        struct token *end;

        if (*word) {
            if (begins(word, "if")) {
                depth_at_if[++nesting] = depth;
            } else if (begins(word, "el") && nesting) {
                depth = depth_at_if[nesting];
                skip = false;
            } else if (begins(word, "el")) {
                t = matching_endif(file, t);
            } else if (one_of(word, "endif") && nesting && --nesting == 0 && ends.count) {
                break;
            }
            t = end_of_directive(t);
            continue;
        }
        if (skip || (t->kind != SIGN && t->kind != CLOSED))
            continue;
        if (t->kind == CLOSED && !depth) {
            add_span(&ends, t, t);
            if (!nesting)
                break;
            skip = true;
        } else if (opens(t)) {
            depth++;
        } else if ((closes(t) && --depth < 0) || (is(t, ";") && !depth)) {
            break;
        } else if (!depth && is(t, ">") && (end = third(t, ">")) && (end == t + 2 || is(after_in_code(end), "("))) {
            add_span(&ends, t, end);
            if (!nesting)
                break;
            t = end;
            skip = true;
        }
    }
    free(depth_at_if);
    return ends;
}

static char *configure(const char *kernel)
{
    return format("cuda_cpu_configure(CUDA_CPU_NAME(%s), [=](auto... cuda_cpu_args) CUDA_CPU_GLUE -> decltype(%s"
                  "(cuda_cpu_args...)) { %s(cuda_cpu_args...); }, [=](auto cuda_cpu_as) -> decltype(cuda_cpu_as(%s"
                  ")) { return cuda_cpu_as(%s); }, ",
                  kernel, kernel, kernel, kernel, kernel);
}

/* The kernel's name stands in each branch of an #if. */
static void rewrite_names(const struct spans *branches)
{
    for (size_t i = 0; i < branches->count; i++) {
        struct token *last = branches->at[i].last, *first = expression_start(last);

        if (first)
            replace(first, last, configure(flat(first, last)));
    }
}

/* Each branch of an #if has its own <<<, and the kernel's name stands before. It is remembered where it stood. */
static const char *take_name(struct token *first, struct token *last)
{
    if (!last->launched) {
        const char *name = flat(first, last);

        replace(first, last, " ");
        last->launched = name;
        last->kind = NAME;
    }
    return last->launched;
}

void rewrite_launch(struct file *file, struct token *at, struct token *last)
{
    struct spans branches = { NULL, 0 }, ends = launch_ends(file, at, last);
    struct token *name = before_in_code(at, &branches), *first = NULL;

    if (branches.count ? !expression_start(branches.at[0].last) : !name->launched && !(first = expression_start(name)))
        return;
    if (!ends.count) {
        error_at(file, at, "this <<< has no >>>");
        return;
    }
    if (branches.count) {
        rewrite_names(&branches);
        replace(at, last, " ");
    } else if (name == before(at)) {
        replace(first ? first : name, last, configure(flat(first ? first : name, name)));
    } else {
        replace(at, last, configure(take_name(first, name)));
    }
    for (size_t i = 0; i < ends.count; i++) {
        if (ends.at[i].first->kind == CLOSED) /* it is that of another branch, too */
            continue;
        replace(ends.at[i].first, ends.at[i].last, ")");
        ends.at[i].first->kind = CLOSED;
    }
}
