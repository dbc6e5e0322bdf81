/* rendezvous.c: see rendezvous.h. The last rank to come does the work of all. A rank of another process comes as a
 * message with what it sends; each process does the work of its own ranks, all in the same order. */
#define _GNU_SOURCE
#include "rendezvous.h"

#include "arithmetic.h"
#include "processes.h"
#include "queues.h"

#include "../base/hooks.h"
#include "../base/report.h"
#include "../engine/executors.h"
#include "../engine/watchdog.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct rendezvous {
    struct clique *clique;
    int from, to;                       /* of a send and its receive; -1: all ranks meet */
    uint64_t number;
    const struct call *call[MAX_DEVICES];       /* by rank; NULL: it has not come. Who has left takes its own along */
    struct call *remote[MAX_DEVICES];           /* by rank: calls of other processes */
    int first, came, here, left, is_done;       /* here: those of this process that came */
    char *copy[MAX_DEVICES];            /* by rank: of what is sent to other processes, or came from one */
    struct sending *sending;
    struct times times;                 /* what the ranks knew */
    struct rendezvous *next;
};

static struct clique *cliques;

void cuda_cpu_add_clique(struct clique *c)
{
    c->next = cliques;
    cliques = c;
}

static int is_remote(const struct call *c) { return c->comm->process >= 0; }
static int is_pair(const struct call *c) { return c->kind == SEND || c->kind == RECEIVE; }
static int has_op(const struct call *c)
{
    return c->kind == ALL_REDUCE || c->kind == REDUCE || c->kind == REDUCE_SCATTER;
}
static int has_root(const struct call *c) { return c->kind == REDUCE || c->kind == BROADCAST; }
static size_t bytes_of(const struct call *c) { return c->count * cuda_cpu_type_size(c->type); }

/* How many elements the rank reads, and how many it gets. */
static size_t count_sent(const struct call *c)
{
    return c->kind == REDUCE_SCATTER ? c->count * (size_t)c->comm->clique->ranks
         : c->kind == RECEIVE || (c->kind == BROADCAST && c->comm->rank != c->root) ? 0 : c->count;
}

static size_t count_received(const struct call *c)
{
    return c->kind == ALL_GATHER ? c->count * (size_t)c->comm->clique->ranks
         : c->kind == SEND || (c->kind == REDUCE && c->comm->rank != c->root) ? 0 : c->count;
}

/* ---- Reports -------------------------------------------------------------------------------- */

static const char *name_of(const struct call *c)
{
    static const char *const names[] = { "ncclAllReduce", "ncclReduce", "ncclBroadcast", "ncclReduceScatter",
                                         "ncclAllGather", "ncclSend", "ncclRecv" };

    return names[c->kind];
}

/* "ncclReduce(1000 float, sum, root 0)" */
static const char *text_of(const struct call *c, char *text, size_t size)
{
    static const char *const ops[] = { "sum", "prod", "max", "min", "avg" };
    char op[20] = "", root[30] = "";

    if (has_op(c))
        snprintf(op, sizeof op, ", %s", ops[c->op]);
    if (has_root(c) || is_pair(c))
        snprintf(root, sizeof root, ", %s %d", is_pair(c) ? "peer" : "root", c->root);
    snprintf(text, size, "%s(%zu %s%s%s)", name_of(c), c->count, cuda_cpu_type_name(c->type), op, root);
    return text;
}

/* "2, 3" */
static const char *missing_of(const struct rendezvous *m, char *text, size_t size)
{
    size_t used = 0;

    *text = 0;
    for (int r = 0; r < m->clique->ranks && used < size; r++)
        if (!m->call[r] && (m->from < 0 || r == m->from || r == m->to))
            used += (size_t)snprintf(text + used, size - used, "%s%d", used ? ", " : "", r);
    return text;
}

/* Several processes find the same mistake; one tells it. */
static void let_lower_report(const struct rendezvous *m)
{
    for (int r = 0; r < m->clique->ranks; r++)
        if (m->call[r] && !is_remote(m->call[r])) {
            cuda_cpu_let_lower_report(r);
            return;
        }
}

/* Does it wait only for ranks that can come no more, as their processes have ended MPI? */
static int is_in_vain(const struct rendezvous *m)
{
    int missing = 0;

    for (int r = 0; r < m->clique->ranks; r++)
        if (!m->call[r] && (m->from < 0 || r == m->from || r == m->to)) {
            int process = m->clique->comm[r]->process;

            if (process < 0 || !cuda_cpu_has_ended(process))
                return 0;
            missing++;
        }
    return missing > 0;
}

