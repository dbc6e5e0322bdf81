/* queues.c: see queues.h. A device does one thing at a time: of the work that is first in its streams and that waits for
 * nothing, the one that was given to it first. Beside a free executor, which may be busy with a kernel, the host makes
 * copies that wait for nothing. */
#define _GNU_SOURCE
#include "queues.h"

#include "../base/devices.h"
#include "../base/process.h"
#include "../base/report.h"
#include "../base/threads.h"
#include "../engine/executors.h"
#include "../engine/watchdog.h"

#include <pthread.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
    struct cuda_cpu_work *work;         /* NULL: an event */
    cudaEvent_t event;
    uint64_t record;                    /* which of the event's */
    int is_wait, is_running;
    uint64_t ticket;                    /* the order in which the program gave it */
    cudaError_t *error;                 /* who gave it waits for this; NULL: nobody */
    struct times host;                  /* what the host knew to be past */
};

static struct queue *queues[MAX_DEVICES];
static uint64_t tickets;
static struct unused { int timeline; uint32_t number; } unused[TIMELINES];      /* of streams that have ended */
static int timelines, unused_count;
static struct times ended[MAX_DEVICES];         /* what their work was */
static struct times host;               /* of all host threads: how they wait for each other is not known */
static cudaError_t late_error;          /* of work that failed when nobody waited for it */
static struct blocked { int (*is_there)(void *); void (*report)(void *); void *of; } blocked[MAX_DEVICES];
static __thread struct queue *doing;    /* the queue whose work this OS thread does */
static __thread struct times *now;      /* what is past for that, or for its part; NULL: all */

/* Does this queue come after all that is done in the other? */
static int is_ordered_with(const struct queue *q, const struct queue *o)
{
    return q == o || (q->is_legacy && o->is_blocking) || (q->is_blocking && o->is_legacy);
}

/* Is it past for what the queue does next? */
static int is_past_for(const struct queue *q, int timeline, uint32_t number)
{
    if (host.of[timeline] >= number && !q->first)
        return 1;
    if (q->first && q->first->host.of[timeline] >= number)
        return 1;
    for (const struct queue *o = queues[q->device]; o; o = o->next)
        if (is_ordered_with(q, o) && o->times.of[timeline] >= number)
            return 1;
    return 0;
}

/* With several devices, what the host does not know to be past may be beside the work of a stream that begins later. */
static int is_past_for_all(int timeline, uint32_t number)
{
    int is_past = cuda_cpu_devices() == 1 || host.of[timeline] >= number;

    for (int d = 0; d < cuda_cpu_devices() && is_past; d++)
        for (const struct queue *q = queues[d]; q && is_past; q = q->next)
            is_past = is_past_for(q, timeline, number);
    return is_past;
}

/* Does something order all that is done in the device's streams, and is it the only device? */
static int is_in_one_order(int device)
{
    if (cuda_cpu_devices() > 1)
        return 0;
    for (const struct queue *q = queues[device]; q; q = q->next)
        for (const struct queue *o = q->next; o; o = o->next)
            if (!is_ordered_with(q, o))
                return 0;
    return 1;
}

int cuda_cpu_take_timeline(struct times *times)
{
    int timeline = -1;

    if (timelines < TIMELINES) {
        timeline = timelines++;
    } else if (unused_count) {
        timeline = unused[--unused_count].timeline;
        times->of[timeline] = unused[unused_count].number;
    }
    return timeline;
}

void cuda_cpu_give_timeline(int timeline, const struct times *times)
{
    unused[unused_count++] = (struct unused){ timeline, times->of[timeline] };
}

static void begin_queue(struct CUstream_st *s)
{
    struct queue *q = &s->queue;

    cuda_cpu_is_past_for_all = is_past_for_all;
    q->is_used = 1;
    q->device = s->device;
    q->last = &q->first;
    q->timeline = cuda_cpu_take_timeline(&q->times);
    q->next = queues[q->device];
    queues[q->device] = q;
}

/* A queue without work leaves the list. Another stream may have its timeline, as if it came after this one. */
void cuda_cpu_end_queue(struct CUstream_st *s)
{
    struct queue **at = &queues[s->device], *q = &s->queue;

    if (!q->is_used)
        return;
    cuda_cpu_enter();
    while (*at && *at != q)
        at = &(*at)->next;
    if (*at && !q->first) {
        *at = q->next;
        cuda_cpu_join_times(&ended[s->device], &q->times);
        if (q->timeline >= 0)
            cuda_cpu_give_timeline(q->timeline, &q->times);
    }
    cuda_cpu_leave();
}

