/* allocations.h: the memory of the device: which allocation an address belongs to. */
#ifndef CUDA_CPU_ALLOCATIONS_H
#define CUDA_CPU_ALLOCATIONS_H

#include <stddef.h>

/* [map, data) and behind data + size are bytes that nobody may use; map NULL: a __device__ variable. */
struct allocation {
    char *data, *map;
    size_t size, map_size;
    int type;                           /* the runtime's: enum cudaMemoryType */
    int freed;                          /* kept, so that a use after that is told */
    struct allocation *next;
};

/* Around what follows; not for cuda_cpu_describe_address(), which also reports call. */
void cuda_cpu_lock_allocations(void);
void cuda_cpu_unlock_allocations(void);

struct allocation *cuda_cpu_allocations(void);          /* the newest first */
void cuda_cpu_add_allocation(struct allocation *a);
struct allocation *cuda_cpu_find_allocation(const void *address);       /* that was not freed, or NULL */

/* It was freed: its addresses are kept in mind, until many others are freed. */
void cuda_cpu_note_freed(struct allocation *a);

/* What an address is that a kernel must not use, also in words. */
enum { ADDRESS_ELSEWHERE, ADDRESS_NULL, ADDRESS_FREED, ADDRESS_BESIDE };
int cuda_cpu_describe_address(const void *address, char *text, size_t size);

#endif
