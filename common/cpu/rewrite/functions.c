/* functions.c: variables and functions of the device, and kernels with a cluster. */
#include "rewrite.h"

/* __device__ T a; at file scope is a variable, which an inspected program tells from the host's variables.
 * Constants and templates are left alone, and so are functions (a bracket comes before the end). */
void rewrite_variable(struct token *at)
{
    bool is_record = false;

    if (at->directive)
        return;
    for (struct token *t = declaration_start(at); t->kind != END && !is_one_of(t, "; = ["); t = after(t)) {
        if (is_one_of(t, "const constexpr extern inline template operator"))
            return;
        if (is_one_of(t, "__constant__ __managed__") && !is(at, t->text))
            return;
        if (is_one_of(t, "struct class union enum")) {
            is_record = true;
        } else if (is_one_of(t, "__align__ alignas __attribute__")) {
            t = closing(after(t));
        } else if (is(t, "<")) {
            t = template_end(t);
            if (!t)
                return;
        } else if (is(t, "{") && is_record) {
            t = closing(t);
            is_record = false;
        } else if (is(t, "{") && before(t)->kind == WORD && before(t) > at) {
            break; /* T a{0}; */
        } else if (is_one_of(t, "( { } #")) {
            return;
        }
    }
    at->text = is(at, "__constant__") ? "CUDA_CPU_CONSTANT" : is(at, "__managed__") ? "CUDA_CPU_MANAGED" : "CUDA_CPU_VARIABLE";
}

/* __device__ T f(...): a function for the device alone, which is compiled for what the processor can; not a lambda. */
void rewrite_function(struct token *at)
{
    if (!is(at, "__device__") || at->directive || is(before(at), "]"))
        return;
    for (struct token *t = declaration_start(at); t->kind != END && !is_one_of(t, "] ; { } ="); t = after(t)) {
        if (is(t, "__host__"))
            return;
        if (is_one_of(t, "__align__ alignas __attribute__ __launch_bounds__ decltype")) {
            t = closing(after(t));
        } else if (is(t, "<") && !is(before(t), "operator")) {
            t = template_end(t);
            if (!t)
                return;
        } else if (is(t, "(")) {
            if (!is_one_of(after(t), "* &"))
                at->behind = " CUDA_CPU_FUSED";
            return;
        }
    }
}

/* The `template` of the declaration that has the token `at`; NULL if it is none. */
static struct token *template_of(struct token *at)
{
    struct token *t, *start;

    for (t = before(at); t->kind != BEGIN && !is_one_of(t, "; { } template"); t = before(t))
        if (is(t, ">") && (start = template_start(t)))
            t = start;
    return is(t, "template") ? t : NULL;
}

/* "<T, n>": the parameters of this template; "" without one. */
static char *template_arguments(struct token *of)
{
    struct text result = { NULL, 0, 0 };
    struct token *end = of ? template_end(after(of)) : NULL;
    const char *name = "";
    bool has_value = false, is_pack = false;
    int depth = 0;

    if (!end)
        return text_of(&result);
    for (struct token *t = after(after(of)); t <= end; t = after(t)) {
        if (depth == 0 && (is(t, ",") || t == end)) {
            add_format(&result, "%s%s%s", result.length ? ", " : "<", name, is_pack ? "..." : "");
            name = "";
            has_value = is_pack = false;
        } else if (opens(t) || is(t, "<")) {
            depth++;
        } else if (closes(t) || is(t, ">")) {
            depth--;
        } else if (is(t, "=")) {
            has_value = true;
        } else if (is(t, ".")) {
            is_pack = true;
        } else if (t->kind == WORD && !has_value && (!depth || (is(before(t), "*") && is(before(before(t)), "(")))) {
            name = t->text;
        }
    }
    add(&result, ">");
    return text_of(&result);
}

/* __cluster_dims__(...) of a kernel, before its name: noted in the body, where all parameters of a template are known. */
void rewrite_cluster(struct token *at)
{
    struct token *open = after(at), *t;
    const char *name = NULL;

    for (t = after(closing(open)); t->kind != END && !is_one_of(t, "; { }"); t = after(t)) {
        if (t->kind != WORD || !is(after(t), "("))
            continue;
        if (!begins(t->text, "__")) {
            name = format("%s%s", t->text, template_arguments(template_of(at)));
            t = after(closing(after(t)));
            break;
        }
        t = closing(after(t));
    }
    if (name && is(t, "{"))
        t->behind = format(" (void)&cuda_cpu_clustered<decltype(&%s), &%s, %s>::noted;", name, name,
                           flat(after(open), before(closing(open))));
}
