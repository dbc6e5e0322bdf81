/* resources.c: what the compiler said of each kernel. */
#include "sass.h"

#include "../../common/cpu/base/kernel_name.h"

#include <stdlib.h>
#include <string.h>

static void add_kernel(struct compiled *compiled, const char *symbol)
{
    struct resources *made;
    char *name = cuda_cpu_kernel_name(symbol, 0);

    compiled->at = (struct resources *)more_room(compiled->at, compiled->count, sizeof *compiled->at);
    made = &compiled->at[compiled->count++];
    *made = (struct resources){ symbol, name ? name : symbol, -1, -1 };
}

/* "Compiling entry function 'SYMBOL' for 'sm_90'", then a line with the spills and one with the registers */
struct compiled read_resources(const char *path)
{
    struct compiled compiled = { NULL, 0 };
    const char *rest = read_file(path), *row, *at;
    struct resources *last;

    if (!rest)
        fail("cannot read %s", path);
    while ((row = next_line(&rest))) {
        last = compiled.count ? &compiled.at[compiled.count - 1] : NULL;
        if (strstr(row, "Compiling entry function") && (at = strchr(row, '\''))) {
            add_kernel(&compiled, copy_of(at + 1, strcspn(at + 1, "'")));
        } else if (last && strstr(row, "spill stores")) {
            struct strings parts = split(row, ',');

            last->spill_bytes = parts.count < 3 ? 0 : atoi(parts.at[1]) + atoi(parts.at[2]);
        } else if (last && (at = strstr(row, "Used ")) && is_digit(at[5])) {
            last->registers = atoi(at + 5);
        }
    }
    return compiled;
}

const struct resources *find_resources(const struct compiled *compiled, const char *symbol)
{
    for (size_t i = compiled->count; i--;)
        if (!strcmp(compiled->at[i].symbol, symbol))
            return &compiled->at[i];
    return NULL;
}

bool is_own(const char *name)
{
    const char *space = strstr(name, "::");

    if (strstr(name, "<harness::")) /* an instance for the harness */
        return false;
    return !space || (size_t)(space - name) > strcspn(name, "<");
}
