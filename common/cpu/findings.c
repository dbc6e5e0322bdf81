/* findings.c: keeps what was counted and found in an inspected program, and tells it at the end. */
#define _GNU_SOURCE
#include "inspect.h"
#include "inspect_counts.h"
#include "kernel_name.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FINDINGS = 200, STEPS = 4096 };

/* Launches of one kernel with the same shape. The first one is counted. A kernel is the function that
 * runs; the text of the launch may be a pointer or a macro. */
struct group {
    const char *symbol;                 /* of the function, or what the launch calls it */
    char *kernel, *overload;            /* its name; with the parameters */
    const char *shown;                  /* the one of the two that tells it from others, once it is asked for */
    unsigned int grid[3], block[3];
    size_t shared;
    uint64_t launches, blocks;          /* of the first launch: blocks observed */
    uint64_t (*counts)[COUNTERS];       /* by site; a multiple of 256 of them */
    unsigned int sites;
    struct group *next;
};

static struct group *groups, **last_group = &groups;
static struct group *current;           /* of the launch that runs; NULL: its kernel is not known yet */
static const struct cuda_cpu_launch *launch;
static int is_first;                    /* the first launch of the group runs: its blocks count */
static int is_asked;                    /* the program asks for counts: all launches count */

static struct {
    struct finding f;
    struct group *group;
    uint64_t times;
} found[FINDINGS];
static unsigned int found_count;
static uint64_t not_kept;

/* ---- Launches and counters ----------------------------------------------------------------- */

static struct {                         /* what one block did, for a picture */
    const char *path;
    struct group *group;                /* whose block it is */
    int cut;                            /* there were more than there is room for */
    unsigned int count, threads;
    struct step { uint32_t barriers, syncs; uint16_t site; uint8_t warp; unsigned int active, conflicts; }
        step[STEPS];
    struct { uint32_t barriers, syncs; } end[THREADS];
} steps;

static int is_of(const struct group *g, const char *symbol, const struct cuda_cpu_launch *l)
{
    return !strcmp(g->symbol, symbol) && !memcmp(g->grid, l->grid, sizeof g->grid)
           && !memcmp(g->block, l->block, sizeof g->block) && g->shared == l->shared;
}

static struct group *add_group(const char *symbol, const struct cuda_cpu_launch *l)
{
    struct group *g = calloc(1, sizeof *g);

    if (!g || !(g->symbol = strdup(symbol)) || !(g->kernel = cuda_cpu_kernel_name(symbol, 0))
        || !(g->overload = cuda_cpu_kernel_name(symbol, 1)))
        cuda_cpu_fail("inspect: no memory");
    memcpy(g->grid, l->grid, sizeof g->grid);
    memcpy(g->block, l->block, sizeof g->block);
    g->shared = l->shared;
    *last_group = g;
    last_group = &g->next;
    return g;
}

void findings_begin_launch(const struct cuda_cpu_launch *l)
{
    static int begun;

    if (!begun) {
        begun = 1;
        steps.path = getenv("CUDA_CPU_INSPECT_STEPS");
    }
    launch = l;
    current = NULL;
}

int findings_is_named(void) { return current != NULL; }

void findings_name(struct worker *w, const char *symbol)
{
    for (current = groups; current && !is_of(current, symbol, launch); current = current->next) {
    }
    is_first = is_asked || !current || !current->blocks;    /* those before may have been refused */
    if (!current)
        current = add_group(symbol, launch);
    current->launches++;
    if (steps.path && *steps.path && !steps.group && !cuda_cpu_is_harness(current->kernel))
        steps.group = current;
    if (w)
        findings_begin_block(w);
}

void findings_name_at_last(struct worker *w)
{
    if (!current)
        findings_name(w, cuda_cpu_launch_symbol(launch));
}

void findings_begin_block(struct worker *w)
{
    struct inspected *s = w->inspected;

    s->counted = current && is_first && s->observed && !s->is_alone;
    if (s->counted)
        current->blocks++;
}

uint64_t *findings_counts(const struct worker *w, uint16_t site)
{
    struct group *g;

    if (!w->inspected->counted)
        return NULL;
    g = current;
    if (site >= g->sites) {
        unsigned int more = (site / 256u + 1) * 256;

        g->counts = realloc(g->counts, more * sizeof *g->counts);
        if (!g->counts)
            cuda_cpu_fail("inspect: no memory");
        memset(g->counts + g->sites, 0, (more - g->sites) * sizeof *g->counts);
        g->sites = more;
    }
    return g->counts[site];
}

