/* plain.c: lets the host's part of an inspected program run at full speed.
 *
 * The compiler has inserted calls of the inspector into all functions. Its output is read here: the functions that
 * kernels may reach are found, and the calls are taken out of all others. Those that kernels reach stay as they
 * are, and get a plain copy named FUNCTION.plain, which the host calls, and which runs the blocks that are not
 * observed. In a plain copy only writes still call the inspector, because it must know which memory was written.
 *
 * Kernels may reach every function whose address is used, and what that calls: the engine calls a kernel
 * through a pointer. (Not so the body of an OpenMP loop, which belongs to the function around it.) The section
 * cuda_cpu_plain pairs cuda_cpu_run_body<...>, with which the engine starts, with its plain copy.
 *
 * Works with the assembler text of g++ and clang++ for x86-64 and aarch64. */
#include "program.h"

#include "text.h"

#include <string.h>

struct symbol {
    const char *name;
    struct symbol *next;     /* in its slot of the table */
    struct symbol *alias;    /* .set: what it stands for */
    struct symbol *function; /* of a label: where it stands */
    struct statement *start, *end;
    const char *section;    /* of a function: the directive */
    struct symbol *handler; /* its table of what to do in an exception */
    bool is_function, is_global, is_reached;
    bool ends_late; /* clang writes .cfi_endproc after the size */
};

/* WRITE: a call of the inspector that only the host need not make. HOOK: plain copies need not make it, either. */
enum role { NONE, CALL, WRITE, HOOK, MENTION };

struct statement {
    const char *text, *word, *operand; /* "\tcall\tf": call and f; of a label or a comment, "" */
    struct symbol *function;           /* where it stands */
    struct symbol *ended;              /* the function whose last line it is */
    struct symbol *callee;
    enum role role;
};

struct assembly {
    struct symbol *slots[4096];
    struct statement *lines, *end;
    struct text text, pairs; /* to be written; what goes to the section cuda_cpu_plain */
    char mark;               /* of a type: @ or % */
    /* Around the line that is read: */
    struct symbol *function;
    const char *section;
    bool is_code_or_data, is_open;
};

/* ---- Symbols ---- */

static struct symbol *symbol(struct assembly *a, const char *name, size_t length)
{
    struct symbol **slot, *s;
    unsigned hash = 0;

    for (size_t i = 0; i < length; i++)
        hash = 31 * hash + (unsigned char)name[i];
    slot = &a->slots[hash % (sizeof a->slots / sizeof *a->slots)];
    for (s = *slot; s && (strncmp(s->name, name, length) || s->name[length]); s = s->next)
        ;
    if (!s) {
        s = (struct symbol *)room_for(1, sizeof *s);
        s->name = copy_of(name, length);
        s->next = *slot;
        *slot = s;
    }
    return s;
}

static struct symbol *symbol_at(struct assembly *a, const char *at) { return symbol(a, at, strcspn(at, " \t,:@")); }

static const struct symbol *stem(const struct symbol *s) { return s->alias ? s->alias : s; }

static bool is_own(const struct symbol *function) { return strstr(function->section, "cuda_cpu_own") != NULL; }

/* Has the function a plain copy? Not if clang's table of what to do in an exception stands elsewhere. */
static bool is_copied(const struct symbol *f)
{
    return f->is_reached && f->end && !is_own(f) && (!f->handler || f->handler->function == f);
}

/* ---- Reading ---- */

static enum role role_of_call(const char *name)
{
    if (begins(name, "__sanitizer_cov_trace_pc") || begins(name, "__tsan_func_") || begins(name, "__tsan_vptr_"))
        return HOOK;
    if (!begins(name, "__tsan_") || strstr(name, "_atomic"))
        return CALL;
    return strstr(name, "_write") ? WRITE : strstr(name, "_read") ? HOOK : CALL;
}

