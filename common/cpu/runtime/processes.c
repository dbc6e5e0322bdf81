/* processes.c: see processes.h. */
#define _GNU_SOURCE
#include "processes.h"

#include "queues.h"

#include "../base/report.h"
#include "../base/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

const struct cuda_cpu_carrier *cuda_cpu_carrier;
void (*cuda_cpu_rank_has_joined)(const struct message *m);
void (*cuda_cpu_rank_has_called)(const struct message *m, char *data);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sending *unsent;          /* of JOINED and ENDED */
static char *has_ended;                 /* by process */

void cuda_cpu_lock_processes(void) { pthread_mutex_lock(&lock); }
void cuda_cpu_unlock_processes(void) { pthread_mutex_unlock(&lock); }

static void tell_all(const struct message *m)
{
    for (int p = 0; p < cuda_cpu_carrier->processes; p++)
        if (p != cuda_cpu_carrier->self)
            cuda_cpu_carrier->send(&unsent, p, m, NULL);
}

static void note_end(int process)
{
    if (!has_ended)
        has_ended = calloc((size_t)cuda_cpu_carrier->processes, 1);
    if (!has_ended)
        cuda_cpu_fail("no memory for %d processes", cuda_cpu_carrier->processes);
    has_ended[process] = 1;
}

static void handle(const struct message *m)
{
    char *data = NULL;

    if (m->what == JOINED && cuda_cpu_rank_has_joined)
        cuda_cpu_rank_has_joined(m);
    if (m->what == ENDED)
        note_end(m->from);
    if (m->what != CALLED)
        return;
    data = malloc(m->bytes + 1);
    if (!data)
        cuda_cpu_fail("no memory for %llu bytes of rank %d", (unsigned long long)m->bytes, m->rank);
    cuda_cpu_carrier->receive_data(m, data);
    if (cuda_cpu_rank_has_called)
        cuda_cpu_rank_has_called(m, data);
    else
        free(data);
}

void cuda_cpu_listen(void)
{
    struct message m;

    if (!cuda_cpu_carrier || pthread_mutex_trylock(&lock))
        return;
    cuda_cpu_carrier->is_sent(&unsent);
    while (cuda_cpu_carrier->receive(&m))
        handle(&m);
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_tell_joined(const struct clique *c, int rank)
{
    struct message m = { .what = JOINED, .id = c->id, .ranks = c->ranks, .rank = rank };

    if (!cuda_cpu_carrier)
        return;
    pthread_mutex_lock(&lock);
    tell_all(&m);
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_let_lower_report(int rank)
{
    enum { EACH = 2, MOST = 8 };        /* seconds */

    if (cuda_cpu_carrier)
        sleep((unsigned int)(EACH * rank < MOST ? EACH * rank : MOST));
}

int cuda_cpu_has_ended(int process) { return has_ended && has_ended[process]; }

static int all_have_ended(void)
{
    int count = 0;

    for (int p = 0; p < cuda_cpu_carrier->processes; p++)
        count += p == cuda_cpu_carrier->self || cuda_cpu_has_ended(p);
    return count == cuda_cpu_carrier->processes;
}

static int others_go_on(void) { return cuda_cpu_carrier && !all_have_ended(); }
static __attribute__((constructor)) void tell_queues(void) { cuda_cpu_other_processes = others_go_on; }

/* MPI wants every message to be received before it ends. The last that a process sends says that it ends. */
void cuda_cpu_end_processes(void)
{
    const struct timespec pause = { 0, 100000 };

    if (cuda_cpu_before_wait)
        cuda_cpu_before_wait();
    pthread_mutex_lock(&lock);
    tell_all(&(struct message){ .what = ENDED });
    pthread_mutex_unlock(&lock);
    while (!all_have_ended() || unsent) {
        cuda_cpu_listen();
        nanosleep(&pause, NULL);
    }
    cuda_cpu_carrier = NULL;
}
