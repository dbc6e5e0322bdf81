/* threads.c: see threads.h. */
#define _GNU_SOURCE
#include "threads.h"

#include <dirent.h>

static int own;

int cuda_cpu_start_thread(pthread_t *thread, void *(*run)(void *), void *argument)
{
    int error = pthread_create(thread, NULL, run, argument);

    if (!error)
        __atomic_add_fetch(&own, 1, __ATOMIC_RELAXED);
    return error;
}

int cuda_cpu_host_threads(void)
{
    DIR *all = opendir("/proc/self/task");
    int count = 0;

    if (!all)
        return 2;
    for (const struct dirent *d; (d = readdir(all));)
        count += d->d_name[0] != '.';
    closedir(all);
    return count - __atomic_load_n(&own, __ATOMIC_RELAXED);
}
