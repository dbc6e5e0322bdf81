/* mbarriers.c: barriers in shared memory that count the arrivals of threads and the bytes of bulk copies.
 *
 * An mbarrier is one word, as on a GPU. A phase is complete when all expected threads have arrived and as many bytes
 * as were expected; then the next one begins. Our own layout of the word:
 *   20 bits  arrivals that a phase expects
 *   20 bits  of these, still missing
 *   21 bits  bytes that are still missing, plus BYTES: copies may arrive before they are expected
 *    1 bit   parity of the phase
 *    2 bits  a mark: without it, there is no mbarrier */
#include "mbarriers.h"

#include "../base/report.h"
#include "../base/shared.h"
#include "copies.h"
#include "engine.h"
#include "lanes.h"
#include "outside.h"

#include <stdio.h>

enum { COUNT = (1 << 20) - 1, MISSING = 20, BYTES_AT = 40, BYTES = 1 << 20, PARITY = 61, MARK_AT = 62 };
#define MARK 2ull

static uint32_t expected_of(uint64_t x) { return x & COUNT; }
static uint32_t missing_of(uint64_t x) { return x >> MISSING & COUNT; }
static int32_t bytes_of(uint64_t x) { return (int32_t)(x >> BYTES_AT & (2 * BYTES - 1)) - BYTES; }
static unsigned int parity_of(uint64_t x) { return x >> PARITY & 1; }

static uint64_t make(uint32_t expected, uint32_t missing, int32_t bytes, unsigned int parity)
{
    return expected | (uint64_t)missing << MISSING | (uint64_t)(bytes + BYTES) << BYTES_AT | (uint64_t)parity << PARITY
           | MARK << MARK_AT;
}

/* Has the phase with this parity been completed? */
static int is_past(const uint64_t *barrier, unsigned int parity) { return parity_of(*barrier) != parity; }

/* The phase that lane t waits for. */
static int is_there(const struct worker *w, unsigned int t)
{
    return is_past((const uint64_t *)(uintptr_t)w->in[t], w->from[t]);
}

static void describe(const struct worker *w, unsigned int t, char *text, size_t size)
{
    uint64_t x = *(const uint64_t *)(uintptr_t)w->in[t];
    int n = snprintf(text, size, "parity %u: %u of %u arrivals are missing", w->from[t], missing_of(x), expected_of(x));

    if (n > 0 && (size_t)n < size && bytes_of(x) > 0)
        snprintf(text + n, size - (size_t)n, ", and %d bytes of copies", bytes_of(x));
    else if (n > 0 && (size_t)n < size && bytes_of(x) < 0)
        snprintf(text + n, size - (size_t)n, ", and %d bytes came that no expect_tx announced", -bytes_of(x));
}

static const struct awaited phase = { .is_there = is_there, .describe = describe },
                            phase_for_a_while = { .is_there = is_there, .describe = describe, .only_a_while = 1 };

/* Stores the new word. If that completes the phase, the next one begins. The caller holds the job's lock. */
static void store(struct worker *w, uint64_t *barrier, uint32_t expected, uint32_t missing, int32_t bytes,
                  unsigned int parity)
{
    int is_complete = !missing && !bytes;

    if (is_complete) {
        missing = expected;
        parity ^= 1;
    }
    *barrier = make(expected, missing, bytes, parity);
    if (is_complete) {
        HOOK(mbarrier_phase, w, barrier);
        cuda_cpu_tell_others(w);
    }
}

/* So many bytes of a bulk copy have arrived. The caller holds the job's lock. */
static void receive(struct worker *w, uint64_t *barrier, uint32_t bytes)
{
    uint64_t x = *barrier;

    store(w, barrier, expected_of(x), missing_of(x), bytes_of(x) - (int32_t)bytes, parity_of(x));
}

/* Makes the copies whose bytes this mbarrier counts. The caller holds the job's lock. */
static void make_copies_for(struct worker *w, const uint64_t *barrier)
{
    for (struct copy **at = &w->crew->copies; *at;) {
        struct copy *c = *at;

        if (c->barrier != barrier) {
            at = &c->next;
            continue;
        }
        make_copy(c);
        HOOK(copied, w, c->id, COPY_RECEIVED);
        receive(w, c->barrier, c->size);
        finish_copy(at);
    }
}

/* Is it only copies that the phase waits for? */
static int lacks_copies(const uint64_t *barrier) { return !missing_of(*barrier) && bytes_of(*barrier) > 0; }

/* Does a thread of the cluster wait for it? */
static int is_awaited(const struct worker *w, const uint64_t *barrier)
{
    for (unsigned int i = 0; i < w->crew->size; i++) {
        const struct worker *of = member_of(w->crew, i);

        for (unsigned int t = 0; t < of->threads; t++)
            if (of->in[t] == (uintptr_t)barrier)
                return 1;
    }
    return 0;
}

void cuda_cpu_make_awaited_copies(struct worker *w, const uint64_t *barrier)
{
    if (lacks_copies(barrier) && is_awaited(w, barrier))
        make_copies_for(w, barrier);
}

