/* functions.h: what kind of function is an address in? */
#ifndef CUDA_CPU_FUNCTIONS_H
#define CUDA_CPU_FUNCTIONS_H

#include <stdint.h>

/* Call this before the others, and after code_begin(). */
void function_begin(void);

/* Is it in one of the CPU device's headers? The last answers are cached, because every call asks. */
enum { FUNCTIONS_KNOWN = 1024 };
extern struct function_owned { const void *pc; int is_own; } function_owned[FUNCTIONS_KNOWN];
int function_ask_own(const void *pc);

static inline int function_is_own(const void *pc)
{
    struct function_owned *f = &function_owned[((uintptr_t)pc ^ (uintptr_t)pc >> 10) % FUNCTIONS_KNOWN];

    if (f->pc != pc)
        *f = (struct function_owned){ pc, function_ask_own(pc) };
    return f->is_own;
}

/* Do those functions also call the inspector in each basic block? */
extern char function_own_are_traced __attribute__((visibility("hidden")));

/* Is it in a copy constructor, which g++ may call implicitly? Is it between the engine and the kernel? `site`
 * is the number of that address. */
int function_is_copier(uint16_t site, const void *pc);
int function_is_glue(uint16_t site, const void *pc);

#endif
