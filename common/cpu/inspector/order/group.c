/* group.c: see group.h. */
#include "group.h"

#include "../../base/devices.h"
#include "../../base/report.h"
#include "../../base/times.h"

#include <stdlib.h>
#include <string.h>

/* Then a new group begins when no other launch runs: better too few reports than wrong ones. */
enum { MANY = 4096, MANY_BLOCKS = 1 << 30 };

static struct member *member;
static uint32_t count, room, launches, groups = 1;
static uint64_t next_base;
static uint32_t mine[MAX_DEVICES];      /* its number among the members */
static uint32_t beside;                 /* the same, of a launch that runs while the host copies */
static int is_running[MAX_DEVICES];
uint32_t group_base[MAX_DEVICES];

/* Is the part past for work with these times? */
static int is_past_at(const struct member *m, const struct times *times)
{
    return m->timeline < 0 || !times || times->of[m->timeline] >= m->number;
}

/* May it be forgotten, because no later work can be beside it? */
static int is_over(const struct member *m)
{
    if (m->timeline < 0 || !cuda_cpu_times || !cuda_cpu_is_past_for_all)
        return 1;
    return cuda_cpu_is_past_for_all(m->timeline, m->number);
}

static void add(struct member m, uint64_t blocks)
{
    if (count == room) {
        room = room ? 2 * room : 64;
        member = realloc(member, room * sizeof *member);
        if (!member)
            cuda_cpu_fail("inspect: no memory");
    }
    m.base = (uint32_t)next_base;
    m.blocks = (uint32_t)blocks;
    next_base += blocks;
    mine[m.device] = count;
    group_base[m.device] = m.base;
    member[count++] = m;
}

static int begin_anew(void)
{
    for (uint32_t i = 0; i < count; i++)
        if (!member[i].is_later_part)
            free(member[i].times);
    count = 0;
    next_base = 0;
    groups++;
    return 1;
}

/* Does a launch run, beside the one that ends now? */
static int others_run(int is_copy)
{
    int others = 0;

    for (int d = 0; d < MAX_DEVICES; d++)
        others += (is_copy || d != cuda_cpu_current_device) && is_running[d];
    return others;
}

void group_end(void) { is_running[cuda_cpu_current_device] = 0; }

void group_end_copy(void)
{
    if (!is_running[cuda_cpu_current_device])
        return;
    mine[cuda_cpu_current_device] = beside;
    group_base[cuda_cpu_current_device] = member[beside].base;
}

int group_begin(uint64_t blocks, int is_copy)
{
    struct member m = { .device = cuda_cpu_current_device, .launch = ++launches, .is_copy = is_copy,
                        .timeline = cuda_cpu_times ? cuda_cpu_timeline : -1 };
    int is_new = 1;

    for (uint32_t i = 0; i < count && is_new; i++)
        is_new = is_over(&member[i]);
    if (!is_new)
        is_new = count >= MANY || next_base + blocks > MANY_BLOCKS;
    if (is_new)
        is_new = !others_run(is_copy) && begin_anew();
    if (!is_copy)
        is_running[m.device] = 1;
    beside = mine[m.device];
    if (cuda_cpu_times) {
        m.number = cuda_cpu_times->of[m.timeline];
        m.times = malloc(sizeof *m.times);
        if (!m.times)
            cuda_cpu_fail("inspect: no memory");
        *m.times = *cuda_cpu_times;
    }
    add(m, blocks);
    return is_new;
}

int group_next_part(void)
{
    struct member m = *group_mine();
    int is_new = count == 1;

    if (is_new) {
        member->times = NULL;           /* kept */
        if (m.is_later_part)
            m.times = NULL;             /* those of the first part go with it */
        begin_anew();
        m.is_later_part = 0;
    } else {
        m.is_later_part = 1;
        m.learned = NULL;
    }
    add(m, m.blocks);
    return is_new;
}

struct member *group_mine(void) { return &member[mine[cuda_cpu_current_device]]; }

struct member *group_of(uint32_t block)
{
    static __thread struct { uint32_t block, group, number; } found[1024]; /* polling asks for the same again and again */
    uint32_t low = 0, high = count, at = block % 1024;

    if (found[at].block == block && found[at].group == groups)
        return &member[found[at].number];
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;

        if (member[middle].base <= block)
            low = middle;
        else
            high = middle;
    }
    found[at].block = block;
    found[at].group = groups;
    found[at].number = low;
    return &member[low];
}

int group_is_past(const struct member *a, const struct member *b)
{
    if (a->launch == b->launch)
        return a < b;
    return is_past_at(a, b->times);
}

int group_has_several(void) { return count > 1; }

struct member *group_members(uint32_t *n)
{
    *n = count;
    return member;
}

int group_is_of_other_device(uint32_t block)
{
    return group_has_several() && group_of(block)->device != group_mine()->device;
}
