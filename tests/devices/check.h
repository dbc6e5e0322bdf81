/* check.h: for the programs of this folder: a call that fails ends them, with its line. */
#ifndef TESTS_DEVICES_CHECK_H
#define TESTS_DEVICES_CHECK_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CUDA(x)                                                                                   \
    do {                                                                                          \
        cudaError_t error = (x);                                                                  \
        if (error != cudaSuccess) {                                                               \
            printf("line %d: %s: %s\n", __LINE__, #x, cudaGetErrorString(error));                 \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

/* For a program that includes nccl.h. */
#define NCCL(x)                                                                                   \
    do {                                                                                          \
        ncclResult_t result = (x);                                                                \
        if (result != ncclSuccess) {                                                              \
            printf("line %d: %s: %s (%s)\n", __LINE__, #x, ncclGetErrorString(result), ncclGetLastError(NULL)); \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

#endif