static void report_missing(const struct rendezvous *m)
{
    char missing[100], text[160], why[100] = "";

    if (is_in_vain(m))
        snprintf(why, sizeof why, ", of a process that has called MPI_Finalize()");
    else if (cuda_cpu_carrier)
        snprintf(why, sizeof why, " (CUDA_CPU_SECONDS=%.0f)", cuda_cpu_watch_seconds());
    let_lower_report(m);
    cuda_cpu_report("nccl", "%s of rank %d of %d waits; missing: rank %s%s; every rank must make this call, and one thread that calls "
                    "several ranks needs ncclGroupStart() and ncclGroupEnd() around them",
                    text_of(m->call[m->first], text, sizeof text), m->first, m->clique->ranks,
                    missing_of(m, missing, sizeof missing), why);
}

void cuda_cpu_report_missing_ranks(void)
{
    for (const struct clique *c = cliques; c; c = c->next)
        for (const struct rendezvous *m = c->open; m; m = m->next)
            if (m->came && !m->is_done)
                report_missing(m);
}

/* Do the two calls agree? What is said of them is the same whichever came first. */
static void check(const struct rendezvous *m, const struct call *a, const struct call *b)
{
    char one[160], other[160];

    if (!is_remote(a) && !is_remote(b) && pthread_equal(a->thread, b->thread) && a->group != b->group)
        cuda_cpu_report("nccl", "one thread calls %s for rank %d and for rank %d without a group: NCCL may wait forever in the "
                        "first; put both between ncclGroupStart() and ncclGroupEnd()", name_of(a), a->comm->rank,
                        b->comm->rank);
    if (a->comm->rank > b->comm->rank) {
        const struct call *c = a;

        a = b;
        b = c;
    }
    if (a->count != b->count || a->type != b->type
        || (m->from < 0 && (a->kind != b->kind || (has_op(a) && a->op != b->op) || (has_root(a) && a->root != b->root)))) {
        let_lower_report(m);
        cuda_cpu_report("nccl", "the ranks' calls do not match, call %llu of this %s: rank %d calls %s, rank %d calls %s",
                        (unsigned long long)m->number + 1, m->from < 0 ? "communicator" : "pair", a->comm->rank,
                        text_of(a, one, sizeof one), b->comm->rank, text_of(b, other, sizeof other));
    }
}

/* ---- The work ------------------------------------------------------------------------------- */

/* The combination of what all ranks send. The caller frees it. */
static char *combine(const struct rendezvous *m, size_t count)
{
    const struct call *c = m->call[0];
    char *sum = malloc(count * cuda_cpu_type_size(c->type) + 1);

    if (!sum)
        cuda_cpu_fail("no memory for %s of %zu elements", name_of(c), count);
    memcpy(sum, c->send, count * cuda_cpu_type_size(c->type));
    for (int r = 1; r < m->clique->ranks; r++)
        cuda_cpu_combine(sum, m->call[r]->send, count, c->type, c->op);
    if (c->op == ncclAvg)
        cuda_cpu_divide(sum, count, c->type, m->clique->ranks);
    return sum;
}

static void gather(const struct rendezvous *m, size_t bytes)
{
    size_t ranks = (size_t)m->clique->ranks;
    char *all = malloc(ranks * bytes + 1);

    if (!all)
        cuda_cpu_fail("no memory for ncclAllGather of %zu bytes", ranks * bytes);
    for (size_t r = 0; r < ranks; r++)
        memcpy(all + r * bytes, m->call[r]->send, bytes);
    for (size_t r = 0; r < ranks; r++)
        if (!is_remote(m->call[r]))
            memcpy(m->call[r]->receive, all, ranks * bytes);
    free(all);
}

static void perform(const struct rendezvous *m)
{
    const struct call *c = m->call[m->first];
    size_t bytes = bytes_of(c);
    char *sum = NULL;

    if (m->from >= 0) {
        if (!is_remote(m->call[m->to]))
            memmove(m->call[m->to]->receive, m->call[m->from]->send, bytes);
        return;
    }
    if (has_op(c) && !(c->kind == REDUCE && is_remote(m->call[c->root])))
        sum = combine(m, count_sent(c));
    if (c->kind == ALL_GATHER)
        gather(m, bytes);
    for (int r = 0; r < m->clique->ranks; r++) {
        const struct call *of = m->call[r];

        if (is_remote(of))
            continue;
        if (c->kind == ALL_REDUCE || (c->kind == REDUCE && r == c->root))
            memcpy(of->receive, sum, bytes);
        else if (c->kind == REDUCE_SCATTER)
            memcpy(of->receive, sum + (size_t)r * bytes, bytes);
        else if (c->kind == BROADCAST)
            memmove(of->receive, m->call[c->root]->send, bytes);
    }
    free(sum);
}

