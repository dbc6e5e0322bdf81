/* harness/input.h: the input, the sum that is expected of it, and finish(). Part of lesson.h.
 *
 * Element i is a whole number k(seed, i) times a unit: 1 for int, 2^-23 for float. It is computed
 * from its index alone, so the device fills its array by itself, the host computes the expected
 * sum without holding the array, and a lesson that destroys its input gets it back by filling
 * again. Because every k is a whole number, the expected sum is exact for float too.
 *
 * No k is 0 and they have both signs: an element that is dropped or added twice changes the sum,
 * and so does one taken in place of another, but for the one pair in 2^15 that is equal. (All ones
 * would hide every exchange; a ramp, some.) A float is at least 1/2 in size, far above rounding.
 */
#ifndef HARNESS_INPUT_H
#define HARNESS_INPUT_H

#define LESSON_INT_RANGE (1 << 14)   /* |k| <= 2^14: the sum of 2^29 of them stays within an int */
#define LESSON_FLOAT_RANGE (1 << 23) /* 2^22 <= |k| < 2^23 */
#define LESSON_FLOAT_UNIT (1.0 / LESSON_FLOAT_RANGE)

/* Mixes the bits of x: each input bit changes about half of the output bits. The constants are
 * those of Chris Wellons' "lowbias32" (Hash Prospector, 2018). */
static __host__ __device__ inline uint32_t lesson_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/* k(seed, i), as described at the top. */
static __host__ __device__ inline int lesson_element(uint32_t seed, size_t i, int is_float)
{
    uint32_t high = (uint32_t)((unsigned long long)i >> 32);
    uint32_t bits = lesson_mix((uint32_t)i ^ lesson_mix(seed + 0x9e3779b9u * (high + 1)));
    uint32_t half = LESSON_FLOAT_RANGE / 2;
    int size = is_float ? (int)(half + (bits & (half - 1)))
                        : (int)(bits & (LESSON_INT_RANGE - 1)) + 1;
    return bits >> 31 ? -size : size;
}

struct lesson_input {
    void *data;    /* device memory, copies * pitch elements */
    size_t n;      /* elements of one reduction, all rows together */
    size_t copies; /* the same elements again and again: harness/time.h says what for */
    size_t pitch;  /* elements from one copy to the next; those after n must not be read, and are
                      not 0, so that a kernel which does read them gets a wrong sum */
    uint32_t seed;
    int is_float;
};

static __global__ void lesson_fill(struct lesson_input input)
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

/* *first_bad becomes the lowest index whose element is no longer what lesson_fill wrote. */
static __global__ void lesson_compare(struct lesson_input input, unsigned long long *first_bad)
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

/* Launches a kernel of this header on enough blocks to keep the device busy. */
template <class... Parameters, class... Arguments>
static inline void lesson_launch_over(size_t n, cudaStream_t stream,
                                      void (*lesson_kernel)(Parameters...), Arguments... arguments)
{
    size_t blocks = (n + 1023) / 1024;
    unsigned grid = (unsigned)(blocks < 2048 ? blocks : 2048);
    void *pointers[] = {(void *)&arguments...};
    CUDA_CHECK(cudaLaunchKernel(lesson_kernel, dim3(grid), dim3(256), pointers, 0, stream));
}

static inline void lesson_fill_input(const struct lesson_input *input, cudaStream_t stream)
{
    lesson_launch_over(input->pitch * input->copies, stream, lesson_fill, *input);
}

/* The index of the first element that a kernel changed, or -1 when the input is as it was. */
static inline long long lesson_changed_input(const struct lesson_input *input, cudaStream_t stream)
{
    unsigned long long none = ~0ull, found = 0;
    unsigned long long *first_bad = (unsigned long long *)lesson_device_alloc(sizeof none);
    CUDA_CHECK(cudaMemcpyAsync(first_bad, &none, sizeof none, cudaMemcpyHostToDevice, stream));
    lesson_launch_over(input->pitch * input->copies, stream, lesson_compare, *input, first_bad);
    CUDA_CHECK(cudaMemcpyAsync(&found, first_bad, sizeof found, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaFree(first_bad));
    return found == none ? -1 : (long long)found;
}

/* The expected sum of elements [from, to), in units. */
struct lesson_sum {
    int64_t sum;
    uint64_t magnitude; /* sum of the absolute values, for the error bound of float */
    uint32_t largest;   /* absolute value */
};

static inline struct lesson_sum lesson_expected(uint32_t seed, int is_float, size_t from, size_t to)
{
    struct lesson_sum s = {0, 0, 0};
    for (size_t i = from; i < to; i++) {
        int k = lesson_element(seed, i, is_float);
        uint32_t size = (uint32_t)(k < 0 ? -k : k);
        s.sum += k;
        s.magnitude += size;
        s.largest = size > s.largest ? size : s.largest;
    }
    return s;
}

/* Each block adds up a share of in[0..n) and writes one partial sum: a grid-stride loop, then a
 * tree in shared memory. The block must have LESSON_FINISH_BLOCK threads. */
#define LESSON_FINISH_BLOCK 512
template <class T>
static __global__ void lesson_finish_kernel(const T *in, T *out, size_t n)
{
    __shared__ T sums[LESSON_FINISH_BLOCK];
    size_t stride = (size_t)gridDim.x * LESSON_FINISH_BLOCK;
    T sum = 0;
    for (size_t i = (size_t)blockIdx.x * LESSON_FINISH_BLOCK + threadIdx.x; i < n; i += stride)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned s = LESSON_FINISH_BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sums[threadIdx.x] += sums[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = sums[0];
}

/* Returns how many additions one thread makes in a row. */
template <class T>
static inline size_t lesson_finish(const T *partial, T *scratch, T *result, size_t n,
                                   cudaStream_t stream)
{
    const size_t per_block = 8 * LESSON_FINISH_BLOCK;
    size_t chain = 0;
    while (n > 0) {
        size_t blocks = (n + per_block - 1) / per_block;
        unsigned grid = (unsigned)(blocks < 1024 ? blocks : 1024);
        T *out = grid == 1 ? result : scratch;
        chain += n / ((size_t)grid * LESSON_FINISH_BLOCK) + 1;
        void *arguments[] = {(void *)&partial, (void *)&out, (void *)&n};
        CUDA_CHECK(cudaLaunchKernel(lesson_finish_kernel<T>, dim3(grid),
                                    dim3(LESSON_FINISH_BLOCK), arguments, 0, stream));
        partial = scratch;
        n = grid == 1 ? 0 : grid;
    }
    return chain;
}

static inline void finish(struct reduction *r)
{
    size_t chain = r->is_float ? lesson_finish(r->partial_float, r->scratch_float,
                                               r->result_float, r->grid, r->stream)
                               : lesson_finish(r->partial, r->scratch, r->result, r->grid,
                                               r->stream);
    if (r->chain < chain)
        r->chain = chain;
}

#endif
