/* bounds.c: an inspected program calls these functions at an index or address that is wrong for its type.
 * The compiler inserts the calls for its tool UBSan. */
#include "../memory/wrong.h"
#include "../program/code.h"
#include "../program/functions.h"
#include "../program/sites.h"
#include "stream.h"

#include <stdio.h>

/* An index outside an array whose size the compiler knows. The access itself follows. */
struct bounds { const char *file; uint32_t line, column; const struct { uint16_t kind, info; char name[]; } *type; };

void __ubsan_handle_out_of_bounds(const struct bounds *where, uintptr_t index)
{
    struct worker *w = cuda_cpu_self;
    struct finding f;

    if (!cuda_cpu_lane)
        return;
    f = wrong_at(w, "out-of-bounds", site_named(where->file, (int)where->line));
    snprintf(f.text, sizeof f.text, "index %ld is outside an array of type %s", (long)index,
             where->type->name);
    f.does = "uses that index";
    f.fix = "Check the index against the size of the array.";
    w->inspected->outside = finding_add(&f);
    w->inspected->outside_index = (long)index;
    w->inspected->skip_check = 1;
}

void observe_outside(struct worker *w, const char *address, unsigned int size)
{
    struct finding *f = w->inspected->outside;

    w->inspected->skip_check = 0;
    w->inspected->outside = NULL;
    if (f)
        wrong_index(f, address, size, w->inspected->outside_index);
}

/* clang: promises of __builtin_assume_aligned() are checked at the accesses themselves. */
void __ubsan_handle_alignment_assumption(void *where, uintptr_t address, uintptr_t alignment,
                                         uintptr_t offset)
{
    (void)where, (void)address, (void)alignment, (void)offset;
}

/* A misaligned address for its type. (The size alone says nothing: four floats in a structure may begin at
 * any float, a memcpy of 16 bytes at any byte.) For a copy constructor, it was found at the call. */
struct alignment {
    const char *file;
    uint32_t line, column;
    const struct { uint16_t kind, info; char name[]; } *type;
    unsigned char log_alignment, access;
};

void __ubsan_handle_type_mismatch_v1(const struct alignment *where, uintptr_t address)
{
    void *pc = __builtin_return_address(0);
    struct finding f;

    (void)address;
    if (!cuda_cpu_lane || function_is_copier(site_at(code_offset(pc)), pc))
        return;
    f = wrong_at(cuda_cpu_self, "fault", site_named(where->file, (int)where->line));
    snprintf(f.text, sizeof f.text, "misaligned address: a %s begins at a multiple of %d, a GPU stops "
             "here", where->type->name, 1 << where->log_alignment);
    f.does = "uses such an address";
    f.fix = "Wide types (int4, double, ...) need addresses that are multiples of their size.";
    finding_add(&f);
}
