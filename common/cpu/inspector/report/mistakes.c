/* mistakes.c: prints the mistakes that were found. */
#include "report.h"

#include "../../base/devices.h"
#include "../../base/kernel_name.h"
#include "../../base/process.h"
#include "../../base/report.h"
#include "../findings/findings.h"
#include "../findings/traffic.h"
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct found *found;
static unsigned int found_count;

static void print_index(uint64_t number, const unsigned int *of)
{
    fprintf(stderr, "(%u,%u,%u)", (unsigned int)(number % of[0]), (unsigned int)(number / of[0] % of[1]),
            (unsigned int)(number / of[0] / of[1]));
}

static void print_side(const struct kernel *k, uint16_t site, unsigned int thread, const char *does,
                       uint64_t block, uint64_t other_block, const char *where)
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
    if (block != other_block || *where) {
        fprintf(stderr, " of block ");
        print_index(block, k->grid);
    }
    fprintf(stderr, "%s %s\n", where, does);
    cuda_cpu_print_source(stderr, p);
}

static int is_same_line(struct place a, struct place b)
{
    return a.line == b.line && !strcmp(a.file, b.file);
}

/* A word was read before it was written because a barrier is missing: the race report there says it all. */
static int is_told(unsigned int i)
{
    struct place at = line_of(found[i].f.site);

    for (unsigned int j = 0; j < found_count && !strcmp(found[i].f.kind, "uninitialised"); j++) {
        struct place a = line_of(found[j].f.site), b = line_of(found[j].f.other_site);

        if (found[j].f.kind && !strcmp(found[j].f.kind, "race")
            && !strcmp(found[j].kernel->symbol, found[i].kernel->symbol)
            && (is_same_line(a, at) || is_same_line(b, at)))
            return 1;
    }
    return 0;
}

static int is_same_kind(const struct found *a, const struct found *b)
{
    return b->f.kind && !strcmp(a->kernel->symbol, b->kernel->symbol) && !strcmp(a->f.kind, b->f.kind);
}

/* The same mistake at another place: it happened to the same array, and the same mends it. */
static int is_alike(const struct found *a, const struct found *b)
{
    return is_same_kind(a, b) && a->f.object == b->f.object && !strcmp(a->f.fix, b->f.fix);
}

/* How far apart the two lines are: near ones say more about what is missing between them. */
static int span(const struct finding *f)
{
    struct place a = line_of(f->site), b = line_of(f->other_site);

    if (!f->did || !f->other_site || strcmp(a.file, b.file))
        return 1 << 30;
    return a.line > b.line ? a.line - b.line : b.line - a.line;
}

/* A wrong address: it may well be the reason for other mistakes, such as a race for the element. */
static int is_basic(const struct finding *f)
{
    return strcmp(f->kind, "race") && strcmp(f->kind, "uninitialised");
}

/* Two instructions on one line give one finding. */
static void join_lines(unsigned int i)
{
    const struct finding *f = &found[i].f;

    for (unsigned int j = i + 1; f->kind && j < found_count; j++)
        if (is_same_kind(&found[i], &found[j]) && is_same_line(line_of(f->site), line_of(found[j].f.site))
            && is_same_line(line_of(f->other_site), line_of(found[j].f.other_site))) {
            found[i].times += found[j].times;
            if (finding_reach(&found[j].f) > finding_reach(f)) {
                found[i].f = found[j].f;
                found[i].kernel = found[j].kernel;
            }
            found[j].f.kind = NULL;
        }
}

/* Of those alike, the one to print in full. */
static unsigned int representative(unsigned int i)
{
    unsigned int best = i;

    for (unsigned int j = i + 1; j < found_count; j++)
        if (is_alike(&found[i], &found[j])
            && (finding_reach(&found[j].f) > finding_reach(&found[best].f)
                || (finding_reach(&found[j].f) == finding_reach(&found[best].f)
                    && span(&found[j].f) < span(&found[best].f))))
            best = j;
    return best;
}

static void print_line(struct place p, const char *file)
{
    if (strcmp(p.file, file))
        fprintf(stderr, "%s:", p.file);
    fprintf(stderr, "%d", p.line);
}

enum { LINES = 8 };

/* Sorts numbers of findings by their lines. */
static int by_line(const void *one, const void *two)
{
    const struct finding *a = &found[*(const unsigned int *)one].f, *b = &found[*(const unsigned int *)two].f;
    int apart = line_of(a->site).line - line_of(b->site).line;

    return apart ? apart : line_of(a->other_site).line - line_of(b->other_site).line;
}

