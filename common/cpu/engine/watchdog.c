/* watchdog.c: ends a program whose kernel loops forever, and reports where.
 *
 * During a launch, an OS thread checks regularly whether any lane has ended, passed a barrier or met the
 * others of its warp. If none has for too long, it interrupts a worker, which reports its place.
 *
 * On a GPU's host, a signal that arrives during a kernel is handled by the host. So here the workers do not
 * take it, because they run the kernel: this OS thread does. */
#define _GNU_SOURCE
#include "watchdog.h"

#include "../base/devices.h"
#include "../base/process.h"
#include "../base/report.h"
#include "../base/settings.h"
#include "../base/threads.h"
#include "../base/worker.h"

#include <signal.h>
#include <time.h>

enum { PER_SECOND = 4 };

static double seconds = 30;             /* 0: never */
static int workers[MAX_DEVICES];        /* of the launch that runs on the device; 0: none */
static unsigned int launches;
volatile int cuda_cpu_hangs;
static int waiting = 1;                 /* host threads that wait for a device; before the first executor, always one */
static sigset_t launcher;               /* the signals that the launching thread did not take before */

/* Signals from outside, as opposed to those that the running code causes, SIGUSR2 (HANGS), and SIGPROF. */
static const sigset_t *outside_signals(void)
{
    static const int others[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, SIGPROF,
                                  HANGS };
    static __thread sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sigdelset(&set, others[i]);
    return &set;
}

void cuda_cpu_take_no_signals(void) { pthread_sigmask(SIG_BLOCK, outside_signals(), NULL); }

/* Handles the signals that have arrived, as the launching thread would have. */
static void take_signals(void)
{
    sigset_t before;

    pthread_sigmask(SIG_SETMASK, &launcher, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

double cuda_cpu_watch_seconds(void)
{
    static int asked;

    if (!asked) {
        seconds = (double)cuda_cpu_setting_number("CUDA_CPU_SECONDS", "seconds", 0, 1000000000,
                                                  (unsigned long long)seconds);
        asked = 1;
    }
    return seconds;
}

/* How many workers run, and the progress that they have made. */
static int count_workers(uint64_t *progress)
{
    int all = 0;

    *progress = __atomic_load_n(&launches, __ATOMIC_RELAXED);
    for (int d = 0; d < MAX_DEVICES; d++) {
        int n = __atomic_load_n(&workers[d], __ATOMIC_ACQUIRE);

        for (int i = 0; i < n; i++)
            *progress += __atomic_load_n(&cuda_cpu_worker((unsigned int)(d * MAX_WORKERS + i))->progress,
                                         __ATOMIC_RELAXED);
        all += n;
    }
    return all;
}

/* A worker whose block does not wait for other blocks. */
static const struct worker *busy_worker(void)
{
    const struct worker *any = NULL;

    for (unsigned int i = MAX_DEVICES * MAX_WORKERS; i-- > 0;) {
        const struct worker *w = (int)(i % MAX_WORKERS) < workers[i / MAX_WORKERS] ? cuda_cpu_worker(i) : NULL;

        if (w)
            any = w;
        if (w && w->job && !w->in_grid_sync && !w->has_ended && !w->is_outside && !w->is_gathered
            && (!w->job->one_at_a_time || w->job->turn == w->number))
            return w;
    }
    return any;
}

void cuda_cpu_host_waits(int more) { __atomic_add_fetch(&waiting, more, __ATOMIC_RELAXED); }

int cuda_cpu_waiting_hosts(void) { return __atomic_load_n(&waiting, __ATOMIC_RELAXED); }

/* The time since the last call that counts. Devices that take turns mostly wait for the machine when it is busy: for
 * them, the processor's time does. A kernel may wait for the host while the host does something else: then little of
 * the time counts. */
static double passed(void)
{
    const double part = cuda_cpu_waiting_hosts() ? 1 : 0.1;
    static double before;
    struct timespec t;
    double now;

    if (!cuda_cpu_takes_turns)
        return part / PER_SECOND;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec - before;
    before += now;
    return part * now;
}

static void *watch(void *unused)
{
    const struct timespec pause = { 0, 1000000000 / PER_SECOND };
    uint64_t before = 0;
    double still = 0;

    (void)unused;
    for (;;) {
        const struct worker *busy;
        uint64_t progress;
        double more;
        int n;

        nanosleep(&pause, NULL);
        n = count_workers(&progress);
        more = passed();
        if (n)
            take_signals();
        if (n && progress == before) {
            still += more;
            cuda_cpu_hangs = seconds > 0 && still >= seconds;
            /* A thread that polls for another device sees that, and tells its place. */
            if (seconds > 0 && still >= seconds + cuda_cpu_takes_turns && (busy = busy_worker()))
                pthread_kill(busy->os_thread, HANGS);
        } else {
            still = 0;
            cuda_cpu_hangs = 0;
            before = n ? progress : 0;
        }
    }
    return NULL;
}

void cuda_cpu_watch(unsigned int first, int running)
{
    static int begun;
    sigset_t all, old;
    pthread_t thread;

    if (!begun) {
        begun = 1;
        cuda_cpu_watch_seconds();
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &old);
        if (!cuda_cpu_start_thread(&thread, watch, NULL))
            pthread_detach(thread);
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
    launches += running > 0;
    if (running)
        pthread_sigmask(SIG_BLOCK, outside_signals(), &launcher);
    __atomic_store_n(&workers[first / MAX_WORKERS], running, __ATOMIC_RELEASE);
    if (!running)
        pthread_sigmask(SIG_SETMASK, &launcher, NULL);
}
