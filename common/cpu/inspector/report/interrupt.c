/* interrupt.c: reports what was found when a signal stops the program.
 *
 * A signal may arrive anywhere, even in malloc(), so its handler only wakes an OS thread. That one waits until
 * an observed kernel has come to a place where nothing is being recorded, reports, and lets the signal have its
 * usual effect. Code that is not observed runs on meanwhile. */
#define _GNU_SOURCE
#include "interrupt.h"

#include "../../base/report.h"
#include "progress.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int interrupt_asked;
static sem_t arrived;
static volatile sig_atomic_t number;
static pid_t process;
static void (*report)(void);

void interrupt_wait(void)
{
    for (;;)
        pause();
}

static void on_signal(int n)
{
    if (getpid() == process) {
        number = n;
        sem_post(&arrived);
    } else {                            /* a child has no such OS thread */
        signal(n, SIG_DFL);
        raise(n);
    }
}

static void *report_at_signal(void *unused)
{
    const struct timespec soon = { 0, 200000000 };
    sigset_t it;

    while (sem_wait(&arrived)) {
    }
    __atomic_store_n(&interrupt_asked, 1, __ATOMIC_RELAXED);
    nanosleep(&soon, NULL);
    progress_end();
    report();
    signal(number, SIG_DFL);
    sigemptyset(&it);
    sigaddset(&it, number);
    pthread_sigmask(SIG_UNBLOCK, &it, NULL);
    raise(number);
    return unused;
}

void interrupt_begin(void (*report_all)(void))
{
    static const int signals[] = { SIGINT, SIGTERM };
    struct sigaction now, ours = { .sa_handler = on_signal, .sa_flags = SA_RESTART | (int)SA_RESETHAND };
    sigset_t all, before;
    pthread_t thread;

    process = getpid();
    report = report_all;
    sem_init(&arrived, 0, 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, report_at_signal, NULL))
        cuda_cpu_fail("inspect: cannot start an OS thread");
    pthread_detach(thread);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (!sigaction(signals[i], NULL, &now) && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_DFL)
            sigaction(signals[i], &ours, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