/* ---- An executor's side --------------------------------------------------------------------- */

static int is_before(const struct queue *q, uint64_t ticket) { return q->first && q->first->ticket < ticket; }

/* Can the first entry of the queue be done? */
static int is_ready(const struct queue *q)
{
    const struct entry *e = q->first;

    if (!e || e->is_running || (e->is_wait && e->event->done < e->record))
        return 0;
    for (const struct queue *o = queues[q->device]; o; o = o->next)
        if (o != q && is_ordered_with(q, o) && is_before(o, e->ticket))
            return 0;
    return 1;
}

static void join_default(struct queue *q)
{
    for (const struct queue *o = queues[q->device]; o; o = o->next)
        if (o != q && is_ordered_with(q, o))
            cuda_cpu_join_times(&q->times, &o->times);
    if (q->is_legacy)
        cuda_cpu_join_times(&q->times, &ended[q->device]);
}

static void begin_work(struct queue *q)
{
    if (q->timeline >= 0)
        q->times.of[q->timeline]++;
    doing = q;
    now = is_in_one_order(q->device) ? NULL : &q->times;
    cuda_cpu_begin_part(now, q->timeline);
}

static void end_work(void)
{
    doing = NULL;
    cuda_cpu_times = now = NULL;
}

int cuda_cpu_begin_parts(struct parts *parts)
{
    if (!doing)
        return 0;
    *parts = (struct parts){ now ? *now : doing->times, now, cuda_cpu_times, cuda_cpu_timeline };
    return 1;
}

void cuda_cpu_end_parts(const struct parts *parts, const struct times *end)
{
    now = parts->now;
    cuda_cpu_times = parts->times;
    cuda_cpu_timeline = parts->timeline;
    cuda_cpu_join_times(now ? now : &doing->times, end);
}

void cuda_cpu_begin_part(struct times *times, int timeline)
{
    now = times;
    cuda_cpu_times = timeline >= 0 ? now : NULL;
    cuda_cpu_timeline = timeline;
}

static cudaError_t do_entry(struct queue *q, struct entry *e)
{
    cudaError_t error = cudaSuccess;

    join_default(q);
    cuda_cpu_join_times(&q->times, &e->host);
    if (e->is_wait) {
        cuda_cpu_join_times(&q->times, &e->event->times);
    } else if (e->event) {
        cuda_cpu_join_times(&e->event->times, &q->times);
        clock_gettime(CLOCK_MONOTONIC, &e->event->time);
        if (e->event->done < e->record)
            e->event->done = e->record;
    } else {
        begin_work(q);
        e->is_running = 1;
        cuda_cpu_begin_work();
        error = e->work->run(e->work);
        cuda_cpu_end_work();
        end_work();
        if (--e->work->users == 0)
            e->work->drop(e->work);
    }
    return error;
}

static int do_one(int device, int only_transfers)
{
    struct queue *first = NULL;
    cudaError_t error;
    struct entry *e;

    for (struct queue *q = queues[device]; q; q = q->next)
        if (is_ready(q) && !(only_transfers && q->first->work && !q->first->work->is_transfer) && (!first || q->first->ticket < first->first->ticket))
            first = q;
    if (!first)
        return 0;
    e = first->first;
    error = do_entry(first, e);
    if (e->error)
        *e->error = error;
    else if (error)
        late_error = error;
    first->first = e->next;
    if (!e->next)
        first->last = &first->first;
    free(e);
    return 1;
}

static int do_next(int device)
{
    int did = 0;

    cudaGetLastError();
    while (do_one(device, 0))
        did = 1;
    return did;
}

/* On the host, while the executors are free, or have ended their turns. Returns whether there was one. */
static int do_transfers(void)
{
    const int device = cuda_cpu_current_device;
    int did = 0;

    cuda_cpu_be_executor(1);
    for (int d = 0; d < cuda_cpu_devices(); d++) {
        cuda_cpu_current_device = d;
        while (do_one(d, 1))
            did = 1;
    }
    cuda_cpu_current_device = device;
    cuda_cpu_be_executor(0);
    return did;
}

