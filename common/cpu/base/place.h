/* place.h: lines of the source. */
#ifndef CUDA_CPU_PLACE_H
#define CUDA_CPU_PLACE_H

#include <stdint.h>
#include <stdio.h>

/* `file` is the caller's to free, or NULL. */
struct place {
    char *file;
    int line;
    int is_own, in_own;                 /* `file`, or what was inlined there, is the CPU device's own */
};
int cuda_cpu_find_places(const uintptr_t *address, unsigned int n, struct place *place);
struct place cuda_cpu_named_place(const char *file, int line);
void cuda_cpu_print_source(FILE *to, struct place p);

#endif