/* The size of piece number `piece` of an array that is divided among all ranks. */
static size_t piece_of(const struct call *c, int piece)
{
    size_t ranks = (size_t)c->comm->clique->ranks, p = ((size_t)piece + ranks) % ranks;

    return (c->count * (p + 1) / ranks - c->count * p / ranks) * cuda_cpu_type_size(c->type);
}

/* What a ring sends from this rank to the next one, and in how many steps. An all-reduce is a reduce-scatter, in which
 * rank r sends all pieces but number r + 1, and an all-gather, in which it sends all but number r + 2. */
static void count(const struct call *c)
{
    int ranks = c->comm->clique->ranks, rank = c->comm->rank;
    size_t bytes = bytes_of(c), sent = 0;
    uint64_t steps = ranks > 1 ? (uint64_t)ranks - 1 : 0;

    if (ranks > 1)
        switch (c->kind) {
        case ALL_REDUCE:
            sent = 2 * bytes - piece_of(c, rank + 1) - piece_of(c, rank + 2);
            steps *= 2;
            break;
        case REDUCE: sent = rank == c->root ? 0 : bytes; break;
        case BROADCAST: sent = (rank + 1) % ranks == c->root ? 0 : bytes; break;
        case REDUCE_SCATTER:
        case ALL_GATHER: sent = ((size_t)ranks - 1) * bytes; break;
        case SEND:
            sent = bytes;
            steps = 1;
            break;
        case RECEIVE: return;
        }
    HOOK(sent, c->comm->device, 1, sent, steps);
}

/* ---- Coming --------------------------------------------------------------------------------- */

static struct rendezvous *find(const struct call *c)
{
    struct ncclComm *comm = c->comm;
    int from = c->kind == SEND ? comm->rank : c->kind == RECEIVE ? c->root : -1;
    int to = c->kind == SEND ? c->root : c->kind == RECEIVE ? comm->rank : -1;
    uint64_t number = c->kind == SEND ? comm->sends[to]++ : c->kind == RECEIVE ? comm->receives[from]++ : comm->calls++;
    struct rendezvous *m = comm->clique->open;

    while (m && !(m->from == from && m->to == to && m->number == number))
        m = m->next;
    if (m)
        return m;
    m = calloc(1, sizeof *m);
    if (!m)
        cuda_cpu_fail("no memory for %s", name_of(c));
    *m = (struct rendezvous){ .clique = comm->clique, .from = from, .to = to, .number = number, .first = comm->rank,
                           .next = comm->clique->open };
    comm->clique->open = m;
    return m;
}

static void leave(struct rendezvous *m)
{
    struct rendezvous **at = &m->clique->open;

    if (++m->left < m->here)
        return;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    for (int r = 0; r < m->clique->ranks; r++) {
        free(m->remote[r]);
        free(m->copy[r]);
    }
    free(m);
}

/* Does the process need the data of this call? */
static int is_for(const struct call *c, int process)
{
    return c->kind == REDUCE ? c->comm->clique->comm[c->root]->process == process
         : c->kind == BROADCAST ? c->comm->rank == c->root : c->kind != RECEIVE;
}

/* Tells the processes of the other ranks, with a copy of the data: it may be overwritten by the result. */
static void tell_others(struct rendezvous *m, const struct call *c)
{
    const struct clique *clique = c->comm->clique;
    const size_t bytes = count_sent(c) * cuda_cpu_type_size(c->type);
    struct message message = { .what = CALLED, .id = clique->id, .rank = c->comm->rank, .kind = (int)c->kind, .type = c->type,
                               .op = c->op, .root = c->root, .count = c->count };

    for (int r = 0; r < clique->ranks; r++) {
        int process = clique->comm[r]->process, is_told = process < 0 || (is_pair(c) && r != c->root);

        for (int before = 0; before < r && !is_told && !is_pair(c); before++)
            is_told = clique->comm[before]->process == process;
        if (is_told)
            continue;
        message.bytes = is_for(c, process) ? bytes : 0;
        if (message.bytes && !m->copy[c->comm->rank]) {
            m->copy[c->comm->rank] = malloc(bytes);
            if (!m->copy[c->comm->rank])
                cuda_cpu_fail("no memory for %s of %zu bytes", name_of(c), bytes);
            memcpy(m->copy[c->comm->rank], c->send, bytes);
        }
        cuda_cpu_carrier->send(&m->sending, process, &message, m->copy[c->comm->rank]);
    }
}

