/* nccl.c: see nccl.h. Communicators, groups, and the way of a call into its stream. What the calls do: rendezvous.c. */
#define _GNU_SOURCE
#include "nccl.h"

#include "arithmetic.h"
#include "processes.h"
#include "rendezvous.h"
#include "queues.h"

#include "../base/allocations.h"
#include "../base/report.h"
#include "../engine/executors.h"
#include "../engine/watchdog.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static __thread char last_error[200];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;        /* for communicators that begin */
static struct clique *first;

/* The group of this host thread: its calls, each with its stream, and the cliques that it has joined. */
static __thread struct group {
    int depth;
    uint64_t number;
    struct waiting_call { struct call call; cudaStream_t stream; } *call;
    size_t calls, room;
    struct clique *joined[MAX_DEVICES];
    int joins;
    ncclResult_t failed;
} group;

/* ---- Errors --------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static ncclResult_t refuse(ncclResult_t result, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(last_error, sizeof last_error, format, list);
    va_end(list);
    if (group.depth && !group.failed)
        group.failed = result;
    return result;
}

const char *ncclGetErrorString(ncclResult_t result)
{
    switch ((int)result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case ncclSystemError: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case ncclInternalError: return "internal error - please report this issue to the NCCL developers";
    case ncclInvalidArgument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
    }
}

const char *ncclGetLastError(ncclComm_t comm)
{
    (void)comm;
    return last_error;
}

ncclResult_t ncclGetVersion(int *version)
{
    if (!version)
        return refuse(ncclInvalidArgument, "ncclGetVersion: no place for the version");
    *version = NCCL_VERSION_CODE;
    return ncclSuccess;
}

/* ---- Mistakes that would hang --------------------------------------------------------------- */

/* This host thread is about to wait, or ends. */
static void check_group(void)
{
    if (group.depth && (group.calls || group.joins))
        cuda_cpu_report("nccl", "ncclGroupEnd() is missing: %zu calls since ncclGroupStart() have not begun", group.calls);
}

static pid_t process;

static void at_end(void)
{
    if (getpid() != process)
        return;
    check_group();
    cuda_cpu_report_missing_ranks();
}

static void begin(void)
{
    static int begun;

    if (__atomic_exchange_n(&begun, 1, __ATOMIC_SEQ_CST))
        return;
    process = getpid();
    cuda_cpu_before_wait = check_group;
    atexit(at_end);
}

/* ---- Communicators -------------------------------------------------------------------------- */

/* What ids of this process begin with. Returns how long that is. */
static size_t print_process(char *text, size_t size)
{
    char host[65] = "";

    gethostname(host, sizeof host - 1);
    return (size_t)snprintf(text, size, "cpu-device %s %d ", host, (int)getpid());
}

static int is_of_this_process(const ncclUniqueId *id)
{
    char text[sizeof id->internal];

    return !strncmp(id->internal, text, print_process(text, sizeof text));
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    static unsigned int ids;
    size_t used;

    if (!id)
        return refuse(ncclInvalidArgument, "ncclGetUniqueId: no place for the id");
    memset(id, 0, sizeof *id);
    used = print_process(id->internal, sizeof id->internal);
    snprintf(id->internal + used, sizeof id->internal - used, "%u", __atomic_add_fetch(&ids, 1, __ATOMIC_RELAXED));
    return ncclSuccess;
}

static struct clique *clique_of(const ncclUniqueId *id, int ranks)
{
    struct clique *c = first;

    while (c && memcmp(&c->id, id, sizeof *id))
        c = c->next;
    if (c)
        return c;
    c = calloc(1, sizeof *c);
    if (!c)
        cuda_cpu_fail("no memory for a communicator");
    c->id = *id;
    c->ranks = ranks;
    cuda_cpu_add_clique(c);
    first = c;
    return c;
}

static ncclComm_t add_rank(struct clique *c, struct ncclComm rank)
{
    ncclComm_t comm = malloc(sizeof *comm);

    if (!comm)
        cuda_cpu_fail("no memory for a communicator");
    *comm = rank;
    c->comm[rank.rank] = comm;
    __atomic_add_fetch(&c->joined, 1, __ATOMIC_RELEASE);
    return comm;
}

static ncclResult_t join(ncclComm_t *comm, struct clique *c, int ranks, int rank, int device)
{
    if (c->ranks != ranks)
        return refuse(ncclInvalidArgument, "rank %d says that there are %d ranks, another rank says %d", rank, ranks, c->ranks);
    if (c->comm[rank])
        return refuse(ncclInvalidUsage, "rank %d of the communicator is there already", rank);
    for (int r = 0; r < ranks; r++)
        if (c->comm[r] && c->comm[r]->process < 0 && c->comm[r]->device == device)
            return refuse(ncclInvalidUsage, "ranks %d and %d both use device %d", r, rank, device);
    *comm = add_rank(c, (struct ncclComm){ .is_live = 1, .rank = rank, .device = device, .process = -1, .clique = c });
    return ncclSuccess;
}

