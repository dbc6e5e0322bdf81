/* variables.c: the __device__ and __constant__ variables lie in pages of their own (cuda_runtime.h puts them into two
 * sections, this file ends each with a page). Each device has a copy of these pages, at addresses of their own. While
 * a device runs, the same copy is also where the program has the variables. */
#define _GNU_SOURCE
#include "variables.h"

#include "allocations.h"
#include "devices.h"
#include "hooks.h"
#include "report.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

#if defined(__ELF__)
/* The last object of each section, because the engine is linked last: it begins and ends a page. */
static char device_end[PAGE] __attribute__((section("cuda_cpu_device"), aligned(PAGE), used));
static char constant_end[PAGE] __attribute__((section("cuda_cpu_constant"), aligned(PAGE), used));
extern char __start_cuda_cpu_device[], __start_cuda_cpu_constant[];
#define SECTIONS { { __start_cuda_cpu_device, device_end }, { __start_cuda_cpu_constant, constant_end } }
#else
#define SECTIONS { { NULL, NULL } }
#endif

/* volatile: to the compiler, two objects never have one address. */
static struct section { char *volatile begin, *volatile end; } section[] = SECTIONS;
enum { COUNT = sizeof section / sizeof *section };
static struct { char *at; int file; } copy[COUNT][MAX_DEVICES];
static int shown;

static size_t size_of(int i) { return (size_t)(section[i].end - section[i].begin); }

static void copy_section(int i)
{
    size_t size = size_of(i);

    if ((uintptr_t)section[i].begin % PAGE || sysconf(_SC_PAGESIZE) != PAGE)
        cuda_cpu_fail("CUDA_CPU_DEVICES=%d: the __device__ variables of this program do not lie in pages of their own; "
                      "leave it out", cuda_cpu_devices());
    for (int d = 0; d < cuda_cpu_devices(); d++) {
        struct allocation *a = calloc(1, sizeof *a);

        copy[i][d].file = memfd_create("cuda_cpu_variables", 0);
        if (copy[i][d].file < 0 || ftruncate(copy[i][d].file, (off_t)size))
            cuda_cpu_fail("CUDA_CPU_DEVICES=%d: no memory for the variables of each device", cuda_cpu_devices());
        copy[i][d].at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, copy[i][d].file, 0);
        if (copy[i][d].at == MAP_FAILED || !a)
            cuda_cpu_fail("CUDA_CPU_DEVICES=%d: no memory for the variables of each device", cuda_cpu_devices());
        memcpy(copy[i][d].at, section[i].begin, size);
        *a = (struct allocation){ .data = copy[i][d].at, .size = size, .type = ALLOCATION_OF_DEVICE, .device = d };
        a->hidden_begin = a->data;
        a->hidden_size = size;
        cuda_cpu_add_allocation(a);
        HOOK(allocated, a->data, size, 1, d);
    }
}

static void show(int device)
{
    if (device == shown)
        return;
    shown = device;
    for (int i = 0; i < COUNT; i++)
        if (size_of(i) && mmap(section[i].begin, size_of(i), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                               copy[i][device].file, 0) == MAP_FAILED)
            cuda_cpu_fail("cannot show the variables of device %d", device);
}

void cuda_cpu_copy_variables(void)
{
    static int is_done;

    if (is_done || cuda_cpu_devices() == 1)
        return;
    is_done = 1;
    for (int i = 0; i < COUNT; i++)
        if (size_of(i))
            copy_section(i);
    shown = -1;
    show(0);
}

void cuda_cpu_show_device(int device)
{
    if (cuda_cpu_devices() == 1)
        return;
    if (device >= 0)
        show(device);
    cuda_cpu_hide_allocations(device);
}

void *cuda_cpu_variable_of(int device, const void *variable)
{
    const char *p = variable;

    cuda_cpu_copy_variables();
    for (int i = 0; i < COUNT && cuda_cpu_devices() > 1; i++)
        if (copy[i][device].at && p >= section[i].begin && p < section[i].end)
            return copy[i][device].at + (p - section[i].begin);
    return (void *)variable;
}