/* ---- Steps --------------------------------------------------------------------------------- */

static int is_recorded(const struct inspected *s)
{
    return s->counted && !s->block && current == steps.group;
}

void findings_step(struct worker *w, unsigned int warp, uint16_t site, unsigned int active,
                   unsigned int conflicts)
{
    const struct inspected *s = w->inspected;
    struct step *e = NULL;

    if (!is_recorded(s))
        return;
    steps.threads = w->threads;
    for (unsigned int i = steps.count; i-- && !e;)
        if (steps.step[i].warp == warp && steps.step[i].site == site
            && steps.step[i].barriers == s->barriers[warp] && steps.step[i].syncs == s->syncs[warp])
            e = &steps.step[i];
    if (!e) {
        if (steps.count == STEPS) {
            steps.cut = 1;
            return;
        }
        e = &steps.step[steps.count++];
        *e = (struct step){ s->barriers[warp], s->syncs[warp], site, (uint8_t)warp, 0, 0 };
    }
    e->active |= active;
    e->conflicts |= conflicts;
}

void findings_lane_end(struct worker *w, unsigned int warp, unsigned int lanes)
{
    const struct inspected *s = w->inspected;

    if (is_recorded(s))
        for (unsigned int m = lanes; m; m &= m - 1) {
            unsigned int t = warp * LANES + (unsigned int)__builtin_ctz(m);

            steps.end[t].barriers = s->barriers[warp];
            steps.end[t].syncs = s->syncs[warp];
        }
}

/* ---- Findings ------------------------------------------------------------------------------ */

static int same_pair(const struct finding *a, const struct finding *b)
{
    return (a->site == b->site && a->other_site == b->other_site)
           || (a->site == b->other_site && a->other_site == b->site);
}

/* How far apart the two threads are: of reports that are folded the widest is told, because what mends
 * it mends the others. */
static int reach(const struct finding *f)
{
    return f->block != f->other_block ? 2 : f->thread / LANES != f->other / LANES;
}

void findings_add(const struct finding *f)
{
    findings_name_at_last(cuda_cpu_self);
    for (unsigned int i = 0; i < found_count; i++)
        if (!strcmp(found[i].group->symbol, current->symbol) && !strcmp(found[i].f.kind, f->kind)
             && same_pair(&found[i].f, f)) {
            found[i].times++;
            if (reach(f) > reach(&found[i].f))
                found[i].f = *f;
            return;
        }
    if (found_count == FINDINGS) {
        not_kept++;
        return;
    }
    found[found_count].f = *f;
    found[found_count].group = current;
    found[found_count++].times = 1;
}

/* ---- Where in the source ------------------------------------------------------------------- */

static struct place *places;            /* by site */

/* Does the relative name say the same as the absolute one? */
static int is_same_file(const char *relative, const char *absolute)
{
    size_t a = relative ? strlen(relative) : 0, b = absolute ? strlen(absolute) : 0;

    return a && a < b && *relative != '/' && *relative != '.' && *absolute == '/'
           && absolute[b - a - 1] == '/' && !strcmp(absolute + b - a, relative);
}

static void find_places(void)
{
    unsigned int n = observe_sites(), count = 0;
    uintptr_t *address = calloc(n, sizeof *address);
    struct place *found = calloc(n, sizeof *found);

    places = calloc(n, sizeof *places);
    if (!places || !address || !found)
        return;
    for (unsigned int i = 1; i < n; i++) {
        const struct site *s = observe_get_site((uint16_t)i);

        if (s->file)
            places[i] = cuda_cpu_named_place(s->file, s->line);
        else
            address[count++] = observe_address(s->pc);
    }
    if (count && !cuda_cpu_find_places(address, count, found))
        fprintf(stderr, "CPU device: no line numbers: addr2line not found; it comes with binutils\n");
    for (unsigned int i = n; i-- > 1;)
        if (!observe_get_site((uint16_t)i)->file)
            places[i] = found[--count];
    /* The same file by one name: __FILE__ is as the compiler was told, which ran in another folder. */
    for (unsigned int i = 1; i < n; i++)
        for (unsigned int j = 1; observe_get_site((uint16_t)i)->file && j < n; j++)
            if (!observe_get_site((uint16_t)j)->file && is_same_file(places[i].file, places[j].file)) {
                free(places[i].file);
                places[i].file = strdup(places[j].file);
                break;
            }
    free(address);
    free(found);
}