/* Does the instruction use an address? */
static bool mentions(const struct statement *l)
{
    const char *constant = strchr(l->operand, '$');

    return (constant && begins_word(constant[1])) || strstr(l->operand, "(%rip)") || one_of(l->word, "adr adrp");
}

static void read_label(struct assembly *a, struct statement *l)
{
    struct symbol *s = symbol_at(a, l->text);

    if (begins(l->text, ".L") && a->function) {
        s->function = a->function;
    } else if (s->is_function) {
        a->function = l->function = s;
        s->start = l;
        s->section = a->section;
    }
}

static void read_directive(struct assembly *a, struct statement *l)
{
    const char *comma = strrchr(l->operand, ',');
    struct symbol *s = symbol_at(a, l->operand);

    if (one_of(l->word, ".type") && strstr(l->operand, "function")) {
        s->is_function = true;
        a->mark = strchr(l->operand, '%') ? '%' : '@';
    } else if (one_of(l->word, ".globl .weak")) {
        s->is_global = true;
    } else if (one_of(l->word, ".set") && comma) {
        s->alias = symbol_at(a, comma + 1 + strspn(comma + 1, " \t"));
    } else if (one_of(l->word, ".cfi_startproc .cfi_endproc")) {
        a->is_open = one_of(l->word, ".cfi_startproc");
    } else if (one_of(l->word, ".size") && s == a->function) {
        s->end = l;
        s->ends_late = a->is_open;
    } else if (one_of(l->word, ".cfi_lsda") && a->function && comma) {
        a->function->handler = symbol_at(a, comma + 1);
    } else if (one_of(l->word, ".quad .xword .word .long")) {
        l->role = MENTION;
    }
    if (a->function && a->function->end && !a->is_open) {
        l->ended = a->function;
        a->function = NULL;
    }
}

static void read_line(struct assembly *a, struct statement *l)
{
    const char *end = l->text + strcspn(l->text, " \t:");

    l->function = a->function;
    l->word = l->operand = "";
    if (*l->text == '\t') {
        end += 1 + strcspn(l->text + 1, " \t");
        l->word = copy_of(l->text + 1, (size_t)(end - l->text - 1));
        l->operand = end + strspn(end, " \t");
    }
    if (one_of(l->word, ".section .text .data .bss .pushsection .popsection .previous")) {
        a->section = l->text;
        a->is_code_or_data = !strstr(l->operand, ".debug") && !strstr(l->operand, ".init_array") &&
                             !strstr(l->operand, ".fini_array");
    } else if (!a->is_code_or_data) {
        return;
    } else if (*l->word == '.') {
        read_directive(a, l);
    } else if (one_of(l->word, "call callq bl jmp b") && begins_word(*l->operand)) {
        l->callee = symbol_at(a, l->operand);
        l->role = role_of_call(l->callee->name);
    } else if (*l->word && mentions(l)) {
        l->role = MENTION;
    } else if (*end == ':') {
        read_label(a, l);
    }
}

static void read_lines(struct assembly *a, const char *rest)
{
    size_t count = 1;

    for (const char *at = rest; (at = strchr(at, '\n')); at++)
        count++;
    a->lines = a->end = (struct statement *)room_for(count, sizeof *a->lines);
    while ((a->end->text = next_line(&rest)))
        read_line(a, a->end++);
}

/* ---- What kernels may reach ---- */

static void reach(struct assembly *a, struct symbol *s);

static void reach_mentioned(struct assembly *a, const struct statement *l, bool with_loops)
{
    size_t length;

    for (const char *at = l->operand; *at; at += length + !length) {
        struct symbol *s;

        at += *at == '$';
        for (length = 0; is_word(at[length]) || at[length] == '.';)
            length++;
        s = symbol(a, at, length);
        if (with_loops || !l->function || (!strstr(s->name, "_omp_fn") && !strstr(s->name, ".omp_outlined")))
            reach(a, s);
    }
}

