/* Exercise 33b: one key (find the bug)
 *
 * "A float and an index fit into 64 bits, and then argmax is one atomicMax." These keys were tried with a few positive
 * numbers. With negative numbers, with ties, with 0 and -0, and with NaNs, the index is not the one that a CPU finds.
 * docs/lessons/33_argmax.md names programs that shipped this.
 *
 * Required: the largest key is the key of the largest element. A NaN of either sign is larger than all numbers. 0 and -0
 * are equal. Of equal elements, and of NaNs, the first one wins. index_of() takes the index out again. No key is 0, and n
 * is at most 2^32. The bugs are in more than one line.
 */
#include "exercise.h"
#include "harness/check_position.h"

/* ---- your code begins: whatever is wrong is in here ---- */
__device__ unsigned long long key_of(float x, unsigned index)
{
    unsigned bits = __float_as_uint(x);
    bits = bits | 0x80000000u; /* no key is 0 */
    return (unsigned long long)bits << 32 | index;
}

__device__ unsigned index_of(unsigned long long key)
{
    return (unsigned)key;
}
/* ---- your code ends ---- */

struct place {
    float value;
    size_t index;
};

__global__ void largest_key(const float *in, unsigned long long *largest, size_t n)
{
    unsigned long long key = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned long long other = key_of(in[i], (unsigned)i);
        key = other > key ? other : key;
    }
    for (unsigned d = 16; d > 0; d /= 2) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, d);
        key = other > key ? other : key;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(largest, key);
}

__global__ void look_up(const float *in, const unsigned long long *largest, size_t n, place *result)
{
    size_t index = index_of(*largest);
    *result = {index < n ? in[index] : 0.0f, index};
}

static void launch(struct reduction *r)
{
    unsigned long long *largest = (unsigned long long *)r->partial;
    CUDA_CHECK(cudaMemsetAsync(largest, 0, sizeof *largest, r->stream));
    largest_key<<<r->grid, r->block, 0, r->stream>>>(r->in_float, largest, r->n);
    look_up<<<1, 1, 0, r->stream>>>(r->in_float, largest, r->n, (place *)r->result);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise33b", LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS,
                                       "-n 1,2,31,33,257,1000,4097 -b 32,256");
    exercise_checked(&e, "keys", &lesson_position_of_numbers, LESSON_RANDOM, launch, 4, 2, 3);
    exercise_checked(&e, "keys of negative numbers", &lesson_position_of_numbers, LESSON_NEGATIVE, launch, 4, 1, 3);
    exercise_checked(&e, "keys with ties", &lesson_position_of_numbers, LESSON_TIES, launch, 4, 2, 3);
    exercise_checked(&e, "keys of 0 and -0", &lesson_position_of_numbers, LESSON_ZEROS, launch, 4, 3, 3);
    exercise_checked(&e, "keys with NaNs", &lesson_position, LESSON_RANDOM, launch, 4, 3, 3);
    exercise_checked(&e, "keys of denormals", &lesson_position, LESSON_DENORMALS, launch, 4, 1, 3);
    exercise_count(&e, launch, 4, 16384, 256);
    exercise_at_most(&e, "global atomic requests", 128, 3); /* one for each warp */
    return exercise_end(&e);
}
