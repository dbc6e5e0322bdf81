/* shared.h: the shared memory of the block that runs on this OS thread. */
#ifndef CUDA_CPU_SHARED_H
#define CUDA_CPU_SHARED_H

#include <stddef.h>
#include <stdint.h>

struct shared_variable { char *start; size_t size; const char *name, *file; int line; };
struct shared_space {               /* of an OS thread */
    char *dynamic, *statics;        /* NULL: not used yet */
    size_t dynamic_size, used;      /* of this launch; bytes of `statics` in use */
    const char *dynamic_name;       /* of this launch; NULL: none is known, "": there are several */
    size_t new_in_launch;           /* bytes of variables that this launch reached first */
    struct shared_variable *variable;
    unsigned int count;
};
extern __thread char *cuda_cpu_dynamic_shared;     /* start of the dynamic part */
struct shared_space *cuda_cpu_shared_space(void);
void cuda_cpu_set_dynamic_shared(size_t size);
void cuda_cpu_fresh_shared(void);   /* fills both with POISON, for the next block */

/* Shared memory as inline PTX addresses it, with 32 bits: static variables come first. The address of what p points
 * to, and what is at an address; ends the program if that is not shared memory. Is p in shared memory? */
uint32_t cuda_cpu_shared_address(const void *p);
void *cuda_cpu_shared_pointer(uint32_t address);
int cuda_cpu_is_shared(const void *p);
uint32_t cuda_cpu_dynamic_shared_size(void);

#endif
