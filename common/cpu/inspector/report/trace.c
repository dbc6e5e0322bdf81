/* trace.c: writes the steps of one block with their values as JSON, an object each line: what the block is, its arrays,
 * its steps, the mistakes that were found, and the names of the files. docs/cpu-device.md says what the members mean. */
#define _GNU_SOURCE
#include "report.h"

#include "../../base/kernel_name.h"
#include "../findings/findings.h"
#include "../findings/trace.h"
#include "fields.h"
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 64, MOST_PAIRS = 20000000 };       /* pairs of lanes to look at */

static const struct trace *trace;
static FILE *to;
static const char *file[FILES];
static unsigned int files;

static void text(const char *s)
{
    fputc('"', to);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if ((unsigned char)*s < ' ')
            fprintf(to, "\\u%04x", *s);
        else
            fputc(*s, to);
    fputc('"', to);
}

static void member(const char *name, const char *value)
{
    fprintf(to, ",\"%s\":", name);
    text(value);
}

static unsigned int file_number(const char *name)
{
    for (unsigned int i = 0; i < files; i++)
        if (!strcmp(file[i], name))
            return i;
    if (files == FILES)
        return FILES - 1;
    file[files] = name;
    return files++;
}

static void place(uint16_t site)
{
    struct place p = line_of(site);

    if (site && p.line)
        fprintf(to, ",\"file\":%u,\"line\":%d", file_number(p.file), p.line);
}

static void bytes(const unsigned char *b, unsigned int size)
{
    fputc('"', to);
    for (unsigned int i = size; i--;)   /* the highest byte first, as numbers are written */
        fprintf(to, "%02x", b[i]);
    fputc('"', to);
}

/* ,"name":["00000001",...]: what the active lanes had before or after the step. */
static void values(const char *name, const struct trace_step *s, int is_after)
{
    const struct trace_value *v = &trace->value[s->values];

    fprintf(to, ",\"%s\":[", name);
    for (unsigned int m = s->active; m; m &= m - 1, v++) {
        bytes(is_after ? v->after : v->before, v->size);
        fputs(m & (m - 1) ? "," : "]", to);
    }
}

/* ,"name":[0,4,...]: in which array, or where in it. */
static void numbers(const char *name, const struct trace_step *s, int is_from)
{
    const struct trace_value *v = &trace->value[s->values];

    fprintf(to, ",\"%s\":[", name);
    for (unsigned int m = s->active; m; m &= m - 1, v++)
        fprintf(to, "%lld%s", is_from ? (long long)v->from : (long long)v->object, m & (m - 1) ? "," : "]");
}

static const char *const kind_name[] = { "load", "store", "atomic", "meeting", "barrier", "branch", "wait", "end" };

static void write_step(unsigned int i)
{
    const struct trace_step *s = &trace->step[i];
    const char *names = COUNTER_NAMES;

    fprintf(to, "{\"step\":%u,\"kind\":\"%s\",\"warp\":%u,\"active\":%u", i, kind_name[s->kind], s->warp, s->active);
    if (s->waiting)
        fprintf(to, ",\"waiting\":%u", s->waiting);
    fprintf(to, ",\"live\":%u", s->live);
    if (s->conflicts)
        fprintf(to, ",\"conflicts\":%u", s->conflicts);
    place(s->site);
    if (s->opens)
        fprintf(to, ",\"opens\":true");
    if (s->more)
        fprintf(to, ",\"more\":%u", s->more);
    if (s->operation)
        member("operation", cuda_cpu_wait_name(s->operation));
    if (s->values != NO_VALUES && s->kind <= TRACE_ATOMIC) {
        numbers("array", s, 0);
        numbers("from", s, 1);
        values("before", s, 0);
        if (s->kind != TRACE_LOAD)
            values("after", s, 1);
    } else if (s->values != NO_VALUES && trace->value[s->values].size) {
        if (s->operation >= CUDA_CPU_SHFL && s->operation <= CUDA_CPU_SHFL_XOR)
            numbers("from", s, 1);
        values("before", s, 0);
        values("after", s, 1);
    }
    for (unsigned int n = 0; n < TRACE_COUNTED && s->counted[n].by; n++) {
        const char *name = names;

        for (unsigned int c = 0; c < s->counted[n].counter; c++)
            name = strchr(name, ',') + 1;
        fprintf(to, "%s\"%.*s\":%u", n ? "," : ",\"counts\":{", (int)strcspn(name, ","), name, s->counted[n].by);
    }
    fputs(s->counted[0].by ? "}}\n" : "}\n", to);
}

/* ---- Mistakes ------------------------------------------------------------------------------ */

static int is_at(const struct trace_step *s, uint16_t site)
{
    struct place a = line_of(s->site), b = line_of(site);

    return s->site && (!site || (a.line == b.line && !strcmp(a.file, b.file)));
}

