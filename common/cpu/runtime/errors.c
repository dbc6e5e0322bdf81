/* errors.c: the last error, and the errors' names and texts. */
#include "cuda_runtime_api.h"

#include <stddef.h>

static __thread cudaError_t last_error;

cudaError_t cuda_cpu_error(cudaError_t error)
{
    if (error)
        last_error = error;
    return error;
}

cudaError_t cudaPeekAtLastError(void) { return last_error; }

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;

    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
#define X(name, number, text) case number: return #name;
    switch ((int)error) {
    CUDA_CPU_ERRORS(X)
    default: return "unrecognized error code";
    }
#undef X
}

const char *cudaGetErrorString(cudaError_t error)
{
#define X(name, number, text) case number: return text;
    switch ((int)error) {
    CUDA_CPU_ERRORS(X)
    default: return "unrecognized error code";
    }
#undef X
}