static struct place place_of(uint16_t site)
{
    static char unknown[] = "?";

    return places && places[site].file ? places[site] : (struct place){ .file = unknown };
}

static void print_index(uint64_t number, const unsigned int *of)
{
    fprintf(stderr, "(%u,%u,%u)", (unsigned int)(number % of[0]), (unsigned int)(number / of[0] % of[1]),
            (unsigned int)(number / of[0] / of[1]));
}

static void print_side(const struct group *g, uint16_t site, unsigned int thread, const char *does,
                       uint64_t block, uint64_t other_block)
{
    struct place p = place_of(site);

    if (!*does) {                       /* a launch */
        fprintf(stderr, "  %s:%d: here\n", p.file, p.line);
        cuda_cpu_print_source(stderr, p);
        return;
    }
    if (site)
        fprintf(stderr, "  %s:%d: thread ", p.file, p.line);
    else
        fprintf(stderr, "  elsewhere: thread ");
    print_index(thread, g->block);
    if (block != other_block) {
        fprintf(stderr, " of block ");
        print_index(block, g->grid);
    }
    fprintf(stderr, " %s\n", does);
    cuda_cpu_print_source(stderr, p);
}

/* A word that is read before it is written, for want of a barrier: the race there says it all. */
static int is_told(unsigned int i)
{
    struct place at = place_of(found[i].f.site);

    for (unsigned int j = 0; j < found_count && !strcmp(found[i].f.kind, "uninitialised"); j++) {
        struct place a = place_of(found[j].f.site), b = place_of(found[j].f.other_site);

        if (found[j].f.kind && !strcmp(found[j].f.kind, "race") && found[j].group == found[i].group
            && ((a.line == at.line && !strcmp(a.file, at.file))
                || (b.line == at.line && !strcmp(b.file, at.file))))
            return 1;
    }
    return 0;
}

/* The kernel's name: with its parameters where an overload of it was launched, too. */
static const char *shown_name(struct group *g)
{
    if (g->shown)
        return g->shown;
    g->shown = g->kernel;
    for (const struct group *o = groups; o; o = o->next)
        if (!strcmp(o->kernel, g->kernel) && strcmp(o->overload, g->overload))
            g->shown = g->overload;
    return g->shown;
}

static void print_findings(void)
{
    for (unsigned int i = 0; i < found_count; i++) {
        const struct finding *f = &found[i].f;
        struct group *g = found[i].group;

        /* Two instructions of one line are one finding. */
        for (unsigned int j = i + 1; f->kind && j < found_count; j++) {
            struct place a = place_of(f->site), b = place_of(found[j].f.site);
            struct place c = place_of(f->other_site), d = place_of(found[j].f.other_site);

            if (found[j].f.kind && found[j].group == g && !strcmp(found[j].f.kind, f->kind)
                && a.line == b.line && !strcmp(a.file, b.file) && c.line == d.line
                && !strcmp(c.file, d.file)) {
                found[i].times += found[j].times;
                if (reach(&found[j].f) > reach(f))
                    found[i].f = found[j].f;
                found[j].f.kind = NULL;
            }
        }
        if (!f->kind || is_told(i))
            continue;
        fprintf(stderr, "CPU device: %s: kernel %s", f->kind, shown_name(g));
        if (f->does && *f->does) {
            fprintf(stderr, ", block ");
            print_index(f->block, g->grid);
        }
        fprintf(stderr, ": %s\n", f->text);
        if (f->does)
            print_side(g, f->site, f->thread, f->does, f->block, f->block);
        if (f->did)
            print_side(g, f->other_site, f->other, f->did, f->other_block, f->block);
        fprintf(stderr, "  %s\n", f->fix);
        if (found[i].times > 1)
            fprintf(stderr, "  (%llu more like this)\n", (unsigned long long)found[i].times - 1);
    }
    if (not_kept)
        fprintf(stderr, "CPU device: and %llu reports of other kinds and places\n",
                (unsigned long long)not_kept);
}

/* ---- CSV ----------------------------------------------------------------------------------- */

