/* gallery.h: what the programs of the bug gallery share. They compile with nvcc too.
 *
 * Each program has one bug, as people write it, and with -DFIXED it is the corrected twin. The line
 * that a report has to name ends with a comment: BUG, a colon, and the kind of the report; where a
 * race has two lines, either will do. tests/42_gallery.t reads these comments.
 * Exit codes: 0 the result is right, 1 it is wrong, 2 a CUDA call failed. */
#ifndef GALLERY_H
#define GALLERY_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t check_error = (call);                                                         \
        if (check_error != cudaSuccess) {                                                         \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                                  \
                   cudaGetErrorString(check_error));                                              \
            exit(2);                                                                              \
        }                                                                                         \
    } while (0)

/* After a launch: was it accepted, and did it end well? */
#define CHECK_LAUNCH()                                                                            \
    do {                                                                                          \
        CHECK(cudaGetLastError());                                                                \
        CHECK(cudaDeviceSynchronize());                                                           \
    } while (0)

/* Input element i: from -1000 to 1000, with no pattern that a wrong index would keep. */
static inline int value(size_t i) { return (int)((i + 1) * 2654435761u % 2001) - 1000; }

static inline int sum_of_values(size_t n)
{
    int sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += value(i);
    return sum;
}

/* A copy of n ints on the device. */
static inline int *device_copy(const int *host, size_t n)
{
    int *device;

    CHECK(cudaMalloc(&device, n * sizeof *device));
    CHECK(cudaMemcpy(device, host, n * sizeof *device, cudaMemcpyHostToDevice));
    return device;
}

/* n ints on the device: value(0), value(1), ... */
static inline int *device_values(size_t n)
{
    int *host = (int *)malloc(n * sizeof *host), *device;

    if (!host)
        exit(2);
    for (size_t i = 0; i < n; i++)
        host[i] = value(i);
    device = device_copy(host, n);
    free(host);
    return device;
}

/* n ints on the device, all 0. */
static inline int *device_zeros(size_t n)
{
    int *device;

    CHECK(cudaMalloc(&device, n * sizeof *device));
    CHECK(cudaMemset(device, 0, n * sizeof *device));
    return device;
}

/* n ints on the device that nobody has written yet. */
static inline int *device_ints(size_t n)
{
    int *device;

    CHECK(cudaMalloc(&device, n * sizeof *device));
    return device;
}

static inline void fetch(int *host, const int *device, size_t n)
{
    CHECK(cudaMemcpy(host, device, n * sizeof *host, cudaMemcpyDeviceToHost));
}

static inline int fetch_one(const int *device)
{
    int result;

    fetch(&result, device, 1);
    return result;
}

/* The program's exit code. */
static inline int verdict(int got, int expected)
{
    if (got != expected)
        printf("got %d, expected %d\n", got, expected);
    return got != expected;
}

/* The same for n ints on the device; expected(i) is what the i-th must be. */
template <class F> static inline int verdict_all(const int *device, size_t n, F expected)
{
    int *got = (int *)malloc(n * sizeof *got), wrong = 0;

    if (!got)
        exit(2);
    fetch(got, device, n);
    for (size_t i = 0; i < n && !wrong; i++)
        if (got[i] != expected(i)) {
            printf("[%zu]: got %d, expected %d\n", i, got[i], expected(i));
            wrong = 1;
        }
    free(got);
    return wrong;
}

/* The sum over a whole warp, right in lane 0. */
__device__ static inline int warp_sum(int sum)
{
    for (unsigned s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    return sum;
}

#endif
