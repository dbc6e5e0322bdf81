/* worker.c: the workers, and each OS thread's own variables. */
#include "worker.h"

__thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;
const int warpSize = LANES;
__thread struct worker *cuda_cpu_self;
__thread struct cuda_cpu_launch_place cuda_cpu_launch_place;
struct cuda_cpu_launch_place cuda_cpu_last_launch;

static struct worker *workers[MAX_WORKERS];
static unsigned int count;

struct worker *cuda_cpu_worker(unsigned int number) { return workers[number]; }

void cuda_cpu_add_worker(struct worker *w)
{
    w->number = count;
    workers[count++] = w;
}

int cuda_cpu_is_worker(const struct worker *w)
{
    for (unsigned int i = 0; i < count; i++)
        if (workers[i] == w)
            return 1;
    return 0;
}
