/* shared.c: declarations of shared memory. */
#include "rewrite.h"

#include <string.h>

static bool is_attribute(const struct token *t) { return is_one_of(t, "__align__ alignas __attribute__"); }

struct token *declaration_start(struct token *at)
{
    struct token *t, *previous;

    for (t = at; (previous = before(t))->directive == at->directive; t = previous) {
        if (is(previous, ")") && is_attribute(before(opening(previous)))) {
            previous = before(opening(previous));
        } else if (is(previous, ">")) {
            previous = template_start(previous);
            if (!previous || is(before(previous), "template"))
                break;
        } else if (is(previous, ":") && is(previous - 1, ":")) {
            previous--;
        } else if (previous->kind != WORD || is_one_of(previous, "else do return") || is(before(previous), "define")) {
            break;
        }
    }
    return t;
}

/* extern __shared__ T name[]; the declaration begins at `start`. */
static void rewrite_array(struct file *file, struct token *start, bool in_function)
{
    struct token *t, *end, *bracket = NULL, *first;
    const char *name, *type, *dims;

    for (t = start; t->directive == start->directive && t->kind != END && !is(t, ";"); t++) {
        if (is(t, "[") && !bracket)
            bracket = t;
        if (bracket && is(t, ",")) {
            error_at(file, t, "extern __shared__: declare one array at a time");
            return;
        }
    }
    if (!bracket)
        return;
    for (end = t; end[-1].kind == SPACE; end--)
        ;
    for (first = before(bracket); is(before(first), "#");) /* a##b */
        first = before(before(before(first)));
    name = flat(first, before(bracket));
    for (t = start; t < first; t++) {
        if (is_one_of(t, "extern __shared__ static"))
            replace(t, t, "");
        else if (is_attribute(t))
            replace(t, closing(after(t)), "");
    }
    type = flat(start, first - 1);
    dims = flat(closing(bracket) + 1, end - 1);
    if (in_function && !start->directive)
        replace(start, end - 1,
                *dims ? format("%s (*const %s)%s = (%s (*)%s)cuda_cpu_named_shared(\"%s[]\")", type, name, dims, type, dims, name)
                      : format("%s *const %s = (%s *)cuda_cpu_named_shared(\"%s\")", type, name, type, name));
    else
        replace(start, end - 1,
                *dims ? format("static thread_local %s (*const &%s)%s = (%s (*const &)%s)cuda_cpu_dynamic_shared", type, name,
                               dims, type, dims)
                      : format("static thread_local %s *const &%s = (%s *const &)cuda_cpu_dynamic_shared", type, name, type));
}

/* The type that a declaration begins with. Moves *at from its first token to the first declarator, whose last word is the
 * name. NULL if it is no plain declaration; of an extern one, *at is that word. */
static const char *type_of(struct token **at)
{
    struct text type = { NULL, 0, 0 };
    struct token *start = *at, *t, *end;
    int directive = start->directive;

    for (t = start; t->kind != END && t->directive == directive; t = after(t)) {
        if (is(t, "extern")) {
            *at = t;
            return NULL;
        } else if (is_attribute(t)) {
            t = closing(after(t));
        } else if (is_one_of(t, "decltype __typeof__ typeof")) {
            end = closing(after(t));
            if (type.length)
                add(&type, " ");
            add(&type, flat(t, end));
            t = end;
        } else if (is(t, "<")) {
            end = template_end(t);
            if (!end)
                return NULL;
            add(&type, flat(t, end));
            t = end;
        } else if (is(t, "*") || is_one_of(after(t), "[ , ;") || after(t)->directive != directive ||
                   (directive && is(after(t), "#"))) {
            break;
        } else if (t->kind == WORD) {
            char last = type.length ? type.at[type.length - 1] : 0;

            if (is_one_of(t, "static __shared__ __device__ inline thread_local"))
                continue;
            if (is_word(last) || last == '>')
                add(&type, " ");
            add(&type, t->text);
        } else if (is(t, ":")) {
            add(&type, ":");
        } else {
            return NULL;
        }
    }
    *at = t;
    return type.length ? type.at : NULL;
}

/* One declarator, as in  *p  or  a[2][3]. Moves *at behind it. NULL if it is none. */
static char *rewrite_declarator(struct token **at, const char *type, int directive)
{
    struct text pointer = { NULL, 0, 0 }, names = { NULL, 0, 0 }, dimensions = { NULL, 0, 0 };
    const char *star, *name, *dims, *label;
    struct token *t = *at, *end;

    for (; is_one_of(t, "* const volatile __restrict__ __restrict"); t = after(t)) {
        add(&pointer, t->text);
        if (t->kind == WORD)
            add(&pointer, " ");
    }
    if (t->kind != WORD)
        return NULL;
    for (; t->directive == directive && (t->kind == WORD || is(t, "#")); t = after(t))
        add(&names, t->text);
    for (; is(t, "["); t = after(end)) {
        end = closing(t);
        if (after(t) == end)
            return NULL;
        add(&dimensions, flat(t, end));
    }
    while (is_attribute(t))
        t = after(closing(after(t)));
    *at = t;
    star = text_of(&pointer);
    name = text_of(&names);
    dims = text_of(&dimensions);
    label = format(directive ? "CUDA_CPU_NAME(%s)" : "\"%s\"", name);
    if (strstr(dims, "][")) /* an index of it has several parts */
        label = format("%s \"[]\"", label);
    return format(*dims ? "static thread_local %s %s(&%s)%s = *(%s %s(*)%s)cuda_cpu_static_shared(sizeof(%s%s%s%s), %s"
                          ", __builtin_FILE(), __builtin_LINE())"
                        : "static thread_local %s %s&%s%s = *(%s %s*%s)cuda_cpu_static_shared(sizeof(%s%s%s%s), %s"
                          ", __builtin_FILE(), __builtin_LINE())",
                  type, star, name, dims, type, star, dims, type, *star ? " " : "", star, dims, label);
}

/* __shared__ T a[3], b, *p: a declaration for each. Anything but a plain declaration stays unchanged:
 * cuda_runtime.h then turns it into thread-local variables. */
void rewrite_shared(struct file *file, struct token *at, bool in_function)
{
    struct token *start = declaration_start(at), *t, *end;
    struct text result = { NULL, 0, 0 };
    const char *type;

    t = start;
    type = type_of(&t);
    if (is(t, "extern"))
        rewrite_array(file, start, in_function);
    if (!type)
        return;
    for (;; t = after(t)) {
        char *one = rewrite_declarator(&t, type, at->directive);

        if (!one)
            return;
        if (result.length)
            add(&result, "; ");
        add(&result, one);
        if (!is(t, ",") || t->directive != at->directive)
            break;
    }
    if (t->directive == at->directive && !is(t, ";"))
        return;
    for (end = t - 1; end->kind == SPACE; end--)
        ;
    replace(start, end, text_of(&result));
}
