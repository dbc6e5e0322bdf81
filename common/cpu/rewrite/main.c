/* main.c: the rewriter turns CUDA files into C++ for the CPU device. cpucc builds and calls it.
 *
 *   rewriter --print FILE.cu                  one file, to standard output
 *   rewriter --program FILE.cu FOLDER [compiler options]     it and its own headers: headers.c
 *   rewriter --messages FILE OURS STATUS      what the compiler said, when it ended with this status: messages.c
 *   rewriter --dependencies FILE LIST HERE    the dependency file that the compiler wrote: dependencies.c
 *   rewriter --plain FILE.s RESULT.s yes|''     an inspected program's assembler text; is it the whole one? plain.c
 */
#include "program.h"
#include "rewrite.h"

#include <stdio.h>
#include <string.h>

static bool print_rewritten(const char *path)
{
    const struct substitutes none = { NULL, 0 };
    const char *source = read_file(path);
    struct text text = { NULL, 0, 0 };
    bool is_right;

    if (!source)
        fail("cannot read %s", path);
    is_right = rewrite(path, source, &none, &text);
    if (fwrite(text.at, 1, text.length, stdout) < text.length || fflush(stdout) != 0)
        fail("the output cannot be written");
    return is_right;
}

int main(int count, char **arguments)
{
    const char *what = count > 2 ? arguments[1] : "";

    if (!strcmp(what, "--print") && count == 3)
        return print_rewritten(arguments[2]) ? 0 : 1;
    if (!strcmp(what, "--program") && count > 3)
        return rewrite_program(arguments[2], arguments[3], arguments + 4) ? 0 : 1;
    if (!strcmp(what, "--messages") && count == 5)
        print_messages(arguments[2], arguments[3], strcmp(arguments[4], "0") != 0);
    else if (!strcmp(what, "--dependencies") && count == 5)
        correct_dependencies(arguments[2], arguments[3], arguments[4]);
    else if (!strcmp(what, "--plain") && count == 5)
        write_plain(arguments[2], arguments[3], *arguments[4]);
    else
        fail("the rewriter is called by common/cpu/cpucc");
    return 0;
}
