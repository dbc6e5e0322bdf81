/* program.h: what the rewriter can be asked for (main.c). */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

/* headers.c: rewrites a .cu file, and its own headers where they need it, into this folder, which is there and empty.
 * The options are the compiler's. Returns false if there is a mistake, which was told. */
bool rewrite_program(const char *source, const char *folder, char **options);

/* messages.c: prints what the compiler or the linker said, as a learner needs it. Our own headers are in `ours`. */
void print_messages(const char *path, const char *ours, bool has_failed);

/* dependencies.c: names in a dependency file as make needs them. */
void correct_dependencies(const char *path, const char *list, const char *here);

/* plain.c: writes an inspected program's assembler text, in which the host runs at full speed. */
void write_plain(const char *path, const char *result, bool is_whole);

#endif
