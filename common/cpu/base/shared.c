/* shared.c: shared memory of the block that runs on this OS thread.
 *
 * Dynamic shared memory ends at an unreadable page. Each OS thread has a space for static __shared__
 * variables. A variable gets its place there when a thread first reaches its declaration; after each
 * variable come bytes that belong to none. */
#define _GNU_SOURCE
#include "shared.h"

#include "hooks.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BETWEEN = 128 };                 /* bytes: 32 banks of 4, so each variable begins in bank 0 */

__thread char *cuda_cpu_dynamic_shared;
static __thread struct shared_space space;

struct shared_space *cuda_cpu_shared_space(void) { return &space; }

static void poison(char *from, size_t size)
{
    const uint32_t word = (uint32_t)POISON;

    for (; size >= sizeof word; from += sizeof word, size -= sizeof word)
        memcpy(from, &word, sizeof word);
}

void cuda_cpu_fresh_shared(void)
{
    poison(cuda_cpu_dynamic_shared, space.dynamic_size);
    if (space.used)
        poison(space.statics, space.used);
}

static char *reserve(size_t size)
{
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        cuda_cpu_fail("no memory for shared memory");
    return p;
}

void cuda_cpu_set_dynamic_shared(size_t size)
{
    if (!space.dynamic) {
        space.dynamic = reserve(2 * SHARED_SPACE);
        mprotect(space.dynamic + SHARED_SPACE, SHARED_SPACE, PROT_NONE);
    }
    space.dynamic_size = size;
    space.dynamic_name = NULL;
    space.new_in_launch = 0;
    cuda_cpu_dynamic_shared = space.dynamic + SHARED_SPACE - ((size + 15) & ~(size_t)15);
}

/* A thread has reached `extern __shared__ T name[];`. */
#ifdef CUDA_CPU_INSPECT
char *cuda_cpu_named_shared(const char *name)
{
    if (!space.dynamic_name)
        space.dynamic_name = name;
    else if (strcmp(space.dynamic_name, name))
        space.dynamic_name = "";
    return cuda_cpu_dynamic_shared;
}
#endif

/* The place of a static __shared__ variable on this OS thread; called once for each. */
void *cuda_cpu_static_shared(size_t size, const char *name, const char *file, int line)
{
    struct shared_variable *v;

    HOOK(first_pass);
    space.new_in_launch += size;
    if (space.new_in_launch > SHARED_STATIC_LIMIT
        || (space.dynamic_size <= SHARED_STATIC_LIMIT
            && space.new_in_launch + space.dynamic_size > SHARED_STATIC_LIMIT))
        cuda_cpu_report("launch", "%zu bytes of static and %zu of dynamic shared memory, but a block has %d\n"
                        "  %s:%d: __shared__ %s\n  %s:%d: the launch", space.new_in_launch,
                        space.dynamic_size, SHARED_STATIC_LIMIT, file, line, name,
                        cuda_cpu_last_launch.file ? cuda_cpu_last_launch.file : "?",
                        cuda_cpu_last_launch.line);
    if (!space.statics)
        space.statics = reserve(SHARED_STATICS);
    if (space.used + size + 2 * BETWEEN > SHARED_STATICS)
        cuda_cpu_fail("%s:%d: no room for __shared__ %s: all kernels of a program together have "
                      "%d KiB here", file, line, name, SHARED_STATICS >> 10);
    if (!(space.count & (space.count + 1))) {
        space.variable = realloc(space.variable, 2 * (space.count + 1) * sizeof *v);
        if (!space.variable)
            cuda_cpu_fail("no memory for the table of __shared__ variables");
    }
    v = &space.variable[space.count++];
    *v = (struct shared_variable){ space.statics + space.used, size, name, file, line };
    poison(v->start, (size + BETWEEN - 1) / 4 * 4);
    space.used += (size + 2 * BETWEEN - 1) / BETWEEN * BETWEEN;
    return v->start;
}

int cuda_cpu_is_shared(const void *p)
{
    return (space.statics && (size_t)((const char *)p - space.statics) < SHARED_STATICS)
           || (space.dynamic && (size_t)((const char *)p - cuda_cpu_dynamic_shared) < SHARED_SPACE);
}

uint32_t cuda_cpu_shared_address(const void *p)
{
    if (space.statics && (size_t)((const char *)p - space.statics) < SHARED_STATICS)
        return (uint32_t)((const char *)p - space.statics);
    if (cuda_cpu_is_shared(p))
        return (uint32_t)(SHARED_STATICS + ((const char *)p - cuda_cpu_dynamic_shared));
    cuda_cpu_report("fault", "%p is not in shared memory, but is used as an address there", p);
}

/* Behind the dynamic part is an unreadable page, where a fault is reported. */
void *cuda_cpu_shared_pointer(uint32_t address)
{
    if (address < SHARED_STATICS && space.statics)
        return space.statics + address;
    if (address - SHARED_STATICS < SHARED_SPACE && space.dynamic)
        return cuda_cpu_dynamic_shared + (address - SHARED_STATICS);
    cuda_cpu_report("out-of-bounds", "address 0x%x of shared memory, where there is none", address);
}

uint32_t cuda_cpu_dynamic_shared_size(void) { return (uint32_t)space.dynamic_size; }
