/* memory.c: device memory. Most mistakes with it fault, or are found when it is freed. */
#define _GNU_SOURCE
#include "cuda_runtime_api.h"

#include "queues.h"

#include "../base/allocations.h"
#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"
#include "../base/report.h"
#include "../base/settings.h"
#include "../base/variables.h"
#include "../engine/executors.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGN = 256, SMALL = 64 << 20, EDGE = 1 << 20 };
static const unsigned char EDGE_BYTE = 0xb5;    /* around an allocation, checked when it is freed */

/* Each allocation is a mapping of its own: [guard][gap][data][gap][guard]. The data end close to the second
 * guard. */
static size_t memory_used[MAX_DEVICES];

/* Of each device: CUDA_CPU_MEMORY, or half of the machine's memory, shared by all: the rest is the host's. */
size_t cuda_cpu_device_memory(void)
{
    static size_t bytes;

    if (!bytes)
        bytes = cuda_cpu_setting_number("CUDA_CPU_MEMORY", "bytes", 1, 1ull << 47,
                                        (size_t)sysconf(_SC_PHYS_PAGES) / 2 / (size_t)cuda_cpu_devices()
                                            * (size_t)sysconf(_SC_PAGESIZE));
    return bytes;
}

static void set_fresh(char *to, char *end)
{
    const uint32_t word = FRESH_WORD;

    for (; to + 4 <= end; to += 4)
        memcpy(to, &word, 4);
}

static cudaError_t allocate_here(void **pointer, size_t size, enum cudaMemoryType type)
{
    size_t *used = &memory_used[cuda_cpu_current_device];
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room;
    struct allocation *a;

    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *pointer = NULL;
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    cuda_cpu_use_device();
    if (!size)
        return cudaSuccess;
    if (type != cudaMemoryTypeHost && size > cuda_cpu_device_memory() - __atomic_load_n(used, __ATOMIC_RELAXED))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    room = (size + page - 1) / page * page;
    a = calloc(1, sizeof *a);
    if (!a)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    a->map_size = room + 2 * page;
    a->map = mmap(NULL, a->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (a->map == MAP_FAILED) {
        free(a);
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    }
    a->size = size;
    a->type = (int)type;
    a->device = cuda_cpu_current_device;
    a->data = a->map + page + room - (size + ALIGN - 1) / ALIGN * ALIGN;
    if (type == cudaMemoryTypeDevice) {
        a->hidden_begin = a->map + page;
        a->hidden_size = room;
    }
    mprotect(a->map, page, PROT_NONE);
    mprotect(a->map + page + room, page, PROT_NONE);
    memset(a->map + page, EDGE_BYTE, (size_t)(a->data - a->map) - page);
    memset(a->data + size, EDGE_BYTE, (size_t)(a->map + page + room - a->data) - size);
    if (type != cudaMemoryTypeDevice && !IS_INSPECTED) {
        /* Memory that the host can use is zero, as from a GPU's driver. An inspected program reports a read. */
    } else if (size <= SMALL) {
        set_fresh(a->data, a->data + size);
    } else {                            /* filling all of a large one would take too long */
        set_fresh(a->data, a->data + EDGE);
        set_fresh(a->data + (size - EDGE) / 4 * 4, a->data + size);
    }
    cuda_cpu_lock_allocations();
    cuda_cpu_add_allocation(a);
    if (type != cudaMemoryTypeHost)
        *used += size;
    HOOK(allocated, a->data, size, type != cudaMemoryTypeDevice, type == cudaMemoryTypeDevice ? a->device : -1);
    cuda_cpu_unlock_allocations();
    *pointer = a->data;
    return cudaSuccess;
}

static cudaError_t allocate(void **pointer, size_t size, enum cudaMemoryType type)
{
    cudaError_t error;

    if (type != cudaMemoryTypeDevice)
        cuda_cpu_host_can_tell();
    cuda_cpu_enter();
    error = allocate_here(pointer, size, type);
    cuda_cpu_leave();
    return error;
}

static int edge_is_whole(const char *from, const char *to)
{
    for (; from < to; from++)
        if (*(const unsigned char *)from != EDGE_BYTE)
            return 0;
    return 1;
}

/* Returns the memory but keeps the addresses, so that a later use faults. */
static void release(struct allocation *a)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (!edge_is_whole(a->data + a->size, a->map + a->map_size - page))
        cuda_cpu_report("out-of-bounds", "something wrote just beyond the end of an allocation of %zu bytes", a->size);
    if (!edge_is_whole(a->map + page, a->data))
        cuda_cpu_report("out-of-bounds", "something wrote just before an allocation of %zu bytes", a->size);
    HOOK(freed, a->data);
    mmap(a->map, a->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (a->type != cudaMemoryTypeHost)
        memory_used[a->device] -= a->size;
    cuda_cpu_note_freed(a);
}

/* The device whose memory this is; the current one if it is no memory of a device. */
static int device_of(const void *pointer)
{
    const struct allocation *a;
    int device;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(pointer);
    device = a ? a->device : cuda_cpu_current_device;
    cuda_cpu_unlock_allocations();
    return device;
}

static cudaError_t deallocate(void *pointer, int host)
{
    cudaError_t error = cudaErrorInvalidValue;
    struct allocation *a;

    if (!pointer)
        return cudaSuccess;
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    cuda_cpu_finish_device(device_of(pointer));
    cuda_cpu_enter();
    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(pointer);
    if (a && a->data == pointer && a->map && host == (a->type == cudaMemoryTypeHost)) {
        release(a);
        error = cudaSuccess;
    }
    cuda_cpu_unlock_allocations();
    cuda_cpu_leave();
    return cuda_cpu_error(error);
}

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeDevice);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return allocate(pointer, size, cudaMemoryTypeManaged);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return allocate(pointer, size, cudaMemoryTypeHost);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    (void)flags;
    return allocate(pointer, size, cudaMemoryTypeHost);
}

