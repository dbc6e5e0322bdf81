/* harness/device.h: what this device is and what it can deliver. */
#ifndef HARNESS_DEVICE_H
#define HARNESS_DEVICE_H

#include "harness/error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define LESSON_OLDEST_MAJOR 7 /* the oldest GPUs that both CUDA 12 and 13 compile for: sm_75 */
#define LESSON_OLDEST_MINOR 5

struct lesson_device {
    char name[256];
    int ordinal;
    int cards;        /* so many devices there are from this one on */
    int is_cpu;       /* the CPU device of common/cpu: times are emulation times */
    int major, minor; /* compute capability */
    int sm_count;
    int max_block;    /* threads */
    int cooperative;  /* can launch a grid whose blocks are all resident */
    size_t l2;        /* bytes */
    size_t free_memory, total_memory; /* bytes */
    unsigned card;    /* a hash of the GPU's uuid: rows of one card can be told from another's */
    double peak;      /* theoretical memory bandwidth in GB/s, NAN where the driver reports none */
    int driver, toolkit; /* as CUDA numbers them: 13000 is 13.0 */
};

static inline int lesson_attribute(enum cudaDeviceAttr attribute, int device)
{
    int value = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

/* FNV-1a of `size` bytes, in 32 bits. */
static inline unsigned lesson_hash(const void *bytes, size_t size)
{
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 16777619u;
    return hash;
}

/* Makes device number `ordinal` the current one and describes it. Ends the program with exit 2
 * when there are devices but not this one, 3 when there is none. */
static inline struct lesson_device lesson_open_device(int ordinal)
{
    struct lesson_device d;
    int count = 0;
    memset(&d, 0, sizeof d);
    CUDA_CHECK(cudaGetDeviceCount(&count));
    if (count == 0) /* some drivers report no error */
        CUDA_CHECK(cudaErrorNoDevice);
    if (ordinal >= count)
        lesson_fail(LESSON_USAGE, "--device %d: there is no such device; the last one is %d",
                    ordinal, count - 1);
    CUDA_CHECK(cudaSetDevice(ordinal));

    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, ordinal));
    snprintf(d.name, sizeof d.name, "%s", properties.name);
    d.card = lesson_hash(&properties.uuid, sizeof properties.uuid);
    d.ordinal = ordinal;
    d.cards = count - ordinal;
#ifdef CUDA_CPU_DEVICE
    d.is_cpu = 1;
#endif
    d.major = lesson_attribute(cudaDevAttrComputeCapabilityMajor, ordinal);
    d.minor = lesson_attribute(cudaDevAttrComputeCapabilityMinor, ordinal);
    d.sm_count = lesson_attribute(cudaDevAttrMultiProcessorCount, ordinal);
    d.max_block = lesson_attribute(cudaDevAttrMaxThreadsPerBlock, ordinal);
    d.cooperative = lesson_attribute(cudaDevAttrCooperativeLaunch, ordinal);
    d.l2 = (size_t)lesson_attribute(cudaDevAttrL2CacheSize, ordinal);

    /* Two transfers per clock on a bus of `width` bits: GB/s = 2 * kHz * bits / 8 / 10^6. */
    double clock_khz = lesson_attribute(cudaDevAttrMemoryClockRate, ordinal);
    double width = lesson_attribute(cudaDevAttrGlobalMemoryBusWidth, ordinal);
    d.peak = clock_khz > 0 && width > 0 ? 2.0 * clock_khz * width / 8.0 / 1e6 : NAN;

    CUDA_CHECK(cudaDriverGetVersion(&d.driver));
    CUDA_CHECK(cudaRuntimeGetVersion(&d.toolkit));
    CUDA_CHECK(cudaMemGetInfo(&d.free_memory, &d.total_memory));
    return d;
}

/* Ends the program with exit code 77 unless the device has compute capability major.minor. */
static inline void lesson_need_capability(const struct lesson_device *d, int major, int minor)
{
    if (d->major > major || (d->major == major && d->minor >= minor))
        return;
    lesson_fail(LESSON_CANNOT_RUN,
                "needs compute capability %d.%d or newer, found %d.%d (%s): nothing was run",
                major, minor, d->major, d->minor, d->name);
}

#endif