void cuda_cpu_wait_for_host(int (*is_there)(void *), void (*report)(void *), void *of)
{
    struct blocked *b = &blocked[cuda_cpu_current_device];
    struct times *mine = now;
    const struct times *times = cuda_cpu_times;

    while (!is_there(of)) {
        *b = (struct blocked){ is_there, report, of };
        cuda_cpu_end_turn(TURN_WAITS);
    }
    b->report = NULL;
    now = mine;
    cuda_cpu_times = times;
}

void cuda_cpu_learn(const struct times *times)
{
    if (now)
        cuda_cpu_join_times(now, times);
}

/* ---- The host's side ------------------------------------------------------------------------ */

static unsigned int busy_devices(void)
{
    unsigned int busy = 0;

    for (int d = 0; d < cuda_cpu_devices(); d++)
        for (const struct queue *q = queues[d]; q; q = q->next)
            if (q->first)
                busy |= 1u << d;
    return busy;
}

static void drive(const struct queue *q);

/* A host that polls memory calls nothing: then this OS thread gives kernels that poll their turns. */
static void *help(void *unused)
{
    const struct timespec pause = { 0, 2000000 };

    (void)unused;
    cuda_cpu_take_no_signals();
    for (;;) {
        nanosleep(&pause, NULL);
        cuda_cpu_enter();
        if (!cuda_cpu_waiting_hosts() && busy_devices())
            drive(NULL);
        cuda_cpu_leave();
    }
    return NULL;
}

static void begin_helper(void)
{
    static int begun;
    pthread_t thread;

    if (!begun++ && !cuda_cpu_start_thread(&thread, help, NULL))
        pthread_detach(thread);
}

/* Lets the devices work until they have done all, or only wait and poll. A free executor gets a while for what is in
 * the queue: most kernels are done by then, as if a launch waited for them. */
static void drive(const struct queue *q)
{
    enum { IN_VAIN = 1, WHILE = 10 };

    if (cuda_cpu_is_free()) {
        do_transfers();
        cuda_cpu_wake_executor();
        for (int i = 0; q && q->first && i < WHILE; i++)
            cuda_cpu_wait_for_executor(1);
        return;
    }
    for (int vain = 0; vain < IN_VAIN; vain++) {
        int what = cuda_cpu_give_turns(busy_devices());

        if (what == TURN_NONE || what == TURN_WAITS)
            return;
        if (what == TURN_DID || (vain == IN_VAIN - 1 && do_transfers()))
            vain = 0;
    }
    begin_helper();
}

static void finish_at_exit(void) { cuda_cpu_finish_all(); }

static void append(cudaStream_t stream, struct entry e)
{
    static int begun;
    struct queue *q = &cuda_cpu_stream(stream)->queue;
    struct entry *made = malloc(sizeof *made);

    if (!made)
        cuda_cpu_fail("no memory for the work of a stream");
    if (!begun++) {
        cuda_cpu_use_device();
        cuda_cpu_start_executors(do_next);
        atexit(finish_at_exit);
    }
    e.ticket = ++tickets;
    e.host = host;
    *made = e;
    *q->last = made;
    q->last = &made->next;
    cuda_cpu_host_waits(1);
    drive(q);
    cuda_cpu_host_waits(-1);
}

cudaError_t cuda_cpu_defer(cudaStream_t stream, struct cuda_cpu_work *work)
{
    cudaError_t error = cudaSuccess;
    struct queue *q;

    cuda_cpu_enter();
    q = &cuda_cpu_stream(stream)->queue;
    append(stream, (struct entry){ .work = work, .error = &error });
    for (struct entry *e = q->first; e; e = e->next)
        if (e->error == &error)
            e->error = NULL;            /* not done yet */
    cuda_cpu_leave();
    return cuda_cpu_error(error);
}

void cuda_cpu_defer_event(cudaStream_t stream, cudaEvent_t event, int is_wait)
{
    cuda_cpu_enter();
    if (!is_wait)
        event->records++;
    append(stream, (struct entry){ .event = event, .record = event->records, .is_wait = is_wait });
    cuda_cpu_leave();
}

struct CUstream_st *cuda_cpu_stream(cudaStream_t stream)
{
    static struct CUstream_st legacy[MAX_DEVICES];
    static __thread struct CUstream_st *of_thread[MAX_DEVICES];
    int d = cuda_cpu_current_device;
    struct CUstream_st *s = stream;