/* Counts those that are like number i, which has been printed, and names their lines. */
static void fold(unsigned int i)
{
    const struct finding *f = &found[i].f;
    const char *file = line_of(f->site).file;
    uint64_t more = found[i].times - 1;
    unsigned int places = 0, place[FINDINGS];
    int pairs = f->did != NULL;

    for (unsigned int j = 0; j < found_count; j++)
        if (j != i && is_alike(&found[i], &found[j])) {
            more += found[j].times;
            if (!is_same_line(line_of(f->site), line_of(found[j].f.site)) || found[j].f.did)
                place[places++] = j;
            else
                found[j].f.kind = NULL;
            pairs &= found[j].f.did != NULL;
        }
    if (!more)
        return;
    qsort(place, places, sizeof *place, by_line);
    fprintf(stderr, "  (%llu more like this%s", (unsigned long long)more,
            !places ? "" : pairs ? "; also between lines" : places > 1 ? "; also in lines" : "; also in line");
    for (unsigned int n = 0; n < places; n++) {
        const struct finding *other = &found[place[n]].f;

        if (n < LINES) {
            fprintf(stderr, n ? ", " : " ");
            print_line(line_of(other->site), file);
            if (other->did && other->other_site) {
                fprintf(stderr, " and ");
                print_line(line_of(other->other_site), file);
            }
        }
        found[place[n]].f.kind = NULL;
    }
    fprintf(stderr, places > LINES ? " and others)\n" : ")\n");
}

/* " of kernel add on device 1" */
static const char *where(const struct finding *f)
{
    static char text[300];

    if (!f->other_kernel)
        return "";
    if (cuda_cpu_devices() > 1)
        snprintf(text, sizeof text, " of kernel %s on device %d", kernel_shown(f->other_kernel), f->other_device);
    else
        snprintf(text, sizeof text, " of kernel %s", kernel_shown(f->other_kernel));
    return text;
}

static void print(unsigned int i)
{
    const struct finding *f = &found[i].f;
    struct kernel *k = found[i].kernel;

    if (found[i].is_mistake)
        cuda_cpu_print_kind(f->kind);
    else
        fprintf(stderr, "CPU device: %s: ", f->kind);
    fprintf(stderr, "kernel %s", kernel_shown(k));
    if (f->does && *f->does) {
        fprintf(stderr, ", block ");
        print_index(f->block, k->grid);
    }
    if ((f->other_kernel || f->is_copy) && cuda_cpu_devices() > 1)
        fprintf(stderr, " on device %d", f->device);
    fprintf(stderr, ": %s\n", f->text);
    if (f->does)
        print_side(k, f->site, f->thread, f->does, f->block, f->block, "");
    if (f->did && f->is_copy && cuda_cpu_devices() == 1)
        fprintf(stderr, "  a copy or fill in a stream %s\n", f->did);
    else if (f->did && f->is_copy)
        fprintf(stderr, "  a copy, fill or call of NCCL in a stream of device %d %s\n", f->other_device, f->did);
    else if (f->did)
        print_side(f->other_kernel ? f->other_kernel : k, f->other_site, f->other, f->did, f->other_block, f->block,
                   where(f));
    fprintf(stderr, "  %s\n", f->fix);
    fold(i);
    found[i].f.kind = NULL;
}

/* Of which kernels later launches were not inspected, in one line. */
static void print_skipped(void)
{
    int any = 0;

    for (struct kernel *k = kernels(); k; k = k->next) {
        if (!k->skipped || cuda_cpu_is_harness(k->name))
            continue;
        fprintf(stderr, "%s%llu of %llu launches of %s", any++ ? ", " : "CPU device: not inspected: ",
                (unsigned long long)k->skipped, (unsigned long long)(k->skipped + k->inspected), kernel_shown(k));
    }
    if (any)
        fprintf(stderr, "; inspect --all inspects all\n");
}

/* What each device has sent to others, a line each. */
static void print_sent(int device, int how, const char *by)
{
    const struct traffic *t = traffic_of(device, how);

    if (!t->times)
        return;
    fprintf(stderr, "CPU device: ");
    if (cuda_cpu_process_number >= 0)
        fprintf(stderr, "process %d, ", cuda_cpu_process_number);
    fprintf(stderr, "device %d sent %llu bytes to others: %s: %llu", device, (unsigned long long)t->bytes, by,
            (unsigned long long)t->times);
    if (how == TRAFFIC_NCCL)
        fprintf(stderr, ", steps of its ring: %llu", (unsigned long long)t->steps);
    fprintf(stderr, "\n");
}

static void print_traffic(void)
{
    for (int d = 0; d < cuda_cpu_devices(); d++) {
        print_sent(d, TRAFFIC_COPIES, "copies");
        print_sent(d, TRAFFIC_NCCL, "calls of NCCL");
        print_sent(d, TRAFFIC_STORES, "stores of its kernels");
        print_sent(d, TRAFFIC_LOADS, "loads of their kernels");
    }
}

void report_findings(void)
{
    found = findings(&found_count);
    for (unsigned int i = 0; i < found_count; i++)
        join_lines(i);
    for (unsigned int i = 0; i < found_count; i++)
        if (found[i].f.kind && is_told(i))
            found[i].f.kind = NULL;
    for (int first = 1; first >= 0; first--)
        for (unsigned int i = 0; i < found_count; i++)
            if (found[i].f.kind && (!first || is_basic(&found[i].f)))
                print(representative(i));
    if (findings_not_kept())
        fprintf(stderr, "CPU device: %llu more reports, of other kinds or at other places\n",
                (unsigned long long)findings_not_kept());
    print_skipped();
    print_traffic();
}
