/* findings.c: keeps the mistakes that were found, equal ones only once. */
#include "findings.h"

#include "../order/group.h"

#include <string.h>

static struct found found[FINDINGS];
static unsigned int found_count;
static uint64_t not_kept;

struct found *findings(unsigned int *count)
{
    *count = found_count;
    return found;
}

int findings_are_mistakes(void)
{
    for (unsigned int i = 0; i < found_count; i++)
        if (found[i].is_mistake)
            return 1;
    return not_kept > 0;
}

uint64_t findings_not_kept(void) { return not_kept; }

static void (*tell)(const char *kind, const void *array);

void findings_tell(void (*told)(const char *kind, const void *array)) { tell = told; }

static int same_pair(const struct finding *a, const struct finding *b)
{
    return (a->site == b->site && a->other_site == b->other_site)
           || (a->site == b->other_site && a->other_site == b->site);
}

int finding_reach(const struct finding *f)
{
    return !f->did ? 0 : f->block != f->other_block ? 2 : f->thread / LANES != f->other / LANES;
}

struct finding *finding_add(const struct finding *f)
{
    kernel_name_at_last(cuda_cpu_self);
    return finding_add_for(kernel_now(), f);
}

void finding_is_of(struct finding *f, const struct member *mine, const struct member *other)
{
    f->device = mine->device;
    f->other_device = other->device;
    f->other_kernel = other->kernel;
    f->is_copy = other->is_copy;
}

struct finding *finding_add_for(struct kernel *k, const struct finding *f)
{
    if (tell)
        tell(f->kind, f->object);
    for (unsigned int i = 0; i < found_count; i++)
        if (!strcmp(found[i].kernel->symbol, k->symbol) && !strcmp(found[i].f.kind, f->kind)
             && same_pair(&found[i].f, f)) {
            found[i].times++;
            if (finding_reach(f) <= finding_reach(&found[i].f))
                return NULL;
            found[i].f = *f;
            found[i].kernel = k;        /* it may have another shape there */
            return &found[i].f;
        }
    if (found_count == FINDINGS) {
        not_kept++;
        return NULL;
    }
    found[found_count].f = *f;
    found[found_count].kernel = k;
    found[found_count].times = 1;
    found[found_count].is_mistake = strcmp(f->kind, "note") != 0;
    return &found[found_count++].f;
}