/* The lowest rank of this process. */
static int lowest_here(const struct clique *c)
{
    int r = 0;

    while (r < c->ranks - 1 && !(c->comm[r] && c->comm[r]->process < 0))
        r++;
    return r;
}

/* A rank of another process. What is wrong with it ends the program, as the other one waits. */
static void rank_has_joined(const struct message *m)
{
    struct clique *c;

    pthread_mutex_lock(&lock);
    c = clique_of(&m->id, m->ranks);
    if (c->ranks != m->ranks || c->comm[m->rank])
        cuda_cpu_let_lower_report(lowest_here(c));
    if (c->ranks != m->ranks)
        cuda_cpu_report("nccl", "ncclCommInitRank: rank %d says that there are %d ranks, another rank says %d", m->rank, m->ranks,
                        c->ranks);
    if (c->comm[m->rank])
        cuda_cpu_report("nccl", "ncclCommInitRank: two processes have rank %d of the communicator", m->rank);
    add_rank(c, (struct ncclComm){ .rank = m->rank, .device = -1, .process = m->from, .clique = c });
    pthread_mutex_unlock(&lock);
}

static __attribute__((constructor)) void listen_to_joined(void) { cuda_cpu_rank_has_joined = rank_has_joined; }

static ncclResult_t check_ranks(const void *comm, int ranks, int rank, int has_processes)
{
    if (!comm)
        return refuse(ncclInvalidArgument, "no place for the communicator");
    if (has_processes && (ranks < 1 || ranks > MAX_DEVICES))
        return refuse(ncclInvalidArgument, "%d ranks: must be from 1 to %d", ranks, MAX_DEVICES);
    if (!has_processes && (ranks < 1 || ranks > cuda_cpu_devices()))
        return refuse(ncclInvalidArgument, "%d ranks: there are %d devices, and each has one rank (CUDA_CPU_DEVICES); ranks in "
                      "other processes need MPI_Init() first", ranks, cuda_cpu_devices());
    if (rank < 0 || rank >= ranks)
        return refuse(ncclInvalidArgument, "rank %d: must be from 0 to %d", rank, ranks - 1);
    begin();
    return ncclSuccess;
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    ncclResult_t error = check_ranks(comms, count, 0, 0);
    ncclUniqueId id;
    struct clique *c;

    for (int i = 0; i < count && !error; i++)
        if (devices && !cuda_cpu_is_device(devices[i]))
            error = refuse(ncclInvalidArgument, "there is no device %d", devices[i]);
    for (int i = 0; i < count && !error; i++)
        for (int j = 0; j < i && devices; j++)
            if (devices[i] == devices[j])
                error = refuse(ncclInvalidUsage, "ranks %d and %d both use device %d", j, i, devices[i]);
    if (error)
        return error;
    ncclGetUniqueId(&id);
    pthread_mutex_lock(&lock);
    c = clique_of(&id, count);
    for (int i = 0; i < count; i++)
        join(&comms[i], c, count, i, devices ? devices[i] : i);
    pthread_mutex_unlock(&lock);
    return ncclSuccess;
}

/* Waits until all ranks of the clique have begun. */
static void await(struct clique *c)
{
    const struct timespec pause = { 0, 1000000 };
    const double limit = cuda_cpu_watch_seconds();

    for (double waited = 0; __atomic_load_n(&c->joined, __ATOMIC_ACQUIRE) < c->ranks; waited += 1e-3) {
        char missing[100] = "";

        cuda_cpu_listen();
        if (cuda_cpu_has_others() && (limit <= 0 || waited < limit)) {
            nanosleep(&pause, NULL);
            continue;
        }
        for (int r = 0; r < c->ranks; r++)
            if (!c->comm[r])
                snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s%d", *missing ? ", " : "", r);
        cuda_cpu_let_lower_report(lowest_here(c));
        cuda_cpu_report("nccl", "ncclCommInitRank waits; missing of %d ranks: rank %s; each needs a thread or a process of its own, or "
                        "one thread a group around all", c->ranks, missing);
    }
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank)
{
    ncclResult_t error = check_ranks(comm, ranks, rank, cuda_cpu_carrier != NULL);
    struct clique *c;

    if (error)
        return error;
    if (!cuda_cpu_carrier && !is_of_this_process(&id))
        return refuse(ncclInvalidUsage, "the unique id is of another process, which can only be reached through MPI: MPI_Init() "
                      "must come first");
    pthread_mutex_lock(&lock);
    c = clique_of(&id, ranks);
    error = join(comm, c, ranks, rank, cuda_cpu_current_device);
    pthread_mutex_unlock(&lock);
    if (error)
        return error;
    cuda_cpu_tell_joined(c, rank);
    if (!group.depth)
        await(c);
    else if (group.joins < MAX_DEVICES)
        group.joined[group.joins++] = c;
    return ncclSuccess;
}

