/* shared.h: the shared memory of the block that runs on this OS thread. */
#ifndef CUDA_CPU_SHARED_H
#define CUDA_CPU_SHARED_H

#include "worker.h"

#include <stddef.h>
#include <stdint.h>

/* A static __shared__ variable has the same place in the space of every OS thread. */
struct shared_variable { size_t start, size; const char *name, *file, *in; int line; unsigned int number; };
struct shared_space {               /* of an OS thread */
    char *dynamic, *statics;        /* NULL: not used yet */
    size_t dynamic_size, fresh;     /* of this launch; bytes of `statics` that this block has, poisoned when it began */
    const char *dynamic_name;       /* of this launch; NULL: none is known, "": there are several */
    size_t new_in_launch;           /* bytes of variables that this launch reached first */
};
extern __thread char *cuda_cpu_dynamic_shared;     /* start of the dynamic part */
struct shared_space *cuda_cpu_shared_space(void);
void cuda_cpu_set_dynamic_shared(size_t size);
void cuda_cpu_fresh_shared(void);   /* fills both with POISON, for the next block */

/* All static __shared__ variables, in the order of their places. */
const struct shared_variable *cuda_cpu_shared_variables(unsigned int *count);

/* Is this address in the space, at *offset from the start of its dynamic (1) or its static (2) part? Else 0. */
static inline int cuda_cpu_in_shared(const struct shared_space *s, const void *address, size_t *offset)
{
    *offset = (size_t)((const char *)address - s->dynamic);
    if (s->dynamic && *offset < 2 * SHARED_SPACE)
        return 1;
    *offset = (size_t)((const char *)address - s->statics);
    return s->statics && *offset < SHARED_STATICS ? 2 : 0;
}

/* The same place in another block's space, which gets all variables that there are. */
void *cuda_cpu_same_shared(const struct shared_space *other, int part, size_t offset);

/* Shared memory as inline PTX addresses it, with 32 bits: static variables come first. The address of what p points
 * to, and what is at an address; ends the program if that is not shared memory. Is p in shared memory? */
uint32_t cuda_cpu_shared_address(const void *p);
void *cuda_cpu_shared_pointer(uint32_t address);
int cuda_cpu_is_shared(const void *p);
uint32_t cuda_cpu_dynamic_shared_size(void);

#endif