cudaError_t cudaFree(void *pointer) { return deallocate(pointer, 0); }

cudaError_t cudaFreeHost(void *pointer) { return deallocate(pointer, 1); }

cudaError_t cudaDeviceReset(void)
{
    cuda_cpu_finish_device(cuda_cpu_current_device);
    cuda_cpu_enter();
    cuda_cpu_lock_allocations();
    for (struct allocation *a = cuda_cpu_allocations(), *next; a; a = next) {
        next = a->next;                 /* `a` may be dropped */
        if (!a->freed && a->map && a->device == cuda_cpu_current_device)
            release(a);
    }
    cuda_cpu_unlock_allocations();
    for (int peer = 0; peer < cuda_cpu_devices(); peer++)
        if (peer != cuda_cpu_current_device)
            cuda_cpu_set_reach(cuda_cpu_current_device, peer, 0);
    cuda_cpu_leave();
    cudaGetLastError();
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *unused, size_t *total)
{
    if (!unused || !total)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *total = cuda_cpu_device_memory();
    *unused = *total - __atomic_load_n(&memory_used[cuda_cpu_current_device], __ATOMIC_RELAXED);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p)
{
    struct allocation *a;

    if (!attributes)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(p);
    memset(attributes, 0, sizeof *attributes);
    attributes->type = a ? (enum cudaMemoryType)a->type : cudaMemoryTypeUnregistered;
    attributes->device = a ? a->device : -2;
    attributes->devicePointer = a ? (void *)p : NULL;
    attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? NULL : (void *)p;
    cuda_cpu_unlock_allocations();
    return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
    struct cudaPointerAttributes of;

    cudaPointerGetAttributes(&of, host);
    if (!device || flags || of.type != cudaMemoryTypeHost)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *device = host;
    return cudaSuccess;
}

/* Registers a __device__ or __constant__ variable when the program asks for its address on this device. */
void *cuda_cpu_symbol(const void *address, size_t size)
{
    char *data = cuda_cpu_variable_of(cuda_cpu_current_device, address);
    struct allocation *a;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(data);
    if (!a || (a->size != size && data != address)) {
        a = calloc(1, sizeof *a);
        if (a) {
            a->data = data;
            a->size = size;
            a->type = cudaMemoryTypeDevice;
            a->device = cuda_cpu_current_device;
            cuda_cpu_add_allocation(a);
        }
    }
    cuda_cpu_unlock_allocations();
    return data;
}

/* A constant of the program, such as a string in a kernel, is an allocation of its own from now on. */
cudaError_t cuda_cpu_address_range(void **begin, size_t *size, const void *p)
{
    extern const char __executable_start __attribute__((weak)), edata __attribute__((weak));
    const char *text = p;
    struct allocation *a;

    if (&__executable_start && text >= &__executable_start && text < &edata)
        cuda_cpu_symbol(text, strnlen(text, (size_t)(&edata - text)) + 1);
    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(p);
    if (a) {
        *begin = a->data;
        *size = a->size;
    }
    cuda_cpu_unlock_allocations();
    return a ? cudaSuccess : cudaErrorInvalidValue;
}

