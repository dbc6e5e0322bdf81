/* harness/input.h: the input on the device: filling it, and finding out whether it was changed. */
#ifndef HARNESS_INPUT_H
#define HARNESS_INPUT_H

#include "harness/alloc.h"
#include "harness/elements.h"
#include "harness/launch.h"
#include "harness/observed.h"

struct lesson_input {
    void *data;    /* device memory, copies * pitch elements; --offset moves it from the beginning of
                      its allocation */
    size_t n;      /* elements of one reduction, all rows together */
    size_t copies; /* the same elements again and again: harness/time.h says what for */
    size_t pitch;  /* elements from one copy to the next; those after n must not be read, and are
                      not 0, so that a kernel which does read them gets a wrong sum */
    uint32_t seed;
    int is_float;
};

namespace harness {

static __global__ void fill_input(struct lesson_input input)
{
    size_t all = input.pitch * input.copies;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        int k = lesson_element(input.seed, i % input.pitch, input.is_float);
        if (input.is_float)
            ((float *)input.data)[i] = (float)(k * LESSON_FLOAT_UNIT);
        else
            ((int *)input.data)[i] = k;
    }
}

/* *first_bad becomes the lowest index whose element is no longer what fill_input() wrote. */
static __global__ void compare_input(struct lesson_input input, unsigned long long *first_bad)
{
    size_t all = input.pitch * input.copies;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        int k = lesson_element(input.seed, i % input.pitch, input.is_float);
        int same = input.is_float
                       ? ((const float *)input.data)[i] == (float)(k * LESSON_FLOAT_UNIT)
                       : ((const int *)input.data)[i] == k;
        if (!same)
            atomicMin(first_bad, (unsigned long long)i);
    }
}

}

static inline void lesson_fill_input(const struct lesson_input *input, cudaStream_t stream)
{
    size_t size = input->is_float ? sizeof(float) : sizeof(int);
    lesson_launch_over(input->pitch * input->copies, stream, harness::fill_input, *input);
    lesson_limit_array(input->data, input->n * size,
                       input->copies > 1 ? input->pitch * size : 0);
}

/* The index of the first element that a kernel changed, or -1 when the input is as it was. */
static inline long long lesson_changed_input(const struct lesson_input *input, cudaStream_t stream)
{
    unsigned long long none = ~0ull, found = 0;
    unsigned long long *first_bad = (unsigned long long *)lesson_device_alloc(sizeof none);
    CUDA_CHECK(cudaMemcpyAsync(first_bad, &none, sizeof none, cudaMemcpyHostToDevice, stream));
    lesson_launch_over(input->pitch * input->copies, stream, harness::compare_input, *input,
                       first_bad);
    CUDA_CHECK(cudaMemcpyAsync(&found, first_bad, sizeof found, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaFree(first_bad));
    return found == none ? -1 : (long long)found;
}

#endif
