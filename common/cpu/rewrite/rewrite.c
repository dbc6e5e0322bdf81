/* rewrite.c: goes through a file once, and rewrites each form of CUDA where it stands. */
#include "rewrite.h"

/* What the braces say around a token. */
struct level {
    bool in_function, on_device, in_main;
};

struct rewriter {
    struct file *file;
    struct kernels kernels;
    const struct substitutes *substitutes;
    struct level *levels; /* levels[depth] is the innermost */
    int depth;
    int *depth_at_if; /* of each #if around the token, from 1 on */
    int ifs;
    int device_group; /* the number of an #if that chooses among functions for the device, or 0 */
};

/* Does the { at t begin the body of a kernel, a function for the device alone, or such a lambda? */
static bool begins_device_code(struct token *t)
{
    bool found = false;

    for (t--; t->kind != BEGIN; t--) {
        if (t->kind == SPACE || t->directive)
            continue;
        if (is_one_of(t, "__global__ __device__"))
            found = true;
        else if (is(t, "__host__"))
            return false;
        else if (is(t, ")") || (is(t, "]") && !found))
            t = opening(t);
        else if (is_one_of(t, "; { }") || (is(t, ",") && found) || opens(t))
            break;
    }
    return found;
}

/* Does the { at t begin the body of int main()? */
static bool begins_main(struct token *t)
{
    t = before(t);
    if (!is(t, ")"))
        return false;
    t = before(opening(t));
    return is(t, "main") && is(before(t), "int");
}

/* Inside of main: does the { at t begin a block, not another function? */
static bool begins_block(struct token *t)
{
    t = before(t);
    if (is_one_of(t, "; { } : else do try"))
        return true;
    return is(t, ")") && is_one_of(before(opening(t)), "if for while switch catch constexpr");
}

static void open_brace(struct rewriter *r, struct token *t)
{
    const struct level *outer = &r->levels[r->depth];
    struct level *inner = &r->levels[++r->depth];

    inner->in_function = outer->in_function ||
                         is_one_of(before(t), ") const noexcept override final else do try mutable");
    inner->on_device = outer->on_device || begins_device_code(t);
    inner->in_main = outer->in_main ? begins_block(t) : begins_main(t);
}

static bool begins_if(struct token *t) { return begins(directive_word(t), "if"); }

static bool mentions_architecture(struct token *from, struct token *to)
{
    for (; from <= to; from++)
        if (is(from, "__CUDA_ARCH__"))
            return true;
    return false;
}

/* Outside of functions: does the #if at t, with its other branches, choose among functions for the device? */
static bool is_device_group(const struct rewriter *r, struct token *t)
{
    int nesting = 0;
    bool found = false;

    if (r->levels[r->depth].in_function || !mentions_architecture(t, end_of_directive(t)))
        return false;
    for (; t->kind != END; t++) {
        const char *word = directive_word(t);

        if (begins(word, "if"))
            nesting++;
        else if (one_of(word, "endif") && --nesting == 0)
            break;
        if (*word) {
            t = end_of_directive(t);
            continue;
        }
        if (is(t, "__host__"))
            return false;
        if (is_one_of(t, "__global__ __device__"))
            found = true;
    }
    return found;
}

/* A preprocessor line. Braces count once, though several branches of an #if may have the same one. */
static void rewrite_directive(struct rewriter *r, struct token *t)
{
    const char *word = directive_word(t);

    if (one_of(word, "include")) {
        rewrite_include(after(t), r->substitutes);
    } else if (begins_if(t)) {
        r->depth_at_if[++r->ifs] = r->depth;
        if (!r->device_group && is_device_group(r, t))
            r->device_group = r->ifs;
    } else if (r->ifs && begins(word, "el")) {
        r->depth = r->depth_at_if[r->ifs];
    } else if (r->ifs && one_of(word, "endif")) {
        if (r->device_group == r->ifs)
            r->device_group = 0;
        r->ifs--;
    }
}

static void rewrite_sign(struct rewriter *r, struct token *t)
{
    struct token *last;

    if (is(t, "{"))
        open_brace(r, t);
    else if (is(t, "}") && r->depth > 0)
        r->depth--;
    else if (is(t, "<") && (last = third(t, "<")) && !is(before(t), "operator"))
        rewrite_launch(r->file, t, last);
    else if (is(t, "(") && is_void_pointer(t, closing(t), "()"))
        rewrite_handle(&r->kernels, after(closing(t)));
    else if (is(t, "#") && t->directive)
        rewrite_directive(r, t);
}

static void rewrite_word(struct rewriter *r, struct token *t)
{
    const struct level *level = &r->levels[r->depth];
    struct token *end;

    if (is(t, "__shared__")) {
        rewrite_shared(r->file, t, level->in_function);
    } else if (is(t, "__cluster_dims__") && !t->directive) {
        rewrite_cluster(t);
    } else if (is(t, "__CUDA_ARCH__") && (level->on_device || r->device_group)) {
        t->text = "CUDA_CPU_ARCH";
    } else if (is_one_of(t, "__device__ __constant__ __managed__")) {
        if (!level->in_function)
            rewrite_variable(t);
        rewrite_function(t);
    } else if (is_one_of(t, "asm __asm __asm__")) {
        rewrite_assembler(t);
    } else if (is(t, "reinterpret_cast") && (end = template_end(after(t))) && is_void_pointer(after(t), end, "<>")) {
        rewrite_handle(&r->kernels, after(after(end)));
    } else if (is(t, "return") && level->in_main && is(after(t), ";")) {
        t->text = "return 0";
    } else if (is(t, "__noinline__") && !is_one_of(before(t), "( :")) {
        t->text = "__attribute__((noinline))";
    } else if (is_one_of(t, "cudaLaunchKernel cudaLaunchCooperativeKernel")) {
        rewrite_argument(t, 1);
    } else if (is_one_of(t, "cudaLaunchKernelEx cudaLaunchKernelExC")) {
        rewrite_argument(t, 2);
    }
}

bool rewrite(const char *name, const char *source, const struct substitutes *substitutes, struct text *to)
{
    struct file file = tokenise(name, source);
    struct rewriter r = { &file, { { NULL, 0 }, false }, substitutes, NULL, 0, NULL, 0, 0 };
    size_t braces = 0;

    remove_dead_code(&file);
    r.kernels = find_kernels(&file);
    for (const struct token *t = file.first; t <= file.last; t++)
        braces += is(t, "{");
    r.levels = (struct level *)room_for(braces + 1, sizeof *r.levels);
    r.depth_at_if = (int *)room_for((size_t)file.directives + 1, sizeof *r.depth_at_if);
    for (struct token *t = file.first; t <= file.last; t++)
        if (t->kind == SIGN)
            rewrite_sign(&r, t);
        else if (t->kind == WORD)
            rewrite_word(&r, t);
    print_tokens(&file, to);
    return !file.has_mistakes;
}
