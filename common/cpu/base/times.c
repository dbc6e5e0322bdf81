/* times.c: see times.h. */
#include "times.h"

__thread const struct times *cuda_cpu_times;
__thread int cuda_cpu_timeline;
int (*cuda_cpu_is_past_for_all)(int timeline, uint32_t number);
