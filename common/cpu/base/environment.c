/* environment.c: the variables CUDA_CPU_... as they were when the program began. */
#define _GNU_SOURCE
#include "environment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 32 };
static char *at_begin[MOST];            /* "CUDA_CPU_...=value", and CUDA's own that the device heeds */
static int settings;

/* Copies them before any of the program's own code runs. */
static __attribute__((constructor(101))) void keep_settings(void)
{
    for (char **e = environ; e && *e && settings < MOST; e++)
        if ((!strncmp(*e, "CUDA_CPU_", 9) || !strncmp(*e, "CUDA_LAUNCH_BLOCKING=", 21)) && (at_begin[settings] = strdup(*e)))
            settings++;
}

const char *cuda_cpu_setting(const char *name)
{
    size_t length = strlen(name);

    for (int i = 0; i < settings; i++)
        if (!strncmp(at_begin[i], name, length) && at_begin[i][length] == '=')
            return at_begin[i][length + 1] ? at_begin[i] + length + 1 : NULL;
    return NULL;
}
