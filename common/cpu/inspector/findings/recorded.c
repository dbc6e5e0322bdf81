/* recorded.c: chooses the block whose steps are recorded. */
#include "recorded.h"

#include "../../base/kernel_name.h"
#include "../../base/settings.h"

#include <string.h>

static struct kernel *chosen;

struct kernel *recorded_kernel(void) { return chosen; }

const char *recorded_path(enum recorded what)
{
    static const char *const setting[] = {"CUDA_CPU_INSPECT_STEPS", "CUDA_CPU_INSPECT_TRACE"};
    static const char *path[2];
    static int is_known[2];

    if (!is_known[what]) {
        path[what] = cuda_cpu_setting(setting[what]);
        is_known[what] = 1;
    }
    return path[what];
}

static int is_asked_for(const struct kernel *k)
{
    const char *name = cuda_cpu_setting("CUDA_CPU_INSPECT_KERNEL");
    size_t length = name ? strlen(name) : 0;

    if (!name)
        return !cuda_cpu_is_harness(k->name);
    return !strncmp(k->name, name, length) && (!k->name[length] || k->name[length] == '<');
}

int recorded_is_here(const struct inspected *s)
{
    if (!s->counted || s->block)
        return 0;
    if (!chosen && is_asked_for(kernel_now()))
        chosen = kernel_now();
    return chosen == kernel_now();
}
