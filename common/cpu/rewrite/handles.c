/* handles.c: kernels that are passed by a pointer to functions such as cudaLaunchKernel. */
#include "rewrite.h"

/* cudaLaunch...Kernel... */
static bool is_launch_by_handle(const struct token *t)
{
    const char *p = t->text;

    if (!begins(p, "cudaLaunch"))
        return false;
    for (p += 10; *p && !begins(p, "Kernel"); p++)
        if (is_digit(*p) || *p == '_' || *p == '$')
            return false;
    return *p;
}

/* The name of the kernel whose declaration has __global__ at t; NULL if none. */
static const char *kernel_declared(struct token *t)
{
    for (t = after(t); t->kind != END && !is_one_of(t, "; { }"); t = after(t))
        if (t->kind == WORD && is(after(t), "(")) {
            if (!begins(t->text, "__"))
                return t->text;
            t = closing(after(t));
        }
    return NULL;
}

struct kernels find_kernels(const struct file *file)
{
    struct kernels kernels = { { NULL, 0 }, false };

    for (struct token *t = file->first; t <= file->last; t++) {
        const char *name;

        if (t->kind != WORD)
            continue;
        if (is_launch_by_handle(t))
            kernels.launched_by_handle = true;
        if (is(t, "__global__") && (name = kernel_declared(t)) && !contains(&kernels.names, name))
            push(&kernels.names, name);
    }
    return kernels;
}

/* A kernel that is cast to void * before it is launched: what stands at `from`. */
void rewrite_handle(const struct kernels *kernels, struct token *from)
{
    struct token *t = is(from, "&") ? after(from) : from, *end = NULL;
    const char *name = NULL;

    for (; t->kind == WORD || is(t, ":"); t = after(t)) {
        end = t;
        if (t->kind == WORD)
            name = t->text;
    }
    if (!name || one_of(name, "const noexcept override final volatile sizeof new nullptr NULL this"))
        return;
    if (!contains(&kernels->names, name) && (!kernels->launched_by_handle || is(from, "&")))
        return;
    if (is(t, "<")) {
        end = template_end(t);
        if (!end)
            return;
        t = after(end);
    }
    if (!is_one_of(t, "] ) , ; }"))
        return;
    from->text = format("cuda_cpu_known(0, %s", from->text);
    end->text = format("%s)", end->text);
}

/* The comma before argument number `which`; the opening bracket before the first. NULL if there are not so many. */
static struct token *before_argument(struct token *open, int which)
{
    struct token *t = open;

    for (; which > 1; which--) {
        int depth = 0;

        for (t++; t->kind != END && (depth || !is(t, ",")); t++)
            if (opens(t))
                depth++;
            else if (closes(t) && --depth < 0)
                return NULL;
    }
    return t;
}

/* The token behind the argument that begins at t: a comma or a bracket. */
static struct token *behind_argument(struct token *t)
{
    int depth = 0;

    for (; t->kind != END && (depth || !is(t, ",")); t++) {
        if (t->kind != SIGN)
            continue;
        if (opens(t) || is(t, "<"))
            depth++;
        else if ((closes(t) || is(t, ">")) && --depth < 0)
            break;
    }
    return t;
}

void rewrite_argument(struct token *call, int which)
{
    struct token *open = after(call), *start, *end, *bracket;

    if (!is(open, "(") || !(start = before_argument(open, which)))
        return;
    start = after(start);
    end = behind_argument(start);
    if (is_one_of(start, "const void")) /* a declaration */
        return;
    if (is_void_pointer(start, closing(start), "()")) {
        replace(start, closing(start), "");
    } else if (is_one_of(start, "reinterpret_cast static_cast")) {
        bracket = opening(before(end));
        if (is_void_pointer(after(start), before(bracket), "<>"))
            replace(start, bracket - 1, "");
    }
    if (is_one_of(before(call), ": . >") || closing(open)->kind == END)
        return;
    call->text = format("(cuda_cpu_note(), %s", call->text);
    closing(open)->text = "))";
}
