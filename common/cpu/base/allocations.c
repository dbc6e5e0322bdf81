/* allocations.c: keeps the device's allocations, and some freed ones. */
#define _GNU_SOURCE
#include "allocations.h"

#include "devices.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { KEEP_FREED = 64 };

static struct allocation *allocations;
static int freed_count;                 /* freed ones among them; the oldest are dropped */
static int hidden_from, is_to_hide_anew = 1;
static unsigned int reach[MAX_DEVICES]; /* bit i: it has enabled access to device i */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void cuda_cpu_lock_allocations(void) { pthread_mutex_lock(&lock); }
void cuda_cpu_unlock_allocations(void) { pthread_mutex_unlock(&lock); }

struct allocation *cuda_cpu_allocations(void) { return allocations; }

void cuda_cpu_add_allocation(struct allocation *a)
{
    a->next = allocations;
    allocations = a;
    is_to_hide_anew = 1;
}

int cuda_cpu_reaches(int device, int owner) { return device == owner || (reach[device] >> owner & 1); }

void cuda_cpu_set_reach(int device, int owner, int can)
{
    reach[device] = (reach[device] & ~(1u << owner)) | (can ? 1u << owner : 0);
    is_to_hide_anew = 1;
}

void cuda_cpu_hide_allocations(int device)
{
    if (device == hidden_from && !is_to_hide_anew)
        return;
    hidden_from = device;
    is_to_hide_anew = 0;
    for (struct allocation *a = allocations; a; a = a->next) {
        int hide = device >= 0 && !cuda_cpu_reaches(device, a->device);

        if (a->freed || !a->hidden_begin || hide == a->is_hidden)
            continue;
        mprotect(a->hidden_begin, a->hidden_size, hide ? PROT_NONE : PROT_READ | PROT_WRITE);
        a->is_hidden = hide;
    }
}

struct allocation *cuda_cpu_find_allocation(const void *address)
{
    const char *p = address;

    for (struct allocation *a = allocations; a; a = a->next)
        if (!a->freed && p >= a->data && p < a->data + a->size)
            return a;
    return NULL;
}

int cuda_cpu_is_allocation(const void *data)
{
    const struct allocation *a;
    int result;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(data);
    result = a && a->data == data;
    cuda_cpu_unlock_allocations();
    return result;
}

/* Drops the oldest freed allocation when there are many. */
static void forget_freed(void)
{
    struct allocation **oldest = NULL, *a;

    if (freed_count <= KEEP_FREED)
        return;
    for (struct allocation **p = &allocations; *p; p = &(*p)->next)
        if ((*p)->freed)
            oldest = p;
    a = *oldest;
    *oldest = a->next;
    munmap(a->map, a->map_size);
    free(a);
    freed_count--;
}

void cuda_cpu_note_freed(struct allocation *a)
{
    a->freed = 1;
    freed_count++;
    forget_freed();
}

const char *cuda_cpu_allocation_beside(const void *address)
{
    const char *p = address;

    for (struct allocation *a = allocations; a; a = a->next)
        if (a->map && p >= a->map && p < a->map + a->map_size)
            return a->data;
    return NULL;
}

int cuda_cpu_describe_address(const void *address, char *text, size_t size)
{
    const char *p = address;

    for (struct allocation *a = allocations; a; a = a->next)
        if (!a->freed && p >= a->data && p < a->data + a->size && a->hidden_begin
            && !cuda_cpu_reaches(cuda_cpu_current_device, a->device)) {
            snprintf(text, size, "memory of device %d, to which device %d has no peer access", a->device,
                     cuda_cpu_current_device);
            return ADDRESS_OF_PEER;
        }
    for (struct allocation *a = allocations; a; a = a->next) {
        if (!a->map || p < a->map || p >= a->map + a->map_size)
            continue;
        if (a->freed)
            snprintf(text, size, "in an allocation of %zu bytes that has been freed", a->size);
        else if (p < a->data)
            snprintf(text, size, "%zu bytes before an allocation of %zu bytes",
                     (size_t)(a->data - p), a->size);
        else
            snprintf(text, size, "%zu bytes beyond the end of an allocation of %zu bytes",
                     (size_t)(p - a->data - a->size), a->size);
        return a->freed ? ADDRESS_FREED : ADDRESS_BESIDE;
    }
    snprintf(text, size, (uintptr_t)p < 4096 ? "a null pointer" : "in no allocation");
    return (uintptr_t)p < 4096 ? ADDRESS_NULL : ADDRESS_ELSEWHERE;
}
