/* deadlock.c: reports that no lane of a block, or no block of a grid, can continue. */
#include "deadlock.h"

#include "../base/report.h"
#include "outside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Prints the numbers of the bits that are set, as in "0-3, 7"; bit 0 of bits[0] is number 0. */
static void print_set(const unsigned int *bits, unsigned int words)
{
    unsigned int runs = 0, all = 0, end;

    for (unsigned int i = 0; i < words; i++)
        all += (unsigned int)__builtin_popcount(bits[i]);
    for (unsigned int i = 0; i < words * 32; i = end + 1) {
        for (end = i; end < words * 32 && bits[end / 32] >> end % 32 & 1;)
            end++;
        if (end == i)
            continue;
        if (runs++)
            fprintf(stderr, ", ");
        if (runs > 8) {
            fprintf(stderr, "... (%u in all)", all);
            return;
        }
        fprintf(stderr, end - i > 1 ? "%u-%u" : "%u", i, end - 1);
    }
}

static void print_lanes(const struct worker *w, const char *indent)
{
    unsigned int seen[WARPS] = { 0 };

    for (unsigned int t = 0, lines = 0; t < w->threads && lines < 20; t++) {
        const struct waiting *a = &w->waiting[t];
        unsigned int group[WARPS] = { 0 };
        const struct awaited *awaited = awaited_outside(w, t);
        char text[120];

        if (!((w->live[t / LANES] & ~seen[t / LANES]) >> t % LANES & 1))
            continue;
        for (unsigned int u = t; u < w->threads; u++) {
            const struct waiting *b = &w->waiting[u];

            /* Each warp is a group of its own in a warp operation; otherwise the block is one. */
            if ((w->live[u / LANES] >> u % LANES & 1) && b->kind == a->kind && b->line == a->line
                && !strcmp(b->file, a->file) && b->mask == a->mask
                && (!a->mask || u / LANES == t / LANES)
                && awaited_outside(w, u) == awaited
                && (!awaited || !awaited->describe || (w->in[u] == w->in[t] && w->from[u] == w->from[t]))) {
                group[u / LANES] |= 1u << u % LANES;
                seen[u / LANES] |= 1u << u % LANES;
            }
        }
        fprintf(stderr, "%s%s:%d: %s: threads ", indent, a->file, (int)a->line,
                cuda_cpu_wait_name(a->kind));
        print_set(group, WARPS);
        if (a->mask) {
            unsigned int missing = a->mask & w->live[t / LANES] & ~group[t / LANES];

            fprintf(stderr, " with mask 0x%08x, waiting for lanes ", a->mask);
            print_set(&missing, 1);
            fprintf(stderr, " of warp %u", t / LANES);
        } else if (awaited && awaited->describe) {
            awaited->describe(w, t, text, sizeof text);
            fprintf(stderr, "; %s", text);
        }
        fprintf(stderr, "\n");
        lines++;
    }
}

/* No lane of the block can run: says which threads wait for what, and ends the program. */
void cuda_cpu_report_deadlock(const struct worker *w)
{
    cuda_cpu_begin_report();
    cuda_cpu_print_kind("deadlock");
    fprintf(stderr, "kernel %s, block (%u,%u,%u): of its %u threads %u "
            "wait, %u ended, none can continue\n", cuda_cpu_kernel_here(w), w->block.x, w->block.y,
            w->block.z, w->threads, w->alive, w->threads - w->alive);
    print_lanes(w, "  ");
    _exit(3);
}

/* The blocks of a cluster wait for each other. The job's lock is held. */
void cuda_cpu_report_cluster_deadlock(const struct crew *crew)
{
    const struct worker *first = cuda_cpu_worker(crew->first);

    if (crew->size == 1)
        cuda_cpu_report_deadlock(first);
    cuda_cpu_begin_report();
    cuda_cpu_print_kind("deadlock");
    fprintf(stderr, "kernel %s, the cluster of block (%u,%u,%u): no thread of its %u blocks can continue\n",
            cuda_cpu_kernel_here(cuda_cpu_self ? cuda_cpu_self : first), first->block.x, first->block.y, first->block.z,
            crew->size);
    for (unsigned int i = 0; i < crew->size; i++) {
        const struct worker *w = cuda_cpu_worker(crew->first + i);

        fprintf(stderr, "  block (%u,%u,%u): of its %u threads %u wait, %u ended\n", w->block.x, w->block.y, w->block.z,
                w->threads, w->alive, w->threads - w->alive);
        if (i < 4)
            print_lanes(w, "    ");
    }
    _exit(3);
}

/* Blocks wait in grid.sync() for a block that has ended. The job's lock is held. */
void cuda_cpu_report_grid_deadlock(const struct job *job)
{
    cuda_cpu_begin_report();
    cuda_cpu_print_kind("deadlock");
    fprintf(stderr, "kernel %s: of its %llu blocks %u wait, %u ended\n"
            "  %s:%d: grid.sync(): every block of the grid must come here\n",
            cuda_cpu_kernel_here(cuda_cpu_self), (unsigned long long)job->blocks, job->waiting, job->ended,
            job->place.file, (int)job->place.line);
    _exit(3);
}