void cuda_cpu_end_phase(struct worker *w, const uint64_t *barrier)
{
    if (lacks_copies(barrier))
        make_copies_for(w, barrier);
}

/* The current worker; its lane uses the barrier. */
static struct worker *use(const uint64_t *barrier, const char *what, const char *file, int line)
{
    struct worker *w = cuda_cpu_self;

    if (!w)
        cuda_cpu_report("fault", "%s:%d: %s outside a kernel", file, line, what);
    if ((uintptr_t)barrier % 8)
        cuda_cpu_report("fault", "%s:%d: %s: a barrier begins at a multiple of 8 bytes", file, line, what);
    return w;
}

static void need_barrier(const uint64_t *barrier, const char *what, const char *file, int line)
{
    if (*barrier >> MARK_AT != MARK)
        cuda_cpu_report("fault", "%s:%d: %s: there is no barrier at this address: init has not run before", file, line,
                        what);
}

void cuda_cpu_mbarrier_init(uint64_t *barrier, uint32_t count, const char *file, int line)
{
    struct worker *w = use(barrier, "init of a barrier", file, line);

    if (!count || count > COUNT)
        cuda_cpu_report("fault", "%s:%d: a barrier for %u arrivals: 1 to %d are possible", file, line, count, COUNT);
    HOOK(mbarrier_init, w, barrier, file, line);
    *barrier = make(count, count, 0, 0);
}

void cuda_cpu_mbarrier_end(uint64_t *barrier, const char *file, int line)
{
    struct worker *w = use(barrier, "end of a barrier", file, line);

    need_barrier(barrier, "end of a barrier", file, line);
    HOOK(mbarrier_init, w, barrier, file, line);
    *barrier = POISON;
}

uint64_t cuda_cpu_mbarrier_arrive(uint64_t *barrier, uint32_t count, uint32_t bytes, int drops, const char *file,
                                  int line)
{
    static const char what[] = "arrival at a barrier";
    struct worker *w = use(barrier, what, file, line);
    uint64_t x;

    HOOK(mbarrier_used, w, barrier, file, line);
    pthread_mutex_lock(&w->job->lock);
    need_barrier(barrier, what, file, line);
    cuda_cpu_end_phase(w, barrier);
    x = *barrier;
    if (!count || count > missing_of(x))
        cuda_cpu_report("fault", "%s:%d: %s: %u more, but %u of %u are missing in this phase", file, line, what,
                        count, missing_of(x), expected_of(x));
    if (bytes_of(x) + (int64_t)bytes >= BYTES)
        cuda_cpu_report("fault", "%s:%d: %s: it expects %u more bytes; a phase has room for %d", file, line, what, bytes,
                        BYTES - 1);
    HOOK(mbarrier_arrive, w, barrier);
    store(w, barrier, expected_of(x) - (uint32_t)drops, missing_of(x) - count, bytes_of(x) + (int32_t)bytes,
          parity_of(x));
    cuda_cpu_make_awaited_copies(w, barrier);
    pthread_mutex_unlock(&w->job->lock);
    return x;
}

void cuda_cpu_mbarrier_expect(uint64_t *barrier, uint32_t bytes, const char *file, int line)
{
    static const char what[] = "expect_tx of a barrier";
    struct worker *w = use(barrier, what, file, line);
    uint64_t x;

    HOOK(mbarrier_used, w, barrier, file, line);
    pthread_mutex_lock(&w->job->lock);
    need_barrier(barrier, what, file, line);
    x = *barrier;
    if (bytes_of(x) + (int64_t)bytes >= BYTES)
        cuda_cpu_report("fault", "%s:%d: %s: %u more bytes; a phase has room for %d", file, line, what, bytes,
                        BYTES - 1);
    store(w, barrier, expected_of(x), missing_of(x), bytes_of(x) + (int32_t)bytes, parity_of(x));
    pthread_mutex_unlock(&w->job->lock);
}

int cuda_cpu_mbarrier_wait(uint64_t *barrier, uint32_t parity, int how, const char *file, int line)
{
    static const char what[] = "wait for a barrier's phase";
    struct worker *w = use(barrier, what, file, line);
    unsigned int t = w->current;
    int over;

    parity &= 1;
    HOOK(mbarrier_used, w, barrier, file, line);
    pthread_mutex_lock(&w->job->lock);
    need_barrier(barrier, what, file, line);
    over = is_past(barrier, parity);
    if (!over)
        make_copies_for(w, barrier);
    if (!over && how != CUDA_CPU_TEST)
        over = is_past(barrier, parity);
    pthread_mutex_unlock(&w->job->lock);
    if (!over && how == CUDA_CPU_TEST) {
        cuda_cpu_yield();               /* programs test in a loop */
        return 0;
    }
    if (!over) {
        w->in[t] = (uintptr_t)barrier;
        w->from[t] = (unsigned char)parity;
        over = (int)wait_for_others(w, how == CUDA_CPU_TRY ? &phase_for_a_while : &phase, CUDA_CPU_MBARRIER, file, line);
    }
    if (over)
        HOOK(mbarrier_waited, w, barrier);
    return over;
}
