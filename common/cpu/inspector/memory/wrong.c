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

const char *wrong_bytes(const struct access *a, char *text, size_t size)
{
    const struct shared_space *space = cuda_cpu_shared_space();
    const struct region *r = a->shared ? NULL : region_of(a->address);
    const char *base = r ? r->lo : cuda_cpu_dynamic_shared;
    char of[100] = "dynamic shared memory";

    if (r && region_is_program(r)) {
        snprintf(text, size, "the same bytes of a __device__ variable");
        return text;
    }
    if (r)
        snprintf(of, sizeof of, "an allocation of %ld bytes", (long)(r->hi - r->lo));
    for (unsigned int i = 0; a->shared && i < space->count; i++)
        if (a->address >= space->variable[i].start
            && a->address < space->variable[i].start + space->variable[i].size) {
            snprintf(of, sizeof of, "%s", space->variable[i].name);
            base = space->variable[i].start;
        }
    snprintf(text, size, "byte %ld of %s", (long)(a->address - base), of);
    return text;
}

static const char *verb(const struct access *a)
{
    return a->atomic ? "updates atomically" : a->write ? "writes" : "reads";
}

/* The kernel may not use the memory at this address. */
void wrong_address(struct worker *w, const struct access *a)
{
    struct finding f = wrong_at(w, "out-of-bounds", a->site);
    const struct region *r = region_of(a->address);
    char text[120];

    f.does = verb(a);
    if (r && !region_is_host_variable(a->address)) {
        snprintf(f.text, sizeof f.text, "access of %u bytes, %ld of them beyond the end of an allocation of "
                 "%ld bytes", a->size, (long)(a->address + a->size - r->hi), (long)(r->hi - r->lo));
        f.fix = "Guard the access with the number of elements: if (i < n).";
        finding_add(&f);
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
    case ADDRESS_BESIDE:
        snprintf(f.text, sizeof f.text, "access of %u bytes %s", a->size, text);
        f.fix = "Guard the access with the number of elements: if (i < n).";
        break;
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
        f.fix = "Pass a pointer from cudaMalloc and copy the data with cudaMemcpy.";
    }
    finding_add(&f);
}

void wrong_shared(struct worker *w, const struct access *a, const struct memory *m)
{
    struct finding f = wrong_at(w, "out-of-bounds", a->site);

    f.does = verb(a);
    if (m->beyond < 0)
        snprintf(f.text, sizeof f.text, "access %ld bytes before %s of %zu bytes", -m->beyond, m->object,
                 m->size);
    else
        snprintf(f.text, sizeof f.text, "access of %u bytes, %ld bytes beyond the end of %s of %zu bytes",
                 a->size, m->beyond, m->object, m->size);
    f.fix = "Check the index, the size of the array, and the third launch argument.";
    finding_add(&f);
}

void wrong_fresh(struct worker *w, const struct access *a)
{
    struct finding f = wrong_at(w, "uninitialised", a->site);

    f.does = verb(a);
    snprintf(f.text, sizeof f.text, a->shared ? "shared memory that no thread of this block has written"
                                   : "global memory that nothing has written since cudaMalloc");
    f.fix = a->shared ? "Let every thread store its element, 0 where there is none, before the barrier."
                      : "Set it with cudaMemset or cudaMemcpy, or write all that is read later.";
    finding_add(&f);
}
