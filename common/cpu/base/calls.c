/* calls.c: finds the calls that led to a CUDA thread's current place, and the kernel that they began
 * with. It follows the frame pointers that cpucc tells the compiler to keep. */
#include "calls.h"
#include "kernel_name.h"
#include "symbols.h"

#include <string.h>

static int is_stack(const struct worker *w, uintptr_t address)
{
    for (int i = 0; i < 5 && w->stacks[i].base; i++)
        if (address >= (uintptr_t)w->stacks[i].base
            && address < (uintptr_t)w->stacks[i].base + (size_t)w->stacks[i].fibers * STACK)
            return 1;
    return 0;
}

int cuda_cpu_is_on_stack(const struct worker *w, const void *address)
{
    return is_stack(w, (uintptr_t)address) && (uintptr_t)address % STACK >= GUARD;
}

unsigned int cuda_cpu_find_calls(const struct worker *w, const void *from, uintptr_t *at, unsigned int most)
{
    uintptr_t frame = (uintptr_t)from;
    unsigned int n = 0;

    while (n < most && frame % 8 == 0 && is_stack(w, frame) && is_stack(w, frame + 16)) {
        at[n++] = ((const uintptr_t *)frame)[1];
        frame = *(const uintptr_t *)frame;
    }
    return n;
}

/* The outermost of the program's own functions; the engine's functions have plain C names. */
static const char *kernel_in(const uintptr_t *at, unsigned int n)
{
    while (n-- > 0) {
        const struct symbol *s = cuda_cpu_function_at((const void *)at[n]);

        if (s && !strncmp(s->name, "_Z", 2) && !cuda_cpu_is_glue(s->name))
            return s->name;
    }
    return NULL;
}

/* The calls of a waiting lane. cuda_cpu_switch has saved two words on its stack: a frame pointer, then the
 * address where the lane continues. */
static unsigned int find_waiting_calls(const struct worker *w, const void *stack, uintptr_t *at)
{
#if defined(__x86_64__)
    const uintptr_t *saved = (const uintptr_t *)stack + 5;
#else
    const uintptr_t *saved = (const uintptr_t *)stack + 10;
#endif

    at[0] = saved[1];
    return 1 + cuda_cpu_find_calls(w, (const void *)saved[0], at + 1, CALLS - 1);
}

const char *cuda_cpu_running_kernel(const struct worker *w, const uintptr_t *at, unsigned int n)
{
    const struct cuda_cpu_launch *l = w->job->launch;
    const char *symbol = kernel_in(at, n);
    uintptr_t calls[CALLS];

    for (unsigned int t = 0; t < w->threads && !symbol; t++)    /* if this lane has ended, use another one's */
        if ((w->live[t / LANES] & ~w->fresh[t / LANES]) >> t % LANES & 1 && t != w->current) {
            n = find_waiting_calls(w, w->stack[t], calls);
            symbol = kernel_in(calls, n);
        }
    return symbol ? cuda_cpu_kernel_name(symbol, 0) : cuda_cpu_launched_kernel(l);
}

const char *cuda_cpu_launch_symbol(const struct cuda_cpu_launch *l)
{
    const struct symbol *s = l->function ? cuda_cpu_function_at((const char *)l->function + 1) : NULL;

    return s ? s->name : l->text;
}

const char *cuda_cpu_launched_kernel(const struct cuda_cpu_launch *l)
{
    return cuda_cpu_kernel_name(cuda_cpu_launch_symbol(l), 0);
}