static const char columns[] =
    "program,device,kernel,grid,block,shared_bytes,launches,blocks,file,line,"
    "global_load_requests,global_load_sectors,global_load_lanes,"
    "global_store_requests,global_store_sectors,global_store_lanes,"
    "shared_load_requests,shared_load_wavefronts,shared_load_excess,shared_load_lanes,"
    "shared_store_requests,shared_store_wavefronts,shared_store_excess,shared_store_lanes,"
    "global_atomic_requests,global_atomic_lanes,shared_atomic_requests,shared_atomic_lanes,"
    "barriers,warp_syncs,shuffles,divergent_ifs,threads_per_instruction";

static void write_quoted(FILE *to, const char *text)
{
    if (!strpbrk(text, ",\"")) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

static void write_shape(FILE *to, const unsigned int *n)
{
    if (n[1] == 1 && n[2] == 1)
        fprintf(to, "%u", n[0]);
    else
        fprintf(to, "%ux%ux%u", n[0], n[1], n[2]);
}

static void write_row(FILE *to, struct group *g, struct place p, const uint64_t *counts)
{
    const char *slash = strrchr(program_invocation_name, '/');

    write_quoted(to, slash ? slash + 1 : program_invocation_name);
    fprintf(to, ",CPU device,");
    write_quoted(to, shown_name(g));
    fputc(',', to);
    write_shape(to, g->grid);
    fputc(',', to);
    write_shape(to, g->block);
    fprintf(to, ",%zu,%llu,%llu,", g->shared, (unsigned long long)g->launches,
            (unsigned long long)g->blocks);
    write_quoted(to, p.file);
    fprintf(to, ",%d", p.line);
    for (int c = 0; c < COUNTERS; c++)
        fprintf(to, ",%llu", (unsigned long long)counts[c]);
    fprintf(to, ",\n");
}

static void add_counts(uint64_t *to, const uint64_t *from)
{
    for (int c = 0; c < COUNTERS; c++)
        to[c] += from[c];
}

/* A branch in the CPU device's own headers is none of the program's. */
static int is_hidden_branch(const uint64_t *counts, struct place p)
{
    return counts[DIVERGENT_IFS] && p.in_own;
}

struct by_line { struct place place; uint64_t counts[COUNTERS]; };

static int compare_lines(const void *a, const void *b)
{
    const struct place *x = &((const struct by_line *)a)->place, *y = &((const struct by_line *)b)->place;
    int order = strcmp(x->file, y->file);

    return order ? order : x->line - y->line;
}

static void write_group(FILE *to, struct group *g)
{
    static const uint64_t none[COUNTERS];
    struct by_line *lines = calloc(g->sites + 1, sizeof *lines);
    struct place whole = { .file = "" };
    uint64_t sum[COUNTERS] = { 0 };
    unsigned int n = 0, last = 0;

    for (unsigned int i = 1; lines && i < g->sites && i < observe_sites(); i++) {
        struct place p = place_of((uint16_t)i);

        if (!memcmp(g->counts[i], none, sizeof none) || is_hidden_branch(g->counts[i], p))
            continue;
        lines[n].place = p;
        memcpy(lines[n++].counts, g->counts[i], sizeof none);
        add_counts(sum, g->counts[i]);
    }
    write_row(to, g, whole, sum);
    if (n)
        qsort(lines, n, sizeof *lines, compare_lines);
    for (unsigned int i = 1; i <= n; i++) {
        if (i < n && !compare_lines(&lines[i], &lines[last])) {
            add_counts(lines[last].counts, lines[i].counts);
            continue;
        }
        write_row(to, g, lines[last].place, lines[last].counts);
        last = i;
    }
    free(lines);
}

static void write_csv(const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to) {
        fprintf(stderr, "CPU device: cannot write CUDA_CPU_INSPECT_CSV=%s: %s\n", path, strerror(errno));
        _exit(2);
    }
    fprintf(to, "%s\n", columns);
    for (struct group *g = groups; g; g = g->next)
        if (g->blocks)
            write_group(to, g);
    fclose(to);
}

static int compare_steps(const void *a, const void *b)
{
    const struct step *x = a, *y = b;
    int lx = place_of(x->site).line, ly = place_of(y->site).line;

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
    if (steps.end[t].barriers < first->barriers
        || (steps.end[t].barriers == first->barriers
            && (steps.end[t].syncs < first->syncs || (steps.end[t].syncs == first->syncs && !any))))
        return "ended";
    return any ? "idle" : "waiting";
}