static int is_comm(ncclComm_t comm)
{
    int result = 0;

    pthread_mutex_lock(&lock);
    for (const struct clique *c = first; c && !result; c = c->next)
        for (int r = 0; r < c->ranks && !result; r++)
            result = c->comm[r] == comm && comm && comm->is_live;
    pthread_mutex_unlock(&lock);
    return result;
}

static ncclResult_t check_comm(ncclComm_t comm, const void *place)
{
    if (!is_comm(comm))
        return refuse(ncclInvalidArgument, "that is no communicator, or it has been destroyed");
    return place ? ncclSuccess : refuse(ncclInvalidArgument, "no place for the answer");
}

ncclResult_t ncclCommFinalize(ncclComm_t comm)
{
    ncclResult_t error = check_comm(comm, comm);

    if (error)
        return error;
    check_group();
    return cuda_cpu_finish_device(comm->device) ? ncclUnhandledCudaError : ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t comm)
{
    ncclResult_t error = check_comm(comm, comm);

    if (!error)
        comm->is_live = 0;
    return error;
}

ncclResult_t ncclCommDestroy(ncclComm_t comm)
{
    ncclResult_t error = ncclCommFinalize(comm);

    return error ? error : ncclCommAbort(comm);
}

ncclResult_t ncclCommCount(ncclComm_t comm, int *ranks)
{
    ncclResult_t error = check_comm(comm, ranks);

    if (!error)
        *ranks = comm->clique->ranks;
    return error;
}

ncclResult_t ncclCommCuDevice(ncclComm_t comm, int *device)
{
    ncclResult_t error = check_comm(comm, device);

    if (!error)
        *device = comm->device;
    return error;
}

