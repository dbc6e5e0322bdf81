/* shared.c: shared memory of the block that runs on this OS thread.
 *
 * Dynamic shared memory ends at an unreadable page. Each OS thread has a space for static __shared__
 * variables. A variable gets its place there when a thread first reaches its declaration; after each
 * variable come bytes that belong to none. */
#define _GNU_SOURCE
#include "shared.h"

#include "hooks.h"
#include "report.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BETWEEN = 128 };                 /* bytes: 32 banks of 4, so each variable begins in bank 0 */

__thread char *cuda_cpu_dynamic_shared;
static __thread struct shared_space space;

/* The layout of the static parts. A variable gets its place there once for all OS threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct shared_variable *variable;
static unsigned int variables;
static size_t used;

struct shared_space *cuda_cpu_shared_space(void) { return &space; }

const struct shared_variable *cuda_cpu_shared_variables(unsigned int *count)
{
    *count = variables;
    return variable;
}

static void poison(char *from, size_t size)
{
    const uint32_t word = (uint32_t)POISON;

    for (; size >= sizeof word; from += sizeof word, size -= sizeof word)
        memcpy(from, &word, sizeof word);
}

static char *reserve(size_t size)
{
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        cuda_cpu_fail("no memory for shared memory");
    return p;
}

/* Gives the space all variables that there are. The caller holds the lock. */
static void complete(struct shared_space *s)
{
    if (s->fresh == used)
        return;
    if (!s->statics)
        s->statics = reserve(SHARED_STATICS);
    poison(s->statics + s->fresh, used - s->fresh);
    s->fresh = used;
}

void cuda_cpu_fresh_shared(void)
{
    poison(cuda_cpu_dynamic_shared, space.dynamic_size);
    pthread_mutex_lock(&lock);
    space.fresh = 0;
    complete(&space);
    pthread_mutex_unlock(&lock);
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

void *cuda_cpu_same_shared(const struct shared_space *other, int part, size_t offset)
{
    if (part == 1)
        return other->dynamic + offset;
    pthread_mutex_lock(&lock);
    complete((struct shared_space *)other);
    pthread_mutex_unlock(&lock);
    return other->statics + offset;
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

/* The variable with this declaration, in this instance of its function. Two of one name on one line (from a macro)
 * have numbers, in the order in which this OS thread reaches them. */
static struct shared_variable *find_variable(const struct shared_variable *like)
{
    for (unsigned int i = 0; i < variables; i++)
        if (variable[i].size == like->size && variable[i].line == like->line && variable[i].number == like->number
            && !strcmp(variable[i].name, like->name) && !strcmp(variable[i].file, like->file)
            && !strcmp(variable[i].in, like->in))
            return &variable[i];
    return NULL;
}

static struct shared_variable *add_variable(const struct shared_variable *like)
{
    if (used + like->size + 2 * BETWEEN > SHARED_STATICS)
        cuda_cpu_fail("%s:%d: no room for __shared__ %s: all kernels of a program together have "
                      "%d KiB here", like->file, like->line, like->name, SHARED_STATICS >> 10);
    if (!(variables & (variables + 1))) {
        variable = realloc(variable, 2 * (variables + 1) * sizeof *variable);
        if (!variable)
            cuda_cpu_fail("no memory for the table of __shared__ variables");
    }
    variable[variables] = *like;
    variable[variables].start = used;
    used += (like->size + 2 * BETWEEN - 1) / BETWEEN * BETWEEN;
    return &variable[variables++];
}

/* The place of a static __shared__ variable on this OS thread; in: its function. Called once for each, but by several
 * threads of a warp where one of them had to wait for room in its trace on the way here. */
void *cuda_cpu_static_shared_in(size_t size, const char *name, const char *file, int line, const char *in)
{
    struct shared_variable like = { 0, size, name, file, in, line, 0 }, *v;
    static __thread const void **reached;       /* by variable: from where this OS thread got it; NULL: not yet */
    static __thread unsigned int room;
    const void *from = __builtin_return_address(0);
    int is_new;
    char *place;

    HOOK(first_pass);
    pthread_mutex_lock(&lock);
    while ((v = find_variable(&like)) && (unsigned int)(v - variable) < room && reached[v - variable]
           && reached[v - variable] != from)
        like.number++;
    if (!v)
        v = add_variable(&like);
    if (room < variables) {
        reached = realloc(reached, 2 * variables * sizeof *reached);
        if (!reached)
            cuda_cpu_fail("no memory for the table of __shared__ variables");
        memset(reached + room, 0, (2 * variables - room) * sizeof *reached);
        room = 2 * variables;
    }
    is_new = !reached[v - variable];
    reached[v - variable] = from;
    complete(&space);
    place = space.statics + v->start;
    pthread_mutex_unlock(&lock);
    if (!is_new)
        return place;
    space.new_in_launch += size;
    if (space.new_in_launch > SHARED_STATIC_LIMIT
        || (space.dynamic_size <= SHARED_STATIC_LIMIT
            && space.new_in_launch + space.dynamic_size > SHARED_STATIC_LIMIT))
        cuda_cpu_report("launch", "%zu bytes of static and %zu of dynamic shared memory, but a block has %d\n"
                        "  %s:%d: __shared__ %s\n  %s:%d: the launch", space.new_in_launch,
                        space.dynamic_size, SHARED_STATIC_LIMIT, file, line, name,
                        cuda_cpu_last_launch.file ? cuda_cpu_last_launch.file : "?",
                        cuda_cpu_last_launch.line);
    return place;
}

int cuda_cpu_is_shared(const void *p)
{
    size_t offset;

    return cuda_cpu_in_shared(&space, p, &offset) != 0;
}

uint32_t cuda_cpu_shared_address(const void *p)
{
    size_t offset;

    switch (cuda_cpu_in_shared(&space, p, &offset)) {
    case 1: return SHARED_STATICS + (uint32_t)offset;
    case 2: return (uint32_t)offset;
    default: cuda_cpu_report("fault", "%p is not in shared memory, but is used as an address there", p);
    }
}

/* Behind the dynamic part is an unreadable page, where a fault is reported. */
void *cuda_cpu_shared_pointer(uint32_t address)
{
    if (address < SHARED_STATICS && space.statics)
        return space.statics + address;
    if (address - SHARED_STATICS < 2 * SHARED_SPACE && space.dynamic)
        return space.dynamic + (address - SHARED_STATICS);
    cuda_cpu_report("out-of-bounds", "address 0x%x of shared memory, where there is none", address);
}

uint32_t cuda_cpu_dynamic_shared_size(void) { return (uint32_t)space.dynamic_size; }
