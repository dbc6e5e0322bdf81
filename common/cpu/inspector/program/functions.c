/* functions.c: what kind of function is an address in? */
#include "functions.h"

#include "../../base/kernel_name.h"
#include "../../base/symbols.h"
#include "code.h"
#include "sites.h"

#include <string.h>

/* The CPU device's own functions, except templates, have a section to themselves. */
extern const char __start_cuda_cpu_own[], __stop_cuda_cpu_own[];
__attribute__((section("cuda_cpu_own"), used)) static void there_is_such_a_section(void) {}
char function_own_are_traced;            /* g++ 11 cannot leave them out */

/* Is it the name of a static template of the CPU device's headers? It, or its namespace, is named __x or cuda_cpu_x,
 * or it is in one of these two. */
static int names_own(const char *name)
{
    if (strncmp(name, "_Z", 2))
        return 0;
    name += 2;
    name += *name == 'L' || *name == 'N';       /* g++ 11 has no L for templates */
    if (!strncmp(name, "18cooperative_groups", 20) || !strncmp(name, "4cuda7details", 13))
        return 1;
    name += strspn(name, "0123456789");
    return !strncmp(name, "__", 2) || !strncmp(name, "cuda_cpu_", 9);
}

void function_begin(void)
{
    function_own_are_traced = (char)code_has_blocks(__start_cuda_cpu_own, __stop_cuda_cpu_own);
}

struct function_owned function_owned[FUNCTIONS_KNOWN];

int function_ask_own(const void *pc)
{
    const struct symbol *s = cuda_cpu_function_at(pc);

    return ((const char *)pc >= __start_cuda_cpu_own && (const char *)pc < __stop_cuda_cpu_own)
           || (s && s->is_local && names_own(s->name));
}

/* Is this place in a function with such a name? Looks it up once for each place. */
static int is_in(int (*is_such)(const char *), unsigned char *known, const void *pc)
{
    const struct symbol *s;

    if (!*known) {
        s = cuda_cpu_function_at(pc);
        *known = s && is_such(s->name) ? 2 : 1;
    }
    return *known == 2;
}

int function_is_copier(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(cuda_cpu_is_copier, &known[site], pc);
}

int function_is_glue(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(cuda_cpu_is_glue, &known[site], pc);
}
