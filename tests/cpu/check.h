/* check.h: what the feature programs of tests/cpu share. They compile with nvcc too.
 *
 *   CHECK(call)                a CUDA call that must succeed
 *   EXPECT(condition)          something that must hold on the host
 *   RUN(kernel<<<...>>>(...))  a launch that must succeed, waited for
 * Each prints the place and what was wrong and ends the program with 1.
 *
 * In kernels: VERIFY(condition, failures) counts violations in an int on the device. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t check_error = (call);                                                         \
        if (check_error != cudaSuccess) {                                                         \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                                  \
                   cudaGetErrorString(check_error));                                              \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

#define EXPECT(condition)                                                                         \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

#define RUN(...)                                                                                  \
    do {                                                                                          \
        __VA_ARGS__;                                                                              \
        CHECK(cudaGetLastError());                                                                \
        CHECK(cudaDeviceSynchronize());                                                           \
    } while (0)

#define VERIFY(condition, failures)                                                               \
    do {                                                                                          \
        if (!(condition) && atomicAdd(failures, 1) == 0)                                          \
            printf("%s:%d: not so in block %u, thread %u: %s\n", __FILE__, __LINE__, blockIdx.x,  \
                   threadIdx.x, #condition);                                                      \
    } while (0)

#endif
