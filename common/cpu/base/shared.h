/* shared.h: the shared memory of the block that runs on this OS thread. */
#ifndef CUDA_CPU_SHARED_H
#define CUDA_CPU_SHARED_H

#include <stddef.h>

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

#endif
