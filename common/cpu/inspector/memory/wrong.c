/* wrong.c: describes what is wrong with an access on its own. order.c finds races. */
#include "wrong.h"

#include "../../base/allocations.h"

#include <stdio.h>
#include <string.h>

struct finding wrong_at(const struct worker *w, const char *kind, uint16_t site)
{
    return (struct finding){ .kind = kind, .block = w->inspected->block, .site = site,
                             .thread = w->current };
}

/* Which element of the array is it, in or outside it? Returns 0 if the access is none of its elements. */
static int element_of(const struct access *a, const struct object *o, long *number)
{
    long from = a->address - o->base;

    *number = from / (long)a->size;
    return from % (long)a->size == 0 && o->size % a->size == 0;
}

/* What an object is called: its name without its lengths, or `unnamed`. */
enum { NAME = 120 };
static const char *called(char text[NAME], const struct object *o, const char *unnamed)
{
    snprintf(text, NAME, "%.*s", o->name ? (int)strcspn(o->name, "[") : NAME, o->name ? o->name : unnamed);
    return text;
}

/* Has it a name, and one index? */
static int is_plain_array(const struct object *o)
{
    return o->name && !strchr(o->name, '[');
}

/* "sums[1]", or "element 1 of" something without a name or whose index has several parts. */
static void element_text(char *text, size_t size, const struct object *o, const char *unnamed, long number)
{
    char name[NAME];

    if (is_plain_array(o))
        snprintf(text, size, "%s[%ld]", o->name, number);
    else
        snprintf(text, size, "element %ld of %s", number, called(name, o, unnamed));
}

const char *wrong_bytes(const struct access *a, char *text, size_t size)
{
    const struct region *r = a->shared ? NULL : region_of(a->address);
    struct object o = region_object(a);
    char unnamed[80] = "dynamic shared memory", name[NAME];
    long number;
    int is_element = element_of(a, &o, &number);

    if (r && region_is_program(r)) {
        snprintf(text, size, "the same bytes of a __device__ variable");
        return text;
    }
    if (r && is_element)
        snprintf(unnamed, sizeof unnamed, "an allocation of %zu element%s", o.size / a->size,
                 o.size / a->size == 1 ? "" : "s");
    else if (r)
        snprintf(unnamed, sizeof unnamed, "an allocation of %zu bytes", o.size);
    if (!is_element)
        snprintf(text, size, "byte %ld of %s", (long)(a->address - o.base), called(name, &o, unnamed));
    else if (o.name && o.size == a->size && number == 0)
        snprintf(text, size, "%s", o.name);
    else
        element_text(text, size, &o, unnamed, number);
    return text;
}

static const char *verb(const struct access *a)
{
    return a->atomic ? "updates atomically" : a->write ? "writes" : "reads";
}

/* "sums[32] of 32: the last one is sums[31]" */
static void describe_index(struct finding *f, const struct access *a, const struct object *o, const char *unnamed)
{
    char element[80], nearest[80], name[NAME];
    long number, most = (long)(o->size / a->size), from = a->address - o->base;

    f->object = o->base;
    if (!element_of(a, o, &number)) {
        if (from < 0)
            snprintf(f->text, sizeof f->text, "%u bytes, %ld bytes before %s, which has %zu", a->size, -from,
                     called(name, o, unnamed), o->size);
        else
            snprintf(f->text, sizeof f->text, "bytes %ld to %ld of %s, which has %zu", from,
                     from + (long)a->size - 1, called(name, o, unnamed), o->size);
        return;
    }
    element_text(element, sizeof element, o, unnamed, number);
    element_text(nearest, sizeof nearest, o, unnamed, number < 0 ? 0 : most - 1);
    if (most == 0)
        snprintf(f->text, sizeof f->text, "%s, which has none", element);
    else if (is_plain_array(o))
        snprintf(f->text, sizeof f->text, "%s of %ld: the %s one is %s", element, most,
                 number < 0 ? "first" : "last", nearest);
    else
        snprintf(f->text, sizeof f->text, "%s, which has %ld", element, most);
}

/* A lane uses memory that it may not use. A GPU, or the guard page, may stop it there: that is the same
 * mistake. */
static void add(struct worker *w, const struct finding *f, const struct access *a)
{
    w->inspected->told_as = finding_add(f);
    w->inspected->told = a->address;
    w->inspected->told_size = a->size;
}

static const char *const guard_it = "Before the access, compare the index in the brackets with the number of elements of this array.";

