/* read.c: reads machine code as `nvdisasm -g -c -hex` prints it, a kernel at a time. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include "sass.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being read: for messages, too */
static struct {
    const char *path;
    int row;
    struct lesson *lesson;
    struct compiled compiled;
    const char *resources;
    struct kernel *kernel; /* of this section; NULL: it has no code */
    bool is_kernel;        /* is it one, and no function? */
    const char *file;      /* where the next instructions come from */
    int line;
} now;

void bad(const char *how, ...)
{
    va_list values;

    fprintf(stderr, "%s:%d: ", now.path, now.row);
    va_start(values, how);
    vfprintf(stderr, how, values);
    va_end(values);
    fputc('\n', stderr);
    exit(2);
}

static _Noreturn void stop(const char *message)
{
    fprintf(stderr, "%s\n", message);
    exit(2);
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static const char *without_blanks(const char *text) { return text + strspn(text, " \t"); }

/* The text up to the first of these characters */
static char *part(const char *text, const char *until) { return copy_of(text, strcspn(text, until)); }

int target(const struct kernel *kernel, const struct instruction *jump)
{
    const struct strings *operands = &jump->operands;
    char *label = replaced(operands->count ? operands->at[operands->count - 1] : "", "`()", "");

    for (size_t i = kernel->label_count; i--;)
        if (!strcmp(kernel->labels[i].name, label))
            return kernel->labels[i].at;
    bad("kernel %s jumps to %s, which is not there", kernel->name, label);
}

static void note_label(struct kernel *kernel, const char *label)
{
    if (*label == '$' && kernel->own < 0)
        kernel->own = kernel->count;
    kernel->labels = (struct label *)more_room(kernel->labels, kernel->label_count, sizeof *kernel->labels);
    kernel->labels[kernel->label_count++] = (struct label){ label, kernel->count };
}

/* File "/course/lessons/05.cu", line 20: of the instructions behind it */
static void note_line(const char *row)
{
    const char *name = strchr(row, '"') + 1, *number = strstr(name, "\", line ");

    now.file = strchr(name, '"') ? part(name, "\"") : "";
    now.line = number ? atoi(number + strlen("\", line ")) : 0;
}

/* Where the encoding begins that ends the row: a slash, a star, 0x, digits, a star, a slash. NULL: there is none. */
static const char *encoding_of(const char *row)
{
    const char *at = row, *end;

    while ((at = strstr(at, "/* 0x"))) {
        end = at + 5 + strspn(at + 5, "0123456789abcdef");
        if (end > at + 5 && begins(end, " */") && !*without_blanks(end + 3))
            return at;
        at++;
    }
    return NULL;
}

char *squeezed(const char *row)
{
    struct text result = { NULL, 0, 0 };

    for (row = without_blanks(row); *row; row++)
        if (!is_blank(*row))
            add_bytes(&result, row, 1);
        else if (!is_blank(row[1]))
            add(&result, " ");
    return text_of(&result);
}

/* The length of @!UP0 and the blank behind it; 0 if there is no predicate. */
static size_t guard_length(const char *row)
{
    const char *p = row, *digits;

    if (*p++ != '@')
        return 0;
    p += *p == '!';
    p += *p == 'U';
    if (*p++ != 'P')
        return 0;
    digits = p;
    p += strspn(p, "0123456789T");
    return p > digits && *p == ' ' ? (size_t)(p + 1 - row) : 0;
}

/* There are no two blanks side by side. */
static struct strings operands_of(const char *text)
{
    struct strings operands = split(text, ',');

    for (size_t i = 0; i < operands.count; i++) {
        const char *begin = without_blanks(operands.at[i]);
        size_t length = strlen(begin);

        operands.at[i] = copy_of(begin, length - (length && is_blank(begin[length - 1])));
    }
    return operands;
}

static void note_instruction(struct kernel *kernel, const char *row)
{
    struct instruction *made;
    const char *offset = strstr(row, "/*") + 2, *text = strstr(offset, "*/") + 2, *end = encoding_of(text);
    size_t length;

    text = copy_of(text, end ? (size_t)(end - text) : strlen(text));
    for (length = strlen(text); length && is_blank(text[length - 1]); length--)
        ;
    if (!length || text[length - 1] != ';')
        bad("an instruction without its end: %s", text);
    for (length--; length && is_blank(text[length - 1]); length--)
        ;
    kernel->code = (struct instruction *)more_room(kernel->code, (size_t)kernel->count, sizeof *kernel->code);
    made = &kernel->code[kernel->count++];
    *made = (struct instruction){ .offset = part(offset, "*"), .printed = squeezed(copy_of(text, length)),
                                  .file = now.file, .line = now.line, .still = -1 };
    length = guard_length(made->printed);
    made->is_guarded = length > 0;
    made->opcode = part(made->printed + length, " ");
    made->base = part(made->opcode, ".");
    text = made->printed + length + strlen(made->opcode);
    made->operands = operands_of(text + (*text == ' '));
}

/* Digit k of 0x..., 1 the first; -1 behind the last */
static int digit(const char *word, size_t k)
{
    const char *digits = "0123456789abcdef", *found = k + 1 < strlen(word) ? strchr(digits, word[k + 1]) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* The second half of an encoding: from its lowest bit 41 on, 4 bits for cycles to stall, 1 to yield, 3 for the
 * scoreboard that is set until the result is there, 3 for the one until the operands are read, and 6 for the scoreboards
 * to wait for. */
static void note_control(struct instruction *last, const char *word)
{
    last->has_control = true;
    last->sets = digit(word, 5) / 4 + digit(word, 4) % 2 * 4;
    last->waits = digit(word, 3) + digit(word, 2) % 4 * 16;
}

/* Behind the code stand a jump to itself and NOPs, which never run. */
static void cut_padding(struct kernel *kernel)
{
    const struct instruction *code = kernel->code;
    int i;

    while (kernel->count && !strcmp(code[kernel->count - 1].opcode, "NOP"))
        kernel->count--;
    i = kernel->count - 1;
    if (i >= 0 && !strcmp(code[i].opcode, "BRA") && target(kernel, &code[i]) == i)
        kernel->count--;
    if (kernel->own < 0 || kernel->own > kernel->count)
        kernel->own = kernel->count;
    for (i = 0; i < kernel->own && strcmp(code[i].base, "EXIT"); i++)
        ;
    if (i == kernel->own)
        bad("kernel %s has no end; the text is cut off", kernel->name);
    for (i = 0; i < kernel->count; i++)
        if (!code[i].has_control)
            bad("kernel %s has an instruction without its encoding, at %s; nvdisasm -hex prints them", kernel->name,
                code[i].offset);
}

static void end_kernel(void)
{
    struct lesson *lesson = now.lesson;
    struct kernel *kernel = now.kernel;
    const struct resources *said = kernel && now.is_kernel ? find_resources(&now.compiled, kernel->symbol) : NULL;

    now.kernel = NULL;
    if (!kernel || !now.is_kernel || !is_own(said ? said->name : kernel->symbol))
        return;
    kernel->name = said ? said->name : kernel->symbol;
    cut_padding(kernel);
    if (!said || said->registers < 0)
        stop(format("%s: nothing about kernel %s, which is in %s", now.resources, kernel->name, now.path));
    kernel->registers = said->registers;
    kernel->spill_bytes = said->spill_bytes < 0 ? 0 : said->spill_bytes;
    find_loops(kernel);
    find_loads(kernel, lesson->file);
    count_waits(kernel);
    lesson->kernels = (struct kernel **)more_room(lesson->kernels, lesson->kernel_count, sizeof *lesson->kernels);
    lesson->kernels[lesson->kernel_count++] = kernel;
}

/* .text._Z7reduce5Pi,"ax",@progbits */
static void begin_section(const char *name)
{
    end_kernel();
    now.is_kernel = false;
    now.file = "";
    now.line = 0;
    if (!begins(name, ".text.") || strcspn(name, ", \t") == strlen(".text."))
        return;
    now.kernel = (struct kernel *)room_for(1, sizeof *now.kernel);
    now.kernel->symbol = part(name + strlen(".text."), ", \t");
    now.kernel->own = -1;
}

static bool is_instruction(const char *row)
{
    size_t digits = begins(row, "/*") ? strspn(row + 2, "0123456789abcdef") : 0;

    return digits && begins(row + 2 + digits, "*/");
}

static bool is_directive(const char *row, const char *name)
{
    return begins(row, name) && is_blank(row[strlen(name)]);
}

static void read_row(const char *row)
{
    const char *text = without_blanks(row);
    struct kernel *kernel = now.kernel;
    size_t length = strlen(row);

    if (is_directive(text, ".target"))
        now.lesson->arch = part(without_blanks(text + strlen(".target")), " \t");
    else if (is_directive(text, ".section"))
        begin_section(without_blanks(text + strlen(".section")));
    else if (!kernel)
        return;
    else if (is_directive(text, ".other") && strstr(text, "STO_CUDA_ENTRY"))
        now.is_kernel = true;
    else if (length > 1 && text == row && *row != '/' && row[length - 1] == ':')
        note_label(kernel, copy_of(row, length - 1));
    else if (begins(text, "//## File \""))
        note_line(text);
    else if (is_instruction(text))
        note_instruction(kernel, text);
    else if (kernel->count && encoding_of(text) == text)
        note_control(&kernel->code[kernel->count - 1], part(text + strlen("/* "), " "));
}

static void sort_kernels(struct lesson *lesson)
{
    struct strings names = { NULL, 0 };
    struct kernel **sorted = (struct kernel **)room_for(lesson->kernel_count, sizeof *sorted);
    size_t *place;

    for (size_t i = 0; i < lesson->kernel_count; i++)
        push(&names, lesson->kernels[i]->name);
    place = in_order(&names);
    for (size_t i = 0; i < lesson->kernel_count; i++)
        sorted[i] = lesson->kernels[place[i]];
    lesson->kernels = sorted;
}

void read_code(struct lesson *lesson, const char *path, const char *resources)
{
    FILE *file = fopen(path, "r");
    char *row = NULL;
    size_t room = 0;
    ssize_t length;

    if (!file)
        fail("cannot read %s: %s", path, strerror(errno));
    now.path = path;
    now.lesson = lesson;
    now.compiled = read_resources(resources);
    now.resources = resources;
    while ((length = getline(&row, &room, file)) > 0) {
        now.row++;
        row[length - (row[length - 1] == '\n')] = 0;
        read_row(row);
    }
    fclose(file);
    end_kernel();
    if (!lesson->kernel_count)
        stop(format("%s: no kernel of a lesson in it; it must be what nvdisasm -g -c -hex prints of a cubin", path));
    sort_kernels(lesson);
}
