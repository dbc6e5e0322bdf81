/* executors.c: see executors.h. One lock protects all that belongs to the devices. A host thread holds it while it
 * uses that. An executor runs without it, but only in its turn, which a host thread gives it and waits to end. A free
 * executor holds it, too, but not while it works. */
#define _GNU_SOURCE
#include "executors.h"

#include "../base/devices.h"
#include "../base/hooks.h"
#include "../base/process.h"
#include "../base/report.h"
#include "../base/threads.h"
#include "../base/variables.h"
#include "watchdog.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

enum { POLLS = 128 };                    /* times that a kernel's threads let others run, in one turn of its device */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t host = PTHREAD_COND_INITIALIZER;
static int turn = -1;                   /* the device whose turn it is */
static unsigned int left;               /* the devices that have theirs after it */
static int most;                        /* what came of these turns so far */
static struct executor { pthread_t thread; pthread_cond_t go; } executor[MAX_DEVICES];
static int (*do_next)(int device);
static __thread int is_executor, depth;

int cuda_cpu_is_executor(void) { return is_executor; }

void cuda_cpu_enter(void)
{
    if (!cuda_cpu_has_queues() || is_executor || cuda_cpu_self || depth++)
        return;
    pthread_mutex_lock(&lock);
    while (turn >= 0)
        pthread_cond_wait(&host, &lock);
}

void cuda_cpu_leave(void)
{
    if (!cuda_cpu_has_queues() || is_executor || cuda_cpu_self || --depth)
        return;
    pthread_cond_broadcast(&host);
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_let_hosts_in(int milliseconds)
{
    const struct timespec pause = { 0, milliseconds * 1000000 };

    pthread_cond_broadcast(&host);
    pthread_mutex_unlock(&lock);
    if (milliseconds)
        nanosleep(&pause, NULL);
    else
        sched_yield();
    pthread_mutex_lock(&lock);
    while (turn >= 0)
        pthread_cond_wait(&host, &lock);
}

/* Gives the next device its turn, or else the host. The lock is held, but not while the other is woken: it would wake only
 * to wait for the lock. */
static void pass_turn(int result)
{
    pthread_cond_t *next = &host;

    most = result > most ? result : most;
    turn = left ? __builtin_ctz(left) : -1;
    if (turn >= 0) {
        left &= left - 1;
        next = &executor[turn].go;
    }
    pthread_mutex_unlock(&lock);
    pthread_cond_broadcast(next);
    pthread_mutex_lock(&lock);
}

int cuda_cpu_is_free(void) { return !IS_INSPECTED && cuda_cpu_devices() == 1; }

void cuda_cpu_begin_work(void)
{
    if (cuda_cpu_is_free() && !depth)
        pthread_mutex_unlock(&lock);
}

void cuda_cpu_end_work(void)
{
    if (!cuda_cpu_is_free() || depth)
        return;
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&host);
}

void cuda_cpu_wake_executor(void) { pthread_cond_signal(&executor[0].go); }

void cuda_cpu_be_executor(int on) { is_executor = on; }

void cuda_cpu_wait_for_executor(int milliseconds)
{
    struct timespec until;

    if (!milliseconds) {
        pthread_cond_wait(&host, &lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += milliseconds * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&host, &lock, &until);
}

static void run_freely(struct executor *e)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        while (do_next(0))
            pthread_cond_broadcast(&host);
        pthread_cond_wait(&e->go, &lock);
    }
}

static void *run(void *argument)
{
    struct executor *e = argument;
    int device = (int)(e - executor);

    is_executor = 1;
    cuda_cpu_current_device = device;
    cuda_cpu_take_no_signals();
    if (cuda_cpu_is_free())
        run_freely(e);
    pthread_mutex_lock(&lock);
    for (;;) {
        int did;

        while (turn != device)
            pthread_cond_wait(&e->go, &lock);
        pthread_mutex_unlock(&lock);
        did = do_next(device);
        pthread_mutex_lock(&lock);
        pass_turn(did ? TURN_DID : TURN_NONE);
    }
    return NULL;
}

void cuda_cpu_start_executors(int (*next)(int device))
{
    do_next = next;
    cuda_cpu_takes_turns = !cuda_cpu_is_free();
    cuda_cpu_host_waits(-1);
    for (int d = 0; d < cuda_cpu_devices(); d++) {
        pthread_cond_init(&executor[d].go, NULL);
        if (cuda_cpu_start_thread(&executor[d].thread, run, &executor[d]))
            cuda_cpu_fail("cannot start the OS threads of %d devices", cuda_cpu_devices());
        pthread_detach(executor[d].thread);
    }
}

int cuda_cpu_give_turns(unsigned int devices)
{
    left = devices;
    most = TURN_NONE;
    pass_turn(TURN_NONE);
    while (turn >= 0)
        pthread_cond_wait(&host, &lock);
    return most;
}

void cuda_cpu_end_turn(int what)
{
    int device = cuda_cpu_current_device;

    cuda_cpu_show_device(-1);
    pthread_mutex_lock(&lock);
    pass_turn(what);
    while (turn != device)
        pthread_cond_wait(&executor[device].go, &lock);
    pthread_mutex_unlock(&lock);
    if (cuda_cpu_self)
        cuda_cpu_show_device(device);
}

void cuda_cpu_has_polled(struct worker *w)
{
    struct job *job = w->job;
    uint64_t progress = 0;

    if (++job->polls < POLLS)
        return;
    for (unsigned int i = 0; i < job->workers; i++)
        progress += cuda_cpu_worker(job->first + i)->progress;
    job->polls = 0;
    cuda_cpu_end_turn(progress != job->progress ? TURN_MOVED : TURN_POLLS);
    job->progress = progress;
    if (cuda_cpu_hangs)
        raise(HANGS);
}
