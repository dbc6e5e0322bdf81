/* allocations.h: the device's memory: which allocation does an address belong to? */
#ifndef CUDA_CPU_ALLOCATIONS_H
#define CUDA_CPU_ALLOCATIONS_H

#include <stddef.h>

/* Nobody may use the bytes in [map, data) and after data + size. map is NULL for a __device__ variable. */
struct allocation {
    char *data, *map;
    size_t size, map_size;
    int type;                           /* the runtime's: enum cudaMemoryType */
    int freed;                          /* kept, to report a use after free */
    int device;                         /* the device that has it, or made it current when it was allocated */
    char *hidden_begin;                 /* whole pages, which other devices may not reach; NULL: all may */
    size_t hidden_size;
    int is_hidden;
    struct allocation *next;
};

/* What fresh memory of the device holds: a NaN. */
#define FRESH_WORD 0x7ffadbadu

/* Hold this lock while using the functions below. cuda_cpu_describe_address() does not need it, because
 * reports call it too. */
void cuda_cpu_lock_allocations(void);
void cuda_cpu_unlock_allocations(void);

struct allocation *cuda_cpu_allocations(void);          /* newest first */
void cuda_cpu_add_allocation(struct allocation *a);
struct allocation *cuda_cpu_find_allocation(const void *address);       /* not a freed one; or NULL */

int cuda_cpu_is_allocation(const void *data);           /* does one begin here? Takes the lock itself. */

/* Marks an allocation as freed. Its addresses are remembered until many others have been freed. */
void cuda_cpu_note_freed(struct allocation *a);

/* May kernels of the device use memory of this owner? Always of their own; otherwise from when peer access is enabled. */
int cuda_cpu_reaches(int device, int owner);
void cuda_cpu_set_reach(int device, int owner, int can);

/* Hides the memory that this device does not reach, or (-1) none. Nothing changes until the device does, or what
 * it reaches, or there is more memory. */
enum { ALLOCATION_OF_DEVICE = 2 };      /* cudaMemoryTypeDevice */
void cuda_cpu_hide_allocations(int device);

/* Describes an address that a kernel must not use: returns its kind, and writes it as text. */
enum { ADDRESS_ELSEWHERE, ADDRESS_NULL, ADDRESS_FREED, ADDRESS_BESIDE, ADDRESS_OF_PEER };
int cuda_cpu_describe_address(const void *address, char *text, size_t size);

/* ADDRESS_BESIDE: the beginning of the allocation that it is beside. */
const char *cuda_cpu_allocation_beside(const void *address);

#endif
