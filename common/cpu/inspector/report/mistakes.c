/* mistakes.c: prints the mistakes that were found. */
#include "report.h"

#include "../findings/findings.h"
#include "lines.h"

#include <stdio.h>
#include <string.h>

static struct found *found;
static unsigned int found_count;

static void print_index(uint64_t number, const unsigned int *of)
{
    fprintf(stderr, "(%u,%u,%u)", (unsigned int)(number % of[0]), (unsigned int)(number / of[0] % of[1]),
            (unsigned int)(number / of[0] / of[1]));
}

static void print_side(const struct kernel *k, uint16_t site, unsigned int thread, const char *does,
                       uint64_t block, uint64_t other_block)
{
    struct place p = line_of(site);

    if (!*does) {                       /* a launch */
        fprintf(stderr, "  %s:%d: here\n", p.file, p.line);
        cuda_cpu_print_source(stderr, p);
        return;
    }
    if (site)
        fprintf(stderr, "  %s:%d: thread ", p.file, p.line);
    else
        fprintf(stderr, "  elsewhere: thread ");
    print_index(thread, k->block);
    if (block != other_block) {
        fprintf(stderr, " of block ");
        print_index(block, k->grid);
    }
    fprintf(stderr, " %s\n", does);
    cuda_cpu_print_source(stderr, p);
}

/* A word was read before it was written because a barrier is missing: the race report there says it all. */
static int is_told(unsigned int i)
{
    struct place at = line_of(found[i].f.site);

    for (unsigned int j = 0; j < found_count && !strcmp(found[i].f.kind, "uninitialised"); j++) {
        struct place a = line_of(found[j].f.site), b = line_of(found[j].f.other_site);

        if (found[j].f.kind && !strcmp(found[j].f.kind, "race") && found[j].kernel == found[i].kernel
            && ((a.line == at.line && !strcmp(a.file, at.file))
                || (b.line == at.line && !strcmp(b.file, at.file))))
            return 1;
    }
    return 0;
}

void report_findings(void)
{
    found = findings(&found_count);
    for (unsigned int i = 0; i < found_count; i++) {
        const struct finding *f = &found[i].f;
        struct kernel *k = found[i].kernel;

        /* Two instructions on one line give one finding. */
        for (unsigned int j = i + 1; f->kind && j < found_count; j++) {
            struct place a = line_of(f->site), b = line_of(found[j].f.site);
            struct place c = line_of(f->other_site), d = line_of(found[j].f.other_site);

            if (found[j].f.kind && found[j].kernel == k && !strcmp(found[j].f.kind, f->kind)
                && a.line == b.line && !strcmp(a.file, b.file) && c.line == d.line
                && !strcmp(c.file, d.file)) {
                found[i].times += found[j].times;
                if (finding_reach(&found[j].f) > finding_reach(f))
                    found[i].f = found[j].f;
                found[j].f.kind = NULL;
            }
        }
        if (!f->kind || is_told(i))
            continue;
        fprintf(stderr, "CPU device: %s: kernel %s", f->kind, kernel_shown(k));
        if (f->does && *f->does) {
            fprintf(stderr, ", block ");
            print_index(f->block, k->grid);
        }
        fprintf(stderr, ": %s\n", f->text);
        if (f->does)
            print_side(k, f->site, f->thread, f->does, f->block, f->block);
        if (f->did)
            print_side(k, f->other_site, f->other, f->did, f->other_block, f->block);
        fprintf(stderr, "  %s\n", f->fix);
        if (found[i].times > 1)
            fprintf(stderr, "  (%llu more like this)\n", (unsigned long long)found[i].times - 1);
    }
    if (findings_not_kept())
        fprintf(stderr, "CPU device: %llu more reports, of other kinds or at other places\n",
                (unsigned long long)findings_not_kept());
}