/* Memory of the host becomes an allocation without a mapping of its own. */
cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags)
{
    enum cudaError error = cudaErrorHostMemoryAlreadyRegistered;
    struct allocation *a;

    if (!p || !size || flags > 15)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_host_can_tell();
    cuda_cpu_lock_allocations();
    if (!cuda_cpu_find_allocation(p) && !cuda_cpu_find_allocation((char *)p + size - 1)) {
        error = cudaErrorMemoryAllocation;
        a = calloc(1, sizeof *a);
        if (a) {
            a->data = p;
            a->size = size;
            a->type = cudaMemoryTypeHost;
            a->device = cuda_cpu_current_device;
            cuda_cpu_add_allocation(a);
            HOOK(allocated, a->data, size, 1, -1);
            error = cudaSuccess;
        }
    }
    cuda_cpu_unlock_allocations();
    return cuda_cpu_error(error);
}

cudaError_t cudaHostUnregister(void *p)
{
    enum cudaError error = cudaErrorHostMemoryNotRegistered;
    struct allocation *a;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(p);
    if (a && a->data == p && !a->map && a->type == cudaMemoryTypeHost) {
        HOOK(freed, a->data);
        cuda_cpu_note_freed(a);
        error = cudaSuccess;
    }
    cuda_cpu_unlock_allocations();
    return cuda_cpu_error(error);
}

/* Is [p, p + size) usable? It must be inside one allocation, and on the device if required. */
static int usable(const void *p, size_t size, int on_device)
{
    struct allocation *a;
    int result;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(p);
    result = a ? size <= a->size - (size_t)((const char *)p - a->data) : !on_device;
    cuda_cpu_unlock_allocations();
    return result && p;
}

static int is_between_devices(const void *to, const void *from)
{
    const struct allocation *a, *b;
    int result;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(to);
    b = cuda_cpu_find_allocation(from);
    result = a && b && a->type == cudaMemoryTypeDevice && b->type == cudaMemoryTypeDevice && a->device != b->device;
    cuda_cpu_unlock_allocations();
    return result;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind)
{
    cudaError_t error;

    if ((unsigned int)kind > cudaMemcpyDefault)
        return cuda_cpu_error(cudaErrorInvalidMemcpyDirection);
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    if (!size)
        return cudaSuccess;
    if (!usable(to, size, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
        || !usable(from, size, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice))
        return cuda_cpu_error(cudaErrorInvalidValue);
    error = cuda_cpu_finish_default();
    cuda_cpu_enter();
    cuda_cpu_begin_on_host();
    memmove(to, from, size);
    HOOK(copied_from, from, size);
    if (IS_INSPECTED && is_between_devices(to, from))
        HOOK(sent, device_of(from), 0, size, 1);
    HOOK(written, to, size);
    cuda_cpu_end_on_host();
    cuda_cpu_leave();
    return error;
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaError_t error = cudaSuccess;

    if (width > to_pitch || width > from_pitch)
        return cuda_cpu_error(cudaErrorInvalidPitchValue);
    for (size_t i = 0; i < height && !error; i++)
        error = cudaMemcpy((char *)to + i * to_pitch, (const char *)from + i * from_pitch, width,
                           kind);
    return error;
}

cudaError_t cuda_cpu_check_fill(void *to, size_t size)
{
    if (cuda_cpu_is_lost())
        return cuda_cpu_error(cudaErrorInitializationError);
    return cuda_cpu_error(!size || usable(to, size, 1) ? cudaSuccess : cudaErrorInvalidValue);
}

/* Fresh pages of the system hold zeros, and those that nobody uses cost nothing. */
static int fill_with_fresh_pages(char *to, size_t size)
{
#ifdef __linux__
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *from = to + (page - (uintptr_t)to % page) % page, *end = to + size - ((uintptr_t)to + size) % page;
    const struct allocation *a;
    int is_mapped;

    if (size < EDGE)
        return 0;
    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(to);
    is_mapped = a && a->map;
    cuda_cpu_unlock_allocations();
    if (!is_mapped || madvise(from, (size_t)(end - from), MADV_DONTNEED) != 0)
        return 0;
    memset(to, 0, (size_t)(from - to));
    memset(end, 0, (size_t)(to + size - end));
    return 1;
#else
    (void)to, (void)size;
    return 0;
#endif
}

cudaError_t cuda_cpu_fill(void *to, int byte, size_t size)
{
    cudaError_t error = cuda_cpu_check_fill(to, size);

    if (error || !size)
        return error;
    if ((unsigned char)byte != 0 || !fill_with_fresh_pages(to, size))
        memset(to, byte, size);
    HOOK(written, to, size);
    return cudaSuccess;
}
