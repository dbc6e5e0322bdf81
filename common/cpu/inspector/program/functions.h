/* functions.h: what kind of function an address is in. */
#ifndef CUDA_CPU_FUNCTIONS_H
#define CUDA_CPU_FUNCTIONS_H

#include <stdint.h>

/* Before the questions, after code_begin(). */
void function_begin(void);

/* In one of the CPU device's headers? What was asked last is known, because it is asked for every call. */
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

/* Do they, too, call the inspector in each basic block? */
extern char function_own_are_traced __attribute__((visibility("hidden")));

/* In a copy constructor, which g++ also calls where nobody wrote a call; between the engine and the
 * kernel. `site` is the number of that address. */
int function_is_copier(uint16_t site, const void *pc);
int function_is_glue(uint16_t site, const void *pc);

#endif