/* The lanes of two steps that use the same bytes, by different threads. Returns 0 if there are none. */
static int find_lanes(const struct trace_step *a, const struct trace_step *b, unsigned int *one, unsigned int *other,
                      unsigned int *patience)
{
    const struct trace_value *v = &trace->value[a->values];

    for (unsigned int m = a->active; m; m &= m - 1, v++) {
        const struct trace_value *u = &trace->value[b->values];

        for (unsigned int o = b->active; o; o &= o - 1, u++) {
            *one = a->warp * LANES + (unsigned int)__builtin_ctz(m);
            *other = b->warp * LANES + (unsigned int)__builtin_ctz(o);
            if (*patience && --*patience && *one != *other && v->object == u->object && v->from < u->from + u->size
                && u->from < v->from + v->size)
                return 1;
        }
    }
    return 0;
}

/* Could these be the two accesses of a race? Nothing that the block does stands between them. */
static int is_race(const struct trace_step *a, const struct trace_step *b)
{
    return a->kind <= TRACE_ATOMIC && b->kind <= TRACE_ATOMIC && (a->kind != TRACE_LOAD || b->kind != TRACE_LOAD)
           && !(a->kind == TRACE_ATOMIC && b->kind == TRACE_ATOMIC) && a->barriers == b->barriers
           && (a->warp != b->warp || a->syncs == b->syncs);
}

/* Finds the first step at which a mistake shows; of a race, the step of the access before, too. An access that is
 * wrong has no step of its own: then it is one of that line, by its warp. */
static void write_steps(const struct finding *f)
{
    unsigned int patience = MOST_PAIRS, one, other, near = trace->count;

    for (unsigned int i = 0; i < trace->count; i++) {
        const struct trace_step *s = &trace->step[i];
        int here = is_at(s, f->site), there = is_at(s, f->other_site);

        if (strcmp(f->kind, "race") && here && near == trace->count && s->warp == f->thread / LANES)
            near = i;
        if (strcmp(f->kind, "race") && here
            && (s->warp == f->thread / LANES && (s->active >> f->thread % LANES & 1))) {
            fprintf(to, ",\"at\":{\"step\":%u,\"thread\":%u}", i, f->thread);
            return;
        }
        if (strcmp(f->kind, "race") || !f->did || !(here || there))
            continue;
        for (unsigned int j = 0; j <= i; j++) {
            const struct trace_step *t = &trace->step[j];

            if (((here && is_at(t, f->other_site)) || (there && is_at(t, f->site))) && is_race(s, t)
                && find_lanes(s, t, &one, &other, &patience)) {
                fprintf(to, ",\"at\":{\"step\":%u,\"thread\":%u},\"before\":{\"step\":%u,\"thread\":%u}", i, one, j, other);
                return;
            }
        }
    }
    if (near < trace->count)
        fprintf(to, ",\"at\":{\"step\":%u,\"thread\":%u}", near, f->thread);
}

static void write_finding(const struct found *found)
{
    const struct finding *f = &found->f;

    fprintf(to, "{\"found\":");
    text(f->kind);
    member("kernel", kernel_shown(found->kernel));
    member("text", f->text);
    member("fix", f->fix);
    fprintf(to, ",\"times\":%llu", (unsigned long long)found->times);
    if (f->does) {
        fprintf(to, ",\"block\":%llu,\"thread\":%u", (unsigned long long)f->block, f->thread);
        member("does", f->does);
    }
    place(f->site);
    if (f->did) {
        fprintf(to, ",\"other\":{\"block\":%llu,\"thread\":%u", (unsigned long long)f->other_block, f->other);
        member("does", f->did);
        place(f->other_site);
        fputc('}', to);
    }
    if (trace->kernel == found->kernel && f->block == 0 && (!f->did || f->other_block == 0))
        write_steps(f);
    fprintf(to, "}\n");
}

void report_trace(const char *path)
{
    static const char *const memory[] = { "shared", "global", "remote" };
    const struct kernel *k;
    const struct found *found;
    unsigned int count;

    trace = trace_recorded();
    if (!trace->kernel)
        return;
    trace_order();
    k = trace->kernel;
    to = csv_open("CUDA_CPU_INSPECT_TRACE", path);
    fprintf(to, "{\"trace\":1");
    member("program", program_invocation_short_name);
    member("kernel", kernel_shown(trace->kernel));
    fprintf(to, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"threads\":%u,\"steps\":%u,\"cut\":%s}\n", k->grid[0], k->grid[1],
            k->grid[2], k->block[0], k->block[1], k->block[2], trace->threads, trace->count, trace->cut ? "true" : "false");
    for (unsigned int i = 0; i < trace->objects; i++) {
        const struct trace_object *o = &trace->object[i];

        fprintf(to, "{\"array\":%u", i);
        member("name", o->name);
        member("memory", memory[o->memory]);
        fprintf(to, ",\"bytes\":%zu,\"at\":%llu}\n", o->size, (unsigned long long)o->at);
    }
    for (unsigned int i = 0; i < trace->count; i++)
        write_step(i);
    found = findings(&count);
    for (unsigned int i = 0; i < count; i++)
        write_finding(&found[i]);
    for (unsigned int i = 0; i < files; i++) {
        fprintf(to, "{\"source\":%u", i);
        member("name", file[i]);
        fprintf(to, "}\n");
    }
    fclose(to);
}
