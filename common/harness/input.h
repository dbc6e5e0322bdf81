/* harness/input.h: the input on the device: filling it, and finding out whether it was changed. */
#ifndef HARNESS_INPUT_H
#define HARNESS_INPUT_H

#include "harness/alloc.h"
#include "harness/elements.h"
#include "harness/keys.h"
#include "harness/launch.h"
#include "harness/observed.h"

struct lesson_input {
    void *data;    /* device memory, copies * pitch elements; --offset moves it from the beginning of
                      its allocation */
    size_t first;  /* which element of the whole array is the first; 0 unless several cards share it */
    size_t n;      /* elements of one reduction, all rows together */
    size_t copies; /* the same elements again and again: harness/time.h says what for */
    size_t pitch;  /* elements from one copy to the next; those after n must not be read, and are
                      not 0, so that a kernel which does read them gets a wrong sum */
    uint32_t seed;
    int type;      /* enum lesson_type */
    int kind;      /* enum lesson_inputs, or enum lesson_keys */
    size_t bins;   /* of keys; 0: they are elements */
    size_t size;   /* of an element */
};

namespace harness {

/* The bits of element i of all copies. */
static LESSON_ARITHMETIC inline uint64_t bits_of(const struct lesson_input &input, size_t i)
{
    if (input.bins > 0)
        return (uint32_t)lesson_key(input.kind, input.seed, i % input.pitch, input.n, input.bins);
    return lesson_item_bits(input.type, lesson_item_at(input.type, input.kind, input.seed, input.first + i % input.pitch));
}

static __global__ void fill_input(struct lesson_input input)
{
    size_t all = input.pitch * input.copies;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        uint64_t bits = bits_of(input, i);
        switch (input.size) {
        case 1: ((uint8_t *)input.data)[i] = (uint8_t)bits; break;
        case 2: ((uint16_t *)input.data)[i] = (uint16_t)bits; break;
        case 4: ((uint32_t *)input.data)[i] = (uint32_t)bits; break;
        default: ((uint64_t *)input.data)[i] = bits;
        }
    }
}

/* *first_bad becomes the lowest index whose element is no longer what fill_input() wrote. */
static __global__ void compare_input(struct lesson_input input, unsigned long long *first_bad)
{
    size_t all = input.pitch * input.copies;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += stride) {
        uint64_t there;
        switch (input.size) {
        case 1: there = ((const uint8_t *)input.data)[i]; break;
        case 2: there = ((const uint16_t *)input.data)[i]; break;
        case 4: there = ((const uint32_t *)input.data)[i]; break;
        default: there = ((const uint64_t *)input.data)[i];
        }
        if (there != bits_of(input, i))
            atomicMin(first_bad, (unsigned long long)i);
    }
}

/* The first copy of float elements, in reverse order. */
static __global__ void reverse_input(struct lesson_input input)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    float *x = (float *)input.data;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < input.n / 2; i += stride) {
        float first = x[i];
        x[i] = x[input.n - 1 - i];
        x[input.n - 1 - i] = first;
    }
}

}

static inline void lesson_reverse_input(const struct lesson_input *input, cudaStream_t stream)
{
    lesson_launch_over(input->n, stream, harness::reverse_input, *input);
}

static inline void lesson_fill_input(const struct lesson_input *input, cudaStream_t stream)
{
    lesson_launch_over(input->pitch * input->copies, stream, harness::fill_input, *input);
    lesson_limit_array(input->data, input->n * input->size,
                       input->copies > 1 ? input->pitch * input->size : 0);
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
