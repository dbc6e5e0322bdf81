/* symbols.h: what the program's table of symbols says of an address. */
#ifndef CUDA_CPU_SYMBOLS_H
#define CUDA_CPU_SYMBOLS_H

/* [lo, hi); the name as the compiler made it; is it of this file alone? */
struct symbol { const char *lo, *hi, *name; int is_local; };

/* The function with the call or instruction that ends just before `pc`, a return address; the variable
 * that has the address. NULL: none, or the program was stripped. */
const struct symbol *cuda_cpu_function_at(const void *pc);
const struct symbol *cuda_cpu_variable_at(const void *p);

#endif
