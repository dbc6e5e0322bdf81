/* steps.c: the steps of a ladder as comparisons show them: the best variant of any type. */
#include "prepare.h"

#include <regex.h>
#include <string.h>

const char *find_step(const struct part *part, const char *kernel)
{
    const char *step = NULL;
    regmatch_t match;
    regex_t steps;

    if (!*part->steps || regcomp(&steps, part->steps, REG_EXTENDED))
        return NULL;
    if (!regexec(&steps, kernel, 1, &match, 0))
        step = copy_of(kernel + match.rm_so, (size_t)(match.rm_eo - match.rm_so));
    regfree(&steps);
    return step;
}

const char *step_of(const struct part *part, const char *family)
{
    const char *step = find_step(part, family);

    return step ? step : family;
}

/* Step, GB/s, peak */
void write_steps(const struct picture *picture)
{
    const struct bars *bars = &picture->bars;
    struct text out = { 0 };
    struct strings steps = { 0 };

    for (int i = 0; i < bars->count; i++) {
        const char *step = step_of(picture->part, bars->at[i]->family);
        const struct row *best = NULL;

        if (bars->at[i]->kind != KERNEL || contains(&steps, step))
            continue;
        push(&steps, step);
        for (int k = i; k < bars->count; k++)
            if (bars->at[k]->kind == KERNEL && !strcmp(step_of(picture->part, bars->at[k]->family), step)
                && (!best || bars->at[k]->speed > best->speed))
                best = bars->at[k];
        add_format(&out, "%s\t%s\t%s\n", step, best->value, number(picture->peak));
    }
    write_to(picture->part->id, "steps", &out);
}