static void write_steps(const char *path)
{
    FILE *to = fopen(path, "w");
    unsigned int number = 0, interval = 0;

    if (!to) {
        fprintf(stderr, "CPU device: cannot write CUDA_CPU_INSPECT_STEPS=%s: %s\n", path, strerror(errno));
        _exit(2);
    }
    fprintf(to, "kernel,block,step,interval,file,line,thread,state\n");
    if (steps.cut)
        fprintf(stderr, "CPU device: %s has only the first %d steps of the block's warps\n", path, STEPS);
    qsort(steps.step, steps.count, sizeof *steps.step, compare_steps);
    for (unsigned int i = 0, end; i < steps.count; i = end, number++) {
        const struct step *s = &steps.step[i];
        struct place p = place_of(s->site);

        for (end = i; end < steps.count && !compare_steps(s, &steps.step[end]); end++) {
        }
        if (i && (s->barriers != s[-1].barriers || s->syncs != s[-1].syncs))
            interval++;
        for (unsigned int t = 0; t < steps.threads; t++) {
            write_quoted(to, shown_name(steps.group));
            fprintf(to, ",%u,%u,%u,", steps.threads, number, interval);
            write_quoted(to, p.file);
            fprintf(to, ",%d,%u,%s\n", p.line, t, state_of(s, &steps.step[end], t));
        }
    }
    fclose(to);
}

void inspect_print(void)
{
    const char *csv = getenv("CUDA_CPU_INSPECT_CSV");
    static int printed;

    if (printed++ || !groups)
        return;
    fflush(stdout);
    find_places();
    print_findings();
    if (csv && *csv)
        write_csv(csv);
    if (steps.path && *steps.path)
        write_steps(steps.path);
    fflush(stderr);
}

/* ---- For programs that ask, see inspect_counts.h ------------------------------------------------ */

unsigned long long cuda_cpu_inspect_found(void)
{
    unsigned long long times = not_kept;

    for (unsigned int i = 0; i < found_count; i++)
        times += found[i].times;
    return times;
}

void cuda_cpu_inspect_report(void)
{
    inspect_print();
}

void cuda_cpu_inspect_restart(void)
{
    is_asked = 1;
    for (struct group *g = groups; g; g = g->next) {
        g->launches = g->blocks = 0;
        if (g->sites)
            memset(g->counts, 0, g->sites * sizeof *g->counts);
    }
}

/* Number `wanted` of the counters, by its column; COUNTERS when there is none of that name. */
static unsigned int counter_of(const char *wanted)
{
    const char *at = strstr(columns, "global_load_requests");
    size_t length = strlen(wanted);
    unsigned int c = 0;

    for (; c < COUNTERS && at; c++, at = strchr(at, ',') + 1)
        if (!strncmp(at, wanted, length) && at[length] == ',')
            break;
    return c;
}

double cuda_cpu_inspect_count(const char *column)
{
    unsigned int c = counter_of(column);
    int blocks = !strcmp(column, "blocks"), launches = !strcmp(column, "launches");
    double all = 0;

    if (c == COUNTERS && !blocks && !launches)
        return -1;
    for (const struct group *g = groups; g; g = g->next) {
        double grid = (double)g->grid[0] * g->grid[1] * g->grid[2], sum = 0;

        if (!g->blocks || cuda_cpu_is_harness(g->kernel))
            continue;
        for (unsigned int i = 1; c < COUNTERS && i < g->sites && i < observe_sites(); i++) {
            const struct site *s = observe_get_site((uint16_t)i);

            if (c != DIVERGENT_IFS || s->file || !symbols_is_own((const void *)observe_address(s->pc)))
                sum += (double)g->counts[i][c];
        }
        all += (double)g->launches
               * (launches ? 1 : blocks ? grid : sum / (double)g->blocks * grid);
    }
    return all;
}

static pid_t program;

/* The program has ended in its own way: with what exit code, if something was found? */
static void at_exit(void)
{
    if (getpid() != program)            /* a child has nothing to tell */
        return;
    inspect_print();
    fflush(NULL);
    if (found_count)
        _exit(3);
}

/* Before all of the program's own, so that its handlers and destructors come first at the end. */
__attribute__((constructor(101))) static void register_at_exit(void)
{
    program = getpid();
    atexit(at_exit);
}
