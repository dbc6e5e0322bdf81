/* worker.c: the workers, and each OS thread's own variables. */
#include "worker.h"

#include "devices.h"

__thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;
const int warpSize = LANES;
__thread struct worker *cuda_cpu_self;
__thread struct cuda_cpu_launch_place cuda_cpu_launch_place;
struct cuda_cpu_launch_place cuda_cpu_last_launch;

static struct worker *workers[MAX_DEVICES * MAX_WORKERS];

struct worker *cuda_cpu_worker(unsigned int number) { return workers[number]; }

void cuda_cpu_add_worker(struct worker *w, unsigned int number)
{
    w->number = number;
    workers[number] = w;
}

int cuda_cpu_is_worker(const struct worker *w)
{
    for (unsigned int i = 0; i < MAX_DEVICES * MAX_WORKERS; i++)
        if (w && workers[i] == w)
            return 1;
    return 0;
}
