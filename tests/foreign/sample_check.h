/* sample_check.h: in the style of the CUDA samples' headers, which ask whether CUDA's own were included. */
#ifndef SAMPLE_CHECK_H
#define SAMPLE_CHECK_H

#include <cstdio>
#include <cstdlib>

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }
#endif
#ifdef __CUDA_RUNTIME_API_H__
template <typename T> void check_result(T result, const char *call, const char *file, int line)
{
    if (!result)
        return;
    fprintf(stderr, "%s:%d: %s in %s\n", file, line, name_of(result), call);
    exit(EXIT_FAILURE);
}
#define checkResult(call) check_result((call), #call, __FILE__, __LINE__)

inline int find_device()
{
    int count = 0, major = 0, mode = -1, best = -1;

    checkResult(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; i++) {
        checkResult(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, i));
        checkResult(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, i));
        if (mode != cudaComputeModeProhibited && major >= 3)
            best = i;
    }
    checkResult(cudaSetDevice(best));
    return best;
}
#endif
#endif