static void reach(struct assembly *a, struct symbol *s)
{
    s = s->alias ? s->alias : s;
    if (!s->start || s->is_reached)
        return;
    s->is_reached = true;
    for (const struct statement *l = s->start; l->function == s; l++) {
        if (l->role == CALL)
            reach(a, l->callee);
        else if (l->role == MENTION)
            reach_mentioned(a, l, true);
    }
}

/* Where this is not the whole program, other files may call any function that they can name, so only the functions
 * that this file keeps to itself are the host's. */
static void find_reached(struct assembly *a, bool is_whole)
{
    for (const struct statement *l = a->lines; l < a->end; l++) {
        struct symbol *f = l->function;

        if (l->role == MENTION)
            reach_mentioned(a, l, false);
        if (!is_whole && f && f->start == l && f->is_global && strcmp(f->name, "main") != 0)
            reach(a, f);
    }
}

/* ---- Writing ---- */

/* Does a function that kernels reach call the C library to copy or fill memory? The inspector has functions that
 * do the same and observe it. (clang calls those itself.) */
static bool is_copying(const struct statement *l)
{
    return one_of(l->callee->name, "memcpy memmove memset") && l->function && l->function->is_reached && !is_own(l->function);
}

/* The line with the call of a plain copy instead, if there is one. */
static const char *plainly(const struct statement *l)
{
    const struct symbol *to = stem(l->callee);

    if (is_copying(l))
        return format("\t%s\t__tsan_%s", l->word, to->name);
    return is_copied(to) ? format("\t%s\t%s.plain", l->word, to->name) : l->text;
}

/* The line with this function's own labels renamed. */
static void add_relabelled(struct assembly *a, const char *line, const struct symbol *of)
{
    for (const char *at; (at = strstr(line, ".L"));) {
        size_t length = 2;

        while (is_word(at[length]) || at[length] == '.')
            length++;
        add_bytes(&a->text, line, (size_t)(at - line) + length);
        if (symbol(a, at, length)->function == of)
            add(&a->text, ".plain");
        line = at + length;
    }
    add(&a->text, line);
    add(&a->text, "\n");
}

static void add_copy(struct assembly *a, const struct symbol *f)
{
    add_format(&a->text, "\t.text\n\t.type\t%s.plain, %cfunction\n%s.plain:\n", f->name, a->mark, f->name);
    for (const struct statement *l = f->start + 1; l < f->end; l++)
        if (l->role != HOOK && !begins(l->text, "\t.file\t")) /* as clang writes it */
            add_relabelled(a, l->role == CALL ? plainly(l) : strcmp(l->text, f->section) ? l->text : "\t.text", f);
    if (f->ends_late)
        add(&a->text, "\t.cfi_endproc\n");
    add_format(&a->text, "\t.size\t%s.plain, .-%s.plain\n%s\n", f->name, f->name, f->section);
    if (strstr(f->name, "cuda_cpu_run_body"))
        add_format(&a->pairs, "\t.section\tcuda_cpu_plain,\"aw\",%cprogbits\n\t.balign 8\n\t.quad\t%s, %s.plain\n", a->mark,
                   f->name, f->name);
}

void write_plain(const char *path, const char *result, bool is_whole)
{
    struct assembly *a = (struct assembly *)room_for(1, sizeof *a);
    const char *source = read_file(path);

    if (!source)
        fail("cannot read %s", path);
    read_lines(a, source);
    find_reached(a, is_whole);
    for (const struct statement *l = a->lines; l < a->end; l++) {
        bool is_host = l->function && l->function->end && !l->function->is_reached;

        if (!is_host || (l->role != WRITE && l->role != HOOK)) {
            add(&a->text, l->role == CALL && (is_host || is_copying(l)) ? plainly(l) : l->text);
            add(&a->text, "\n");
        }
        if (l->ended && is_copied(l->ended))
            add_copy(a, l->ended);
    }
    add(&a->text, text_of(&a->pairs));
    write_file(result, &a->text);
}
