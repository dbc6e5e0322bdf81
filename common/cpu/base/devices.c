/* devices.c: see devices.h. */
#define _GNU_SOURCE
#include "devices.h"

#include "hooks.h"
#include "process.h"
#include "settings.h"

__thread int cuda_cpu_current_device;
int cuda_cpu_is_one_of_several;

static int wanted = 1;

void cuda_cpu_want_devices(int count) { wanted = count < 1 ? 1 : count > MAX_DEVICES ? MAX_DEVICES : count; }

int cuda_cpu_devices(void)
{
    static int count;

    if (count)
        return count;
    count = (int)cuda_cpu_setting_number("CUDA_CPU_DEVICES", "devices", 1, MAX_DEVICES, (unsigned long long)wanted);
    cuda_cpu_is_one_of_several = count > 1;
    return count;
}

static int can_tell;

void cuda_cpu_host_can_tell(void) { can_tell = 1; }

static int has_managed_variables(void)
{
    extern char __start_cuda_cpu_managed[] __attribute__((weak)), __stop_cuda_cpu_managed[] __attribute__((weak));

    return &__start_cuda_cpu_managed[0] != &__stop_cuda_cpu_managed[0];
}

int cuda_cpu_has_queues(void)
{
    if (cuda_cpu_is_child())
        return 0;
    return cuda_cpu_devices() > 1
           || (cuda_cpu_process_number < 0 && (IS_INSPECTED || can_tell || has_managed_variables()));
}