static struct rendezvous *come(const struct call *c)
{
    struct rendezvous *m = find(c);
    int is_self = m->from >= 0 && m->from == m->to;

    if (is_self && m->came)             /* a send to oneself, and its receive */
        memmove(c->kind == SEND ? m->call[m->first]->receive : c->receive,
                c->kind == SEND ? c->send : m->call[m->first]->send, bytes_of(c));
    m->call[c->comm->rank] = c;
    if (m->came++ && !is_self)
        check(m, m->call[m->first], c);
    if (cuda_cpu_times && !is_remote(c))
        cuda_cpu_join_times(&m->times, cuda_cpu_times);
    if (!is_remote(c)) {
        m->here++;
        if (count_sent(c))
            HOOK(copied_from, c->send, count_sent(c) * cuda_cpu_type_size(c->type));
        count(c);
        tell_others(m, c);
    }
    m->is_done = m->came == (m->from < 0 ? m->clique->ranks : 2);
    if (m->is_done && !is_self)
        perform(m);
    return m;
}

static void rank_has_called(const struct message *message, char *data)
{
    struct call *c = calloc(1, sizeof *c);
    struct clique *clique = cliques;
    struct rendezvous *m;

    while (clique && memcmp(&clique->id, &message->id, sizeof clique->id))
        clique = clique->next;
    if (!c || !clique)
        cuda_cpu_fail("no memory for a call of another process");
    *c = (struct call){ .kind = (enum nccl_kind)message->kind, .comm = clique->comm[message->rank], .send = data,
                        .count = message->count, .type = (ncclDataType_t)message->type, .op = (ncclRedOp_t)message->op,
                        .root = message->root };
    m = come(c);
    m->copy[message->rank] = data;
    m->remote[message->rank] = c;
}

static __attribute__((constructor)) void listen_to_calls(void) { cuda_cpu_rank_has_called = rank_has_called; }

struct unmet { struct rendezvous **at; size_t count; };

static int is_there(void *of)
{
    const struct unmet *w = of;
    int is_done = 1;

    cuda_cpu_listen();
    cuda_cpu_lock_processes();
    for (size_t i = 0; i < w->count; i++) {
        struct rendezvous *m = w->at[i];

        if (is_in_vain(m))
            report_missing(m);
        is_done &= m->is_done && (!m->sending || cuda_cpu_carrier->is_sent(&m->sending));
    }
    cuda_cpu_unlock_processes();
    return is_done;
}

static void report(void *of)
{
    const struct unmet *w = of;

    for (size_t i = 0; i < w->count; i++)
        if (!w->at[i]->is_done)
            report_missing(w->at[i]);
}

/* Work that is done at once, on the host thread: only other processes can come. */
static void wait_for_processes(struct unmet *w)
{
    enum { SPINS = 1000 };
    const struct timespec pause = { 0, 50000 };
    const double limit = cuda_cpu_watch_seconds();
    struct timespec since, now;

    clock_gettime(CLOCK_MONOTONIC, &since);
    for (int i = 0; !is_there(w); i++) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (!cuda_cpu_has_others() || (limit > 0 && (double)(now.tv_sec - since.tv_sec) > limit))
            report(w);
        if (i < SPINS)
            sched_yield();
        else
            nanosleep(&pause, NULL);
    }
}

void cuda_cpu_meet(const struct call *calls, size_t n)
{
    struct unmet w = { malloc(n * sizeof *w.at), n };

    if (!w.at)
        cuda_cpu_fail("no memory for %zu calls of NCCL", n);
    cuda_cpu_lock_processes();
    for (size_t i = 0; i < n; i++)
        w.at[i] = come(&calls[i]);
    cuda_cpu_unlock_processes();
    if (cuda_cpu_is_executor() && !is_there(&w))
        cuda_cpu_wait_for_host(is_there, report, &w);
    else
        wait_for_processes(&w);
    for (size_t i = 0; i < n; i++) {
        cuda_cpu_learn(&w.at[i]->times);
        if (count_received(&calls[i]))
            HOOK(written, calls[i].receive, count_received(&calls[i]) * cuda_cpu_type_size(calls[i].type));
        cuda_cpu_lock_processes();
        leave(w.at[i]);
        cuda_cpu_unlock_processes();
    }
    free(w.at);
}
