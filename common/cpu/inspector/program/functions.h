/* functions.h: what kind of function an address is in. */
#ifndef CUDA_CPU_FUNCTIONS_H
#define CUDA_CPU_FUNCTIONS_H

#include <stdint.h>

/* Before the questions, after code_begin(). */
void function_begin(void);

/* In one of the CPU device's headers? Do they, too, call the inspector in each basic block? */
int function_is_own(const void *pc);
extern char function_own_are_traced __attribute__((visibility("hidden")));

/* In a copy constructor, which g++ also calls where nobody wrote a call; between the engine and the
 * kernel. `site` is the number of that address. */
int function_is_copier(uint16_t site, const void *pc);
int function_is_glue(uint16_t site, const void *pc);

#endif
