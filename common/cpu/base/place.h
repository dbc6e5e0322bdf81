/* place.h: lines of the source. */
#ifndef CUDA_CPU_PLACE_H
#define CUDA_CPU_PLACE_H

#include <stdint.h>
#include <stdio.h>

/* `file` is NULL, or the caller frees it. */
struct place {
    char *file;
    int line;
    int is_own, in_own;                 /* `file`, or the code inlined there, belongs to the CPU device */
};
int cuda_cpu_find_places(const uintptr_t *address, unsigned int n, struct place *place);
struct place cuda_cpu_named_place(const char *file, int line);
void cuda_cpu_print_source(FILE *to, struct place p);

#endif
