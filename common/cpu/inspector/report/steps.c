/* steps.c: writes the steps of one block as CSV. */
#include "report.h"

#include "../findings/steps.h"
#include "fields.h"
#include "lines.h"

#include <stdlib.h>
#include <string.h>

static struct steps *steps;

static int compare_steps(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    int lx = line_of(x->site).line, ly = line_of(y->site).line;

    return x->barriers != y->barriers ? (x->barriers < y->barriers ? -1 : 1)
         : x->syncs != y->syncs ? (x->syncs < y->syncs ? -1 : 1) : lx - ly;
}

static const char *state_of(const struct step *first, const struct step *end, unsigned int t)
{
    unsigned int bit = 1u << t % LANES, active = 0, any = 0;

    for (const struct step *s = first; s < end; s++)
        if (s->warp == t / LANES) {
            any = 1;
            active |= s->active & bit;
            if (s->conflicts & bit)
                return "conflict";
        }
    if (active)
        return "active";
    if (steps->end[t].barriers < first->barriers
        || (steps->end[t].barriers == first->barriers
            && (steps->end[t].syncs < first->syncs || (steps->end[t].syncs == first->syncs && !any))))
        return "ended";
    return any ? "idle" : "waiting";
}

/* How many elements the same lanes' accesses at two sites are apart, in memory of one kind. 0: they are at one
 * place, or it is not the same for all lanes. */
static uint64_t distance_between(const struct step *x, const struct step *y)
{
    uint64_t bytes = 0, size;

    if (x->warp != y->warp || x->active != y->active || x->again || y->again)
        return 0;
    for (unsigned int m = x->active; m; m &= m - 1) {
        uint64_t a = x->data[__builtin_ctz(m)], b = y->data[__builtin_ctz(m)], apart;

        if ((a ^ b) & (ACCESS_SHARED | 31ull << ACCESS_SIZE))
            return 0;
        a &= ACCESS_ADDRESS;
        b &= ACCESS_ADDRESS;
        apart = a > b ? a - b : b - a;
        if (m != x->active && apart != bytes)
            return 0;
        bytes = apart;
    }
    size = x->data[__builtin_ctz(x->active)] >> ACCESS_SIZE & 31;
    return size && bytes % size == 0 ? bytes / size : 0;
}

/* In sums[i] += sums[i + s] that is s. 0: there is none, or not one for all. */
static uint64_t distance_of(const struct step *first, const struct step *end)
{
    uint64_t distance = 0;

    for (const struct step *x = first; x < end; x++)
        for (const struct step *y = first; y < x; y++) {
            uint64_t d = distance_between(x, y);

            if (d && distance && d != distance)
                return 0;
            distance = d ? d : distance;
        }
    return distance;
}

void report_steps(const char *path)
{
    FILE *to = csv_open("CUDA_CPU_INSPECT_STEPS", path);
    unsigned int number = 0, interval = 0;

    steps = steps_recorded();
    fprintf(to, "kernel,block,step,interval,file,line,thread,state,distance\n");
    if (steps->cut)
        fprintf(stderr, "CPU device: %s has only the first %d steps of the block's warps\n", path, STEPS);
    qsort(steps->step, steps->count, sizeof *steps->step, compare_steps);
    for (unsigned int i = 0, end; i < steps->count; i = end, number++) {
        const struct step *s = &steps->step[i];
        struct place p = line_of(s->site);
        uint64_t distance;

        for (end = i; end < steps->count && !compare_steps(s, &steps->step[end]); end++) {
        }
        if (i && (s->barriers != s[-1].barriers || s->syncs != s[-1].syncs))
            interval++;
        distance = distance_of(s, &steps->step[end]);
        for (unsigned int t = 0; t < steps->threads; t++) {
            csv_text(to, kernel_shown(steps->kernel));
            fprintf(to, ",%u,%u,%u,", steps->threads, number, interval);
            csv_text(to, p.file);
            fprintf(to, ",%d,%u,%s,", p.line, t, state_of(s, &steps->step[end], t));
            if (distance)
                fprintf(to, "%llu", (unsigned long long)distance);
            fputc('\n', to);
        }
    }
    fclose(to);
}
