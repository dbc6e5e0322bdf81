/* times.c: see times.h. */
#include "times.h"

__thread const struct times *cuda_cpu_times;
__thread int cuda_cpu_timeline;
