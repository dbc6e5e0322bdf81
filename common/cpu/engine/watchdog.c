/* watchdog.c: ends a program whose kernel loops forever, and reports where.
 *
 * During a launch, an OS thread checks regularly whether any lane has ended, passed a barrier or met the
 * others of its warp. If none has for too long, it interrupts a worker, which reports its place.
 *
 * On a GPU's host, a signal that arrives during a kernel is handled by the host. So here the workers do not
 * take it, because they run the kernel: this OS thread does. */
#define _GNU_SOURCE
#include "watchdog.h"

#include "../base/report.h"
#include "../base/settings.h"
#include "../base/worker.h"

#include <signal.h>
#include <time.h>

enum { PER_SECOND = 4 };

static double seconds = 30;             /* 0: never */
static int workers;                     /* of the launch that runs; 0: none */
static unsigned int launches;
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

double cuda_cpu_watch_seconds(void) { return seconds; }

static uint64_t progress(int n)
{
    uint64_t sum = __atomic_load_n(&launches, __ATOMIC_RELAXED);

    for (int i = 0; i < n; i++)
        sum += __atomic_load_n(&cuda_cpu_worker((unsigned int)i)->progress, __ATOMIC_RELAXED);
    return sum;
}

/* A worker whose block does not wait for other blocks. */
static const struct worker *busy_worker(int n)
{
    for (int i = n; i-- > 0;) {
        const struct worker *w = cuda_cpu_worker((unsigned int)i);

        if (w->job && !w->in_grid_sync && !w->has_ended && !w->is_outside && !w->is_gathered
            && (!w->job->one_at_a_time || w->job->turn == w->number))
            return w;
    }
    return cuda_cpu_worker(0);
}

static void *watch(void *unused)
{
    const struct timespec pause = { 0, 1000000000 / PER_SECOND };
    uint64_t before = 0;
    double still = 0;

    (void)unused;
    for (;;) {
        int n;

        nanosleep(&pause, NULL);
        n = __atomic_load_n(&workers, __ATOMIC_ACQUIRE);
        if (n)
            take_signals();
        if (n && progress(n) == before) {
            still += 1.0 / PER_SECOND;
            if (seconds > 0 && still >= seconds)
                pthread_kill(busy_worker(n)->os_thread, HANGS);
        } else {
            still = 0;
            before = n ? progress(n) : 0;
        }
    }
    return NULL;
}

/* A launch with `running` workers begins; 0: it has ended. */
void cuda_cpu_watch(int running)
{
    static int begun;
    sigset_t all, old;
    pthread_t thread;

    if (!begun) {
        begun = 1;
        seconds = (double)cuda_cpu_setting_number("CUDA_CPU_SECONDS", "seconds", 0, 1000000000,
                                                  (unsigned long long)seconds);
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &old);
        if (!pthread_create(&thread, NULL, watch, NULL))
            pthread_detach(thread);
        pthread_sigmask(SIG_SETMASK, &old, NULL);
    }
    launches += running > 0;
    if (running)
        pthread_sigmask(SIG_BLOCK, outside_signals(), &launcher);
    __atomic_store_n(&workers, running, __ATOMIC_RELEASE);
    if (!running)
        pthread_sigmask(SIG_SETMASK, &launcher, NULL);
}
