/* devices.c: see devices.h. */
#define _GNU_SOURCE
#include "devices.h"

#include "allocations.h"
#include "hooks.h"
#include "process.h"
#include "settings.h"
#include "variables.h"

__thread int cuda_cpu_current_device;
int cuda_cpu_is_one_of_several;
static unsigned int reach[MAX_DEVICES];         /* bit i: it has enabled access to device i */

static int wanted = 1;

void cuda_cpu_want_devices(int count) { wanted = count < 1 ? 1 : count > MAX_DEVICES ? MAX_DEVICES : count; }

int cuda_cpu_devices(void)
{
    static int count;

    if (count)
        return count;
    count = (int)cuda_cpu_setting_number("CUDA_CPU_DEVICES", "devices", 1, MAX_DEVICES, (unsigned long long)wanted);
    if (count > 1 && !cuda_cpu_is_one_of_several) {
        cuda_cpu_is_one_of_several = 1;
        cuda_cpu_copy_variables();
    }
    return count;
}

int cuda_cpu_takes_turns;

static int can_tell;

void cuda_cpu_host_can_tell(void) { can_tell = 1; }

int cuda_cpu_has_queues(void)
{
    if (cuda_cpu_is_child())
        return 0;
    return cuda_cpu_devices() > 1
           || (cuda_cpu_process_number < 0 && (IS_INSPECTED || can_tell || cuda_cpu_has_managed_variables()));
}

int cuda_cpu_reaches(int device, int owner) { return device == owner || (reach[device] >> owner & 1); }

void cuda_cpu_set_reach(int device, int owner, int can)
{
    reach[device] = (reach[device] & ~(1u << owner)) | (can ? 1u << owner : 0);
    cuda_cpu_hide_anew();
}

void cuda_cpu_show_device(int device)
{
    if (cuda_cpu_devices() == 1)
        return;
    if (device >= 0)
        cuda_cpu_show_variables(device);
    cuda_cpu_hide_allocations(device);
}
