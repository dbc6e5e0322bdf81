/* process.c: notices when a process that uses the device forks. The child has none of the OS threads that run
 * kernels. */
#include "process.h"

#include <pthread.h>

int cuda_cpu_process_number = -1, cuda_cpu_takes_turns;
static int is_used, is_lost, is_child;

static void lose_device(void)
{
    is_lost = is_child = 1;
    cuda_cpu_takes_turns = 0;
}

void cuda_cpu_use_device(void)
{
    if (!__atomic_exchange_n(&is_used, 1, __ATOMIC_SEQ_CST))
        pthread_atfork(NULL, NULL, lose_device);
}

int cuda_cpu_is_lost(void) { return is_lost; }
int cuda_cpu_is_child(void) { return is_child; }

void cuda_cpu_keep_device(void) { is_lost = 0; }