    if (stream == cudaStreamPerThread) {
        if (!of_thread[d])
            of_thread[d] = calloc(1, sizeof *s);        /* its work may outlive the thread */
        if (!of_thread[d])
            cuda_cpu_fail("no memory for the default stream of a thread");
        s = of_thread[d];
    } else if (!stream || stream == cudaStreamLegacy) {
        s = &legacy[d];
    }
    if (!s->queue.is_used && cuda_cpu_has_queues()) {
        if (s != stream)
            s->device = d;
        s->queue.is_legacy = s == &legacy[d];
        s->queue.is_blocking = !s->queue.is_legacy && !(s->flags & cudaStreamNonBlocking);
        begin_queue(s);
    }
    return s;
}

void cuda_cpu_begin_queue(struct CUstream_st *s)
{
    cuda_cpu_enter();
    cuda_cpu_stream(NULL);
    cuda_cpu_stream(s);
    cuda_cpu_leave();
}

int cuda_cpu_device_of(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread ? cuda_cpu_current_device
                                                                                  : stream->device;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

static int is_empty(const void *of) { return !((const struct queue *)of)->first; }

static int is_idle(const void *of)
{
    for (const struct queue *q = queues[*(const int *)of]; q; q = q->next)
        if (q->first)
            return 0;
    return 1;
}

/* Is all done that comes before new work of the device's default stream? */
static int is_default_idle(const void *of)
{
    for (const struct queue *q = queues[*(const int *)of]; q; q = q->next)
        if (q->first && (q->is_legacy || q->is_blocking))
            return 0;
    return 1;
}

static int is_reached(const void *of)
{
    const struct CUevent_st *e = of;

    return e->done >= e->records;
}

static double seconds_since(const struct timespec *t)
{
    struct timespec n;

    clock_gettime(CLOCK_MONOTONIC, &n);
    return (double)(n.tv_sec - t->tv_sec) + 1e-9 * (double)(n.tv_nsec - t->tv_nsec);
}

/* No device can go on, and no other host thread has come to help. */
static void report_waiting(void)
{
    for (int d = 0; d < cuda_cpu_devices(); d++)
        if (blocked[d].report)
            blocked[d].report(blocked[d].of);
    cuda_cpu_report("deadlock", "the host waits for work that no device can do");
}

static int can_go_on(int device)
{
    for (const struct queue *q = queues[device]; q; q = q->next)
        if (q->first && (q->first->is_running || is_ready(q)))
            return 1;
    return 0;
}

int (*cuda_cpu_other_processes)(void);

int cuda_cpu_has_others(void)
{
    return cuda_cpu_host_threads() > 1 || (cuda_cpu_other_processes && cuda_cpu_other_processes());
}

static void wait_freely(int (*is_done)(const void *), const void *of)
{
    for (do_transfers(); !is_done(of); do_transfers()) {
        if (!can_go_on(0) && !cuda_cpu_has_others())
            report_waiting();
        cuda_cpu_wake_executor();
        cuda_cpu_wait_for_executor(0);
    }
}

/* For the devices' clocks: see clock64() in cuda/device_functions.h. */
long long cuda_cpu_time_skipped;

/* Kernels on all devices look at memory that nobody changes. Where they count the time, they see much of it pass: so a wait
 * with a limit ends at once. */
static void skip_time(int *rounds)
{
    enum { IN_VAIN = 1000, NANOSECONDS = 100000000 };

    if (++*rounds > IN_VAIN)
        __atomic_add_fetch(&cuda_cpu_time_skipped, NANOSECONDS, __ATOMIC_RELAXED);
}

static cudaError_t wait_until(int (*is_done)(const void *), const void *of)
{
    struct timespec since;
    cudaError_t error;
    int polled = 0;

    cuda_cpu_host_waits(1);
    if (cuda_cpu_is_free())
        wait_freely(is_done, of);
    clock_gettime(CLOCK_MONOTONIC, &since);
    while (!is_done(of)) {
        int what = cuda_cpu_give_turns(busy_devices());

        if (what == TURN_DID || what == TURN_MOVED) {
            clock_gettime(CLOCK_MONOTONIC, &since);
            polled = 0;
        } else if (is_done(of)) {
            break;                      /* another host thread gave the turns */
        } else if (do_transfers()) {
            clock_gettime(CLOCK_MONOTONIC, &since);
        } else if (what != TURN_POLLS) {
            if (!cuda_cpu_has_others()
                || (cuda_cpu_watch_seconds() > 0 && seconds_since(&since) > cuda_cpu_watch_seconds()))
                report_waiting();
            cuda_cpu_let_hosts_in(1);
        } else {
            if (!cuda_cpu_has_others())
                skip_time(&polled);
            cuda_cpu_let_hosts_in(0);
        }
    }
    cuda_cpu_host_waits(-1);
    error = late_error;
    late_error = cudaSuccess;
    return error;
}

static cudaError_t finish_device(int device)
{
    cudaError_t error = wait_until(is_idle, &device);

    for (const struct queue *q = queues[device]; q; q = q->next)
        cuda_cpu_join_times(&host, &q->times);
    cuda_cpu_join_times(&host, &ended[device]);
    return error;
}

static cudaError_t finish_default(int device)
{
    cudaError_t error = wait_until(is_default_idle, &device);

    for (const struct queue *q = queues[device]; q; q = q->next)
        if (q->is_legacy || q->is_blocking)
            cuda_cpu_join_times(&host, &q->times);
    cuda_cpu_join_times(&host, &ended[device]);
    return error;
}

void (*cuda_cpu_before_wait)(void);

/* Is there nothing to wait for? */
static int is_immediate(void)
{
    if (cuda_cpu_before_wait && !cuda_cpu_is_executor())
        cuda_cpu_before_wait();
    return !cuda_cpu_has_queues() || cuda_cpu_is_executor();
}

cudaError_t cuda_cpu_finish_default(void)
{
    cudaError_t error;

    if (is_immediate())
        return cudaSuccess;
    cuda_cpu_enter();
    error = finish_default(cuda_cpu_current_device);
    cuda_cpu_leave();
    return error;
}

void cuda_cpu_begin_on_host(void)
{
    struct queue *q;

    if (is_immediate())
        return;
    q = &cuda_cpu_stream(NULL)->queue;
    join_default(q);
    cuda_cpu_join_times(&q->times, &host);
    begin_work(q);
}

void cuda_cpu_end_on_host(void)
{
    if (is_immediate())
        return;
    end_work();
    cuda_cpu_join_times(&host, &cuda_cpu_stream(NULL)->queue.times);
}

cudaError_t cuda_cpu_finish_device(int device)
{
    cudaError_t error;

    if (is_immediate())
        return cudaSuccess;
    cuda_cpu_enter();
    error = finish_device(device);
    cuda_cpu_leave();
    return error;
}

cudaError_t cuda_cpu_finish_all(void)
{
    cudaError_t error = cudaSuccess, one;

    for (int d = 0; d < cuda_cpu_devices(); d++)
        if ((one = cuda_cpu_finish_device(d)))
            error = one;
    return error;
}

cudaError_t cuda_cpu_finish_stream(cudaStream_t stream)
{
    struct CUstream_st *s;
    cudaError_t error;

    if (is_immediate())
        return cudaSuccess;
    cuda_cpu_enter();
    s = cuda_cpu_stream(stream);
    error = s->queue.is_legacy ? finish_default(s->device) : wait_until(is_empty, &s->queue);
    cuda_cpu_join_times(&host, &s->queue.times);
    cuda_cpu_leave();
    return error;
}

cudaError_t cuda_cpu_finish_event(cudaEvent_t event)
{
    cudaError_t error;

    if (is_immediate())
        return cudaSuccess;
    cuda_cpu_enter();
    error = wait_until(is_reached, event);
    cuda_cpu_join_times(&host, &event->times);
    cuda_cpu_leave();
    return error;
}

int cuda_cpu_is_finished(cudaStream_t stream)
{
    int result;

    if (!cuda_cpu_has_queues() || cuda_cpu_is_executor())
        return 1;
    cuda_cpu_enter();
    drive(NULL);
    result = !cuda_cpu_stream(stream)->queue.first;
    if (result)
        cuda_cpu_join_times(&host, &cuda_cpu_stream(stream)->queue.times);
    cuda_cpu_leave();
    return result;
}

int cuda_cpu_is_reached(cudaEvent_t event)
{
    int result;

    if (!cuda_cpu_has_queues() || cuda_cpu_is_executor())
        return 1;
    cuda_cpu_enter();
    drive(NULL);
    result = is_reached(event);
    if (result)
        cuda_cpu_join_times(&host, &event->times);
    cuda_cpu_leave();
    return result;
}
