/* grading/apart.h: exercise_apart: a run that is meant to fail, in a process of its own. */
#ifndef GRADING_APART_H
#define GRADING_APART_H

#include "grading/state.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls function(result) where it can do no harm. The inspector reports a launch that the device
 * refuses as a mistake; where main wants one, an inspected program makes it in a separate process.
 * *result, of `bytes`, is copied back. Returns whether the function returned. */
static inline int exercise_apart(void (*function)(void *), void *result, size_t bytes)
{
    if (!EXERCISE_IS_INSPECTED) {
        function(result);
        return 1;
    }
    int status = 0;
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
    fflush(NULL);
    pid_t child = shared == MAP_FAILED ? -1 : fork();
    if (child < 0)
        lesson_fail(LESSON_USAGE, "no other process could be started: %s", strerror(errno));
    if (child == 0) {
        memcpy(shared, result, bytes);
#ifdef CUDA_CPU_INSPECT
        cuda_cpu_inspect_child();
#endif
        alarm(5); /* nothing else would end it */
        function(shared);
        _exit(0);
    }
    waitpid(child, &status, 0);
    memcpy(result, shared, bytes);
    munmap(shared, bytes);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#endif
