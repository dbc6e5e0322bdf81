/* harness/error.h: one clear line for everything that can go wrong, and the exit code. */
#ifndef HARNESS_ERROR_H
#define HARNESS_ERROR_H

#include "harness/api.h"
#include "harness/ranks.h"
#include <cuda_runtime.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum lesson_exit {
    LESSON_OK = 0,
    LESSON_WRONG = 1,
    LESSON_USAGE = 2,
    LESSON_CUDA_ERROR = 3,
    LESSON_CANNOT_RUN = 77
};

LESSON_SHARED const char *lesson_program = "lesson"; /* set by lesson_open, for messages */

/* Prints "lesson05: MESSAGE" to stderr, on one line whatever somebody typed, and ends the program with exit code `code`. */
[[noreturn]]
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void lesson_fail(enum lesson_exit code, const char *format, ...)
{
    char text[8192];
    va_list args;
    fflush(stdout);
    if (lesson_ranks.rank > 0 && code != LESSON_WRONG)
        sleep(2); /* what all find rank 0 has told, and mpirun ends the others */
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    fprintf(stderr, "%s: %s\n", lesson_program, text);
    exit(code);
}

/* Ends the program with exit code 2 if what it has printed so far could not be written. */
static inline void lesson_need_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        lesson_fail(LESSON_USAGE, "what it prints cannot be written: %s", strerror(errno));
}

/* The usual way out of a CUDA error, or "" where there is no usual one. */
static inline const char *lesson_remedy(cudaError_t error)
{
    switch (error) {
    case cudaErrorNoDevice:
        return "this machine shows no NVIDIA GPU; `make DEVICE=cpu` builds the lessons for the "
               "CPU device, which needs none";
    case cudaErrorInsufficientDriver:
        return "no driver, or one older than the toolkit: update the driver, or use the CPU "
               "device (make DEVICE=cpu)";
    case cudaErrorNoKernelImageForDevice:
        return "the program was built for another GPU: rebuild with make ARCH=native, or name "
               "the architecture (make ARCH=sm_80)";
    case cudaErrorUnsupportedPtxVersion:
        return "the toolkit is newer than the driver and the program holds no code for this "
               "GPU: rebuild with make ARCH=native, or update the driver";
    case cudaErrorMemoryAllocation:
        return "out of device memory: choose a smaller --size, or see with nvidia-smi who else "
               "uses the GPU";
    case cudaErrorInvalidConfiguration:
        return "the grid, the block or its shared memory is more than the device allows: try a "
               "smaller --block";
    case cudaErrorLaunchOutOfResources:
        return "the block needs more registers than a multiprocessor has: try a smaller --block";
    case cudaErrorInvalidDevicePointer:
        return "kernels cannot use this address: allocate it with cudaMalloc, cudaMallocManaged or "
               "cudaMallocHost";
    case cudaErrorIllegalAddress:
        return "a kernel read or wrote outside its arrays: run compute-sanitizer on this program";
    case cudaErrorMisalignedAddress:
        return "a wide load or store at an address that is not a multiple of its size";
    case cudaErrorLaunchFailure:
        return "a kernel crashed: run compute-sanitizer on this program";
    case cudaErrorLaunchTimeout:
        return "a kernel ran longer than the display driver allows: choose a smaller --size";
    case cudaErrorCooperativeLaunchTooLarge:
        return "more blocks than can be resident at once: size the grid with the occupancy query";
    case cudaErrorDevicesUnavailable:
        return "another process holds the GPU in exclusive mode";
    default:
        return "";
    }
}

/* Ends the program with exit code 3 unless error is cudaSuccess. */
static inline void lesson_check_cuda(cudaError_t error, const char *call, const char *file,
                                     int line)
{
    if (error == cudaSuccess)
        return;
    const char *remedy = lesson_remedy(error);
    int length = (int)strlen(call);
#ifdef CUDA_CPU_DEVICE /* which makes (a note, cudaLaunchKernel(...)) of a launch */
    const char *launch = *call == '(' ? strstr(call, "cudaLaunch") : NULL;
    if (launch) {
        length -= (int)(launch - call) + 1;
        call = launch;
    }
#endif
    lesson_fail(LESSON_CUDA_ERROR, "%s:%d: %.*s: %s (%s)%s%s", file, line, length, call,
                cudaGetErrorString(error), cudaGetErrorName(error), *remedy ? "; " : "", remedy);
}

/* Every call of the CUDA API goes through this: on an error the program ends with exit code 3. */
#define CUDA_CHECK(call) lesson_check_cuda((call), #call, __FILE__, __LINE__)

#endif
