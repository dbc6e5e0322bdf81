/* symbols.h: looks up an address in the program's symbol table. */
#ifndef CUDA_CPU_SYMBOLS_H
#define CUDA_CPU_SYMBOLS_H

/* [lo, hi); the compiler's name for it; is it local to its file? */
struct symbol { const char *lo, *hi, *name; int is_local; };

/* The function whose call or instruction ends just before `pc`, a return address; the variable at an
 * address. NULL: none, or the program was stripped. */
const struct symbol *cuda_cpu_function_at(const void *pc);
const struct symbol *cuda_cpu_variable_at(const void *p);

#endif