/* The kernel may not use the memory at this address. */
void wrong_address(struct worker *w, const struct access *a)
{
    struct finding f = wrong_at(w, "out-of-bounds", a->site);
    const struct region *r = region_of(a->address);
    char text[120];

    f.does = verb(a);
    f.fix = guard_it;
    if (r && !region_is_in_reach(r)) {
        f.kind = "peer-access";
        cuda_cpu_describe_address(a->address, f.text, sizeof f.text);
        f.fix = "Ask cudaDeviceCanAccessPeer, then call cudaDeviceEnablePeerAccess with the memory's device while the "
                "kernel's is the current one.";
        add(w, &f, a);
        return;
    }
    if (r && !region_is_host_variable(a->address)) {
        struct object o = region_object(a);

        describe_index(&f, a, &o, "an allocation");
        add(w, &f, a);
        return;
    }
    switch (cuda_cpu_describe_address(a->address, text, sizeof text)) {
    case ADDRESS_FREED:
        f.kind = "use-after-free";
        snprintf(f.text, sizeof f.text, "access to memory that cudaFree has freed");
        f.fix = "Free device memory only after the last kernel that uses it.";
        break;
    case ADDRESS_NULL:
        snprintf(f.text, sizeof f.text, "access through a null pointer");
        f.fix = "Was the memory allocated, and was the result of cudaMalloc checked?";
        break;
    case ADDRESS_BESIDE: {
        const char *data = cuda_cpu_allocation_beside(a->address);
        struct access inside = *a;
        struct object o;

        inside.address = data;
        o = region_object(&inside);
        describe_index(&f, a, &o, "an allocation");
        break;
    }
    default:
        for (int i = 0; i < 5 && w->stacks[i].base; i++)
            if (a->address >= w->stacks[i].base
                && a->address < w->stacks[i].base + (size_t)w->stacks[i].fibers * STACK) {
                snprintf(f.text, sizeof f.text, "access to a local variable of another thread");
                f.fix = "Local variables are private: pass values through shared memory or a "
                        "shuffle.";
                finding_add(&f);
                return;
            }
        f.kind = "host-pointer";
        snprintf(f.text, sizeof f.text, "%s", region_is_host_variable(a->address)
                                           ? "access to a variable of the host program, or beyond one of the device"
                                           : "access to host memory or to no memory at all");
        f.fix = "Was the pointer set? Pass one from cudaMalloc, and copy the data with cudaMemcpy.";
    }
    add(w, &f, a);
}

void wrong_shared(struct worker *w, const struct access *a, const struct memory *m)
{
    struct finding f = wrong_at(w, "out-of-bounds", a->site);

    f.does = verb(a);
    f.fix = m->object.base == cuda_cpu_dynamic_shared
                ? "Check the index, and the size of the array: the third launch argument, in bytes."
                : "Check the index, and the size of the array.";
    describe_index(&f, a, &m->object, "dynamic shared memory");
    add(w, &f, a);
}

void wrong_index(struct finding *f, const char *address, unsigned int size, long index)
{
    const struct shared_space *space = cuda_cpu_shared_space();
    const struct access a = { .address = address, .size = size };
    unsigned int count;
    const struct shared_variable *v = cuda_cpu_shared_variables(&count);

    for (unsigned int i = 0; size && i < count; i++) {
        struct object o = { v[i].name, space->statics + v[i].start, v[i].size };

        if (address - (long)size * index == o.base && is_plain_array(&o))
            describe_index(f, &a, &o, "");
    }
}

int wrong_was_told(const void *address)
{
    const struct inspected *s = cuda_cpu_self ? cuda_cpu_self->inspected : NULL;
    struct finding *f;

    if (!s || !s->told_size || (const char *)address < s->told || (const char *)address >= s->told + s->told_size)
        return 0;
    f = s->told_as;
    if (f && !strcmp(f->kind, "host-pointer")) {        /* no memory of the host's: that does not fault */
        f->kind = "out-of-bounds";
        snprintf(f->text, sizeof f->text, "access far from every allocation");
        f->fix = "Check the index: does it fit its type, and is it guarded? And the pointer that it belongs to.";
    }
    return 1;
}

/* Which elements the reader of memory that nothing has written should look at. */
static const char *fresh_fix(const struct access *a, const struct region *r)
{
    if (a->shared)
        return "Let every thread store its element, 0 where there is none, before the barrier.";
    if (a->atomic)
        return "An atomic adds to what is there, so it must be set first: before the kernel, in its stream.";
    if (r->filled)
        return "Read only what an earlier step has written: is the number of elements right, and does every "
               "block write?";
    return "Set it with cudaMemset or cudaMemcpy, or write all that is read later.";
}

void wrong_fresh(struct worker *w, const struct access *a)
{
    struct finding f = wrong_at(w, "uninitialised", a->site);
    const struct region *r = a->shared ? NULL : region_of(a->address);
    char bytes[140];

    f.does = verb(a);
    f.object = region_object(a).base;
    snprintf(f.text, sizeof f.text, "%s, which %s", wrong_bytes(a, bytes, sizeof bytes),
             a->shared ? "no thread of this block has written"
             : r->filled ? "nothing has written in this run"
             : "nothing has written since cudaMalloc");
    f.fix = fresh_fix(a, r);
    finding_add(&f);
}