ncclResult_t ncclCommUserRank(ncclComm_t comm, int *rank)
{
    ncclResult_t error = check_comm(comm, rank);

    if (!error)
        *rank = comm->rank;
    return error;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *result)
{
    ncclResult_t error = check_comm(comm, result);

    if (!error)
        *result = ncclSuccess;          /* a mistake ends the program */
    return error;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* Calls of one rank in one stream, made together. */
struct batch { struct cuda_cpu_work work; size_t count; struct call call[]; };

static cudaError_t run(const struct cuda_cpu_work *work)
{
    const struct batch *b = (const struct batch *)work;

    cuda_cpu_meet(b->call, b->count);
    return cudaSuccess;
}

static void drop(struct cuda_cpu_work *work) { free(work); }

/* Gives all calls of the group for the same rank and stream as the first one left to that stream. */
static ncclResult_t submit(struct waiting_call *call, size_t calls)
{
    ncclComm_t comm = call->call.comm;
    cudaStream_t stream = call->stream;
    int device = cuda_cpu_current_device;
    struct batch *b = malloc(sizeof *b + calls * sizeof *b->call);
    cudaError_t error;

    if (!b)
        cuda_cpu_fail("no memory for %zu calls of NCCL", calls);
    *b = (struct batch){ .work = { .users = 1, .run = run, .drop = drop } };
    for (size_t i = 0; i < calls; i++)
        if (call[i].call.comm == comm && call[i].stream == stream) {
            b->call[b->count++] = call[i].call;
            call[i].call.comm = NULL;
        }
    cuda_cpu_current_device = comm->device;
    if (cuda_cpu_is_deferred(stream)) {
        error = cuda_cpu_capture(stream, cudaGraphNodeTypeHost, &b->work);
    } else {
        error = cuda_cpu_check_stream(stream);
        if (!error)
            run(&b->work);
        free(b);
    }
    cuda_cpu_current_device = device;
    return error ? refuse(ncclUnhandledCudaError, "%s", cudaGetErrorString(error)) : ncclSuccess;
}

ncclResult_t ncclGroupStart(void)
{
    static uint64_t groups;

    begin();
    if (!group.depth++)
        group.number = __atomic_add_fetch(&groups, 1, __ATOMIC_RELAXED);
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void)
{
    ncclResult_t error;

    if (!group.depth)
        return refuse(ncclInvalidUsage, "ncclGroupEnd() without ncclGroupStart()");
    if (group.depth > 1) {
        group.depth--;
        return ncclSuccess;
    }
    group.depth = 0;
    for (int i = 0; i < group.joins; i++)
        await(group.joined[i]);
    error = group.failed;
    for (size_t i = 0; i < group.calls && !error; i++)
        if (group.call[i].call.comm)
            error = submit(&group.call[i], group.calls - i);
    group.calls = 0;
    group.joins = 0;
    group.failed = ncclSuccess;
    return error;
}

/* Can the rank's device use `count` elements there? */
static int is_usable(const void *p, const struct call *c, size_t count)
{
    const struct allocation *a;
    int result;

    cuda_cpu_lock_allocations();
    a = cuda_cpu_find_allocation(p);
    result = a && count * cuda_cpu_type_size(c->type) <= a->size - (size_t)((const char *)p - a->data)
             && (a->type != ALLOCATION_OF_DEVICE || a->device == c->comm->device);
    cuda_cpu_unlock_allocations();
    return !count || result;
}

static ncclResult_t add(struct call c, size_t sent, size_t received, cudaStream_t stream)
{
    ncclResult_t error = check_comm(c.comm, c.comm);
    struct waiting_call *more;

    if (error)
        return error;
    if (!cuda_cpu_type_size(c.type))
        return refuse(ncclInvalidArgument, "%d is no data type", (int)c.type);
    if ((unsigned int)c.op >= ncclNumOps)
        return refuse(ncclInvalidArgument, "%d is no operation", (int)c.op);
    if (c.root < 0 || c.root >= c.comm->clique->ranks)
        return refuse(ncclInvalidArgument, "there is no rank %d: root or peer must be from 0 to %d", c.root,
                      c.comm->clique->ranks - 1);
    if (!is_usable(c.send, &c, sent) || !is_usable(c.receive, &c, received))
        return refuse(ncclInvalidArgument, "rank %d: %s is no memory of device %d for %zu elements of %s", c.comm->rank,
                      is_usable(c.send, &c, sent) ? "where it receives" : "what it sends", c.comm->device,
                      is_usable(c.send, &c, sent) ? received : sent, cuda_cpu_type_name(c.type));
    if (cuda_cpu_check_stream(stream) || (stream && cuda_cpu_device_of(stream) != c.comm->device
                                          && stream != cudaStreamLegacy && stream != cudaStreamPerThread))
        return refuse(ncclInvalidArgument, "rank %d: the stream is none of device %d", c.comm->rank, c.comm->device);
    ncclGroupStart();
    c.thread = pthread_self();
    c.group = group.number;
    if (group.calls == group.room) {
        group.room = group.room ? 2 * group.room : 16;
        more = realloc(group.call, group.room * sizeof *more);
        if (!more)
            cuda_cpu_fail("no memory for %zu calls of NCCL", group.room);
        group.call = more;
    }
    group.call[group.calls++] = (struct waiting_call){ c, stream };
    return ncclGroupEnd();
}

static size_t all(ncclComm_t comm, size_t count) { return is_comm(comm) ? count * (size_t)comm->clique->ranks : 0; }
static int is_rank(ncclComm_t comm, int rank) { return is_comm(comm) && comm->rank == rank; }

ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                           ncclComm_t comm, cudaStream_t stream)
{
    return add((struct call){ .kind = ALL_REDUCE, .comm = comm, .send = send, .receive = receive, .count = count,
                              .type = type, .op = op }, count, count, stream);
}

ncclResult_t ncclReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root,
                        ncclComm_t comm, cudaStream_t stream)
{
    return add((struct call){ .kind = REDUCE, .comm = comm, .send = send, .receive = receive, .count = count, .type = type,
                              .op = op, .root = root }, count, is_rank(comm, root) ? count : 0, stream);
}

ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
                           cudaStream_t stream)
{
    return add((struct call){ .kind = BROADCAST, .comm = comm, .send = send, .receive = receive, .count = count,
                              .type = type, .root = root }, is_rank(comm, root) ? count : 0, count, stream);
}

ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}

ncclResult_t ncclReduceScatter(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op,
                               ncclComm_t comm, cudaStream_t stream)
{
    return add((struct call){ .kind = REDUCE_SCATTER, .comm = comm, .send = send, .receive = receive, .count = count,
                              .type = type, .op = op }, all(comm, count), count, stream);
}

ncclResult_t ncclAllGather(const void *send, void *receive, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream)
{
    return add((struct call){ .kind = ALL_GATHER, .comm = comm, .send = send, .receive = receive, .count = count,
                              .type = type }, count, all(comm, count), stream);
}

ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return add((struct call){ .kind = SEND, .comm = comm, .send = send, .count = count, .type = type, .root = peer }, count,
               0, stream);
}

ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return add((struct call){ .kind = RECEIVE, .comm = comm, .receive = receive, .count = count, .type = type,
                              .root = peer }, 0, count, stream);
}
