/* kernel_name.c: a kernel's name is that of the function that runs, not the text of its launch. So
 * instances of a template, and kernels behind one pointer or macro, have their own names. */
#include "kernel_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From the C++ runtime, which every program is linked to. */
char *__cxa_demangle(const char *symbol, char *room, size_t *size, int *status);

static const char anonymous[] = "(anonymous namespace)";

static int begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }

/* Where the parameters begin (the last bracket outside all others), or the end of the name. */
static const char *parameters_of(const char *name)
{
    const char *found = NULL, *p;
    int depth = 0;

    for (p = name; *p; p++) {
        if (begins(p, anonymous)) {
            p += sizeof anonymous - 2;
            continue;
        }
        if (*p == '(' && !depth)
            found = p;
        if (strchr("(<{[", *p))
            depth++;
        else if (strchr(")}]", *p) || (*p == '>' && p > name && p[-1] != '-'))
            depth--;
    }
    return found ? found : p;
}

/* The length of an integer cast before a number, such as (short)5; 0 if there is none. */
static size_t cast_length(const char *p)
{
    static const char *const types[] = { "(bool)", "(char)", "(signed char)", "(unsigned char)", "(short)",
                                         "(unsigned short)" };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (begins(p, types[i]) && (isdigit((unsigned char)p[strlen(types[i])]) || p[strlen(types[i])] == '-'))
            return strlen(types[i]);
    return 0;
}

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Copies a name up to `end`. Leaves out what is irrelevant or differs between compilers: the unnamed
 * namespace, the types of numbers, blanks between closing brackets. */
static void tidy(char *to, const char *from, const char *end)
{
    const char *begin = to;

    while (from < end) {
        size_t cast = cast_length(from);

        if (begins(from, anonymous) && begins(from + sizeof anonymous - 1, "::")) {
            from += sizeof anonymous + 1;
        } else if (cast) {
            int is_bool = begins(from, "(bool)");

            from += cast;
            if (is_bool) {
                strcpy(to, *from == '0' ? "false" : "true");
                to += strlen(to);
                from++;
            }
        } else if (isdigit((unsigned char)*from) && (to == begin || !is_word(to[-1]))) {
            while (from < end && isdigit((unsigned char)*from))
                *to++ = *from++;
            while (from < end && strchr("uUlL", *from))
                from++;
        } else if (*from == ' ' && from[1] == '>' && to > begin && to[-1] == '>') {
            from++;
        } else {
            *to++ = *from++;
        }
    }
    while (to > begin && to[-1] == ' ')
        to--;
    *to = 0;
}

char *cuda_cpu_kernel_name(const char *symbol, int with_parameters)
{
    char *all = __cxa_demangle(symbol, NULL, NULL, NULL), *result;
    const char *name = all, *end;

    if (!all)                           /* a C function, or no function's name at all */
        return strdup(symbol);
    result = malloc(strlen(name) + 1);
    if (begins(name, "void "))
        name += strlen("void ");
    end = with_parameters ? name + strlen(name) : parameters_of(name);
    if (strstr(name, " [clone ") && end > strstr(name, " [clone "))
        end = strstr(name, " [clone ");
    if (result)
        tidy(result, name, end);
    free(all);
    return result;
}

/* Our templates, and the lambda with any number of arguments that the rewriter makes from a launch. (In a
 * function that only this file knows, clang's symbol for it says $_0 and not its parameters.) */
int cuda_cpu_is_glue(const char *symbol)
{
    const char *call = strstr(symbol, "clIJ");

    return strstr(symbol, "cuda_cpu_")
           || (call && ((strstr(symbol, "UlDpT_E") && strstr(symbol, "UlDpT_E") < call)
                        || (strstr(symbol, "$_") && strstr(symbol, "$_") < call)));
}

/* By the end of the name: ...C1ERKS_, ...C2EOS1A_, ...aSEOS_ and the like. */
int cuda_cpu_is_copier(const char *name)
{
    size_t length = strlen(name), digits = 0;
    const char *end = name + length - 1;

    if (length < 8 || *end != '_')
        return 0;
    while (end[-1] != 'S' && digits++ < 4)
        end--;
    end--;                              /* at the S */
    if (end - name < 6 || *end != 'S')
        return 0;
    end -= end[-1] == 'O' ? 1 : !strncmp(end - 2, "RK", 2) ? 2 : 0;
    return end[-1] == 'E' && (end[-3] == 'C' || !strncmp(end - 3, "aS", 2))
           && (*end == 'O' || *end == 'R');
}

/* The part after the last :: outside all brackets. */
static const char *last_part(const char *name)
{
    const char *part = name;
    int depth = 0;

    for (; *name; name++) {
        depth += strchr("(<{", *name) ? 1 : strchr(")>}", *name) ? -1 : 0;
        if (!depth && begins(name, "::"))
            part = name + 2;
    }
    return part;
}

int cuda_cpu_makes_argument(const char *symbol)
{
    char *name = cuda_cpu_kernel_name(symbol, 0), *part;
    size_t length;
    int makes = 0;

    if (!name)
        return 0;
    part = (char *)last_part(name);
    makes = cuda_cpu_is_copier(symbol) || begins(part, "operator") || *part == '~';
    if (part > name && !makes) {        /* a member function with the class's own name */
        length = strcspn(part, "<");
        part[-2] = 0;
        name[strcspn(name, "<")] = 0;
        makes = !strncmp(last_part(name), part, length) && strlen(last_part(name)) == length;
    }
    free(name);
    return makes;
}

int cuda_cpu_is_harness(const char *kernel)
{
    return begins(kernel, "harness::") || strstr(kernel, "<harness::");
}
