/* footprint.c: a hash table of sectors for each kernel. */
#include "footprint.h"

#include "../../base/report.h"
#include "../../base/settings.h"

#include <pthread.h>
#include <stdlib.h>

/* Bytes of a sector that were stored, as bits, and words of it that atomics have changed; number 0: free */
struct sector { uint64_t number; uint32_t stored; uint8_t atomics, loaded; };
struct sectors { struct sector *at; size_t room, count; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *footprint_path(void) { return cuda_cpu_setting("CUDA_CPU_INSPECT_BYTES"); }

static struct sector *find(struct sectors *s, uint64_t number)
{
    size_t i = (number * 0x9e3779b97f4a7c15ull >> 20) & (s->room - 1);

    while (s->at[i].number && s->at[i].number != number)
        i = (i + 1) & (s->room - 1);
    return &s->at[i];
}

static void grow(struct sectors *s)
{
    struct sectors more = { .room = s->room ? 2 * s->room : 1024, .count = s->count };

    more.at = calloc(more.room, sizeof *more.at);
    if (!more.at)
        cuda_cpu_fail("inspect: no memory");
    for (size_t i = 0; i < s->room; i++)
        if (s->at[i].number)
            *find(&more, s->at[i].number) = s->at[i];
    free(s->at);
    *s = more;
}

static struct sector *sector_of(struct sectors *s, uint64_t number)
{
    struct sector *found;

    if (2 * s->count >= s->room)
        grow(s);
    found = find(s, number);
    if (!found->number) {
        found->number = number;
        s->count++;
    }
    return found;
}

static void add_lane(struct sectors *s, uint64_t data)
{
    uint64_t from = data & ACCESS_ADDRESS, to = from + (data >> ACCESS_SIZE & 31);

    for (uint64_t n = from >> 5; n <= (to - 1) >> 5; n++) {
        unsigned int begin = n == from >> 5 ? from & 31 : 0, end = n == to >> 5 ? to & 31 : 32;
        struct sector *found = sector_of(s, n);

        if (data & ACCESS_ATOMIC)
            found->atomics |= (uint8_t)(1u << begin / 4);
        else if (data & ACCESS_STORE)
            found->stored |= (uint32_t)((1ull << end) - (1ull << begin));
        else
            found->loaded = 1;
    }
}

void footprint_add(struct kernel *k, const uint64_t *data, unsigned int lanes)
{
    pthread_mutex_lock(&lock);
    if (!k->sectors && !(k->sectors = calloc(1, sizeof *k->sectors)))
        cuda_cpu_fail("inspect: no memory");
    for (; lanes; lanes &= lanes - 1)
        add_lane(k->sectors, data[__builtin_ctz(lanes)]);
    pthread_mutex_unlock(&lock);
}

struct footprint footprint_of(const struct kernel *k)
{
    struct footprint all = { 0 };

    for (size_t i = 0; k->sectors && i < k->sectors->room; i++) {
        const struct sector *s = &k->sectors->at[i];

        all.loaded += s->loaded;
        all.stored += s->stored == ~0u;
        all.partial += s->stored && s->stored != ~0u;
        all.atomic_words += (unsigned int)__builtin_popcount(s->atomics);
    }
    return all;
}
