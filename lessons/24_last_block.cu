/* Lesson 24: the last block
 *
 * Partial sums have to be added up when all of them are there. A second launch knows that they are,
 * but it costs time. Here the last block adds them up, in the same launch. Which one is last? Each
 * block draws a ticket, a number from a counter in global memory.
 *
 *     ticket_fence     the block stores its sum, then a fence, then draws: the block that draws the
 *                      last ticket finds all sums
 *     ticket_acq_rel   the same, said to the compiler: a ticket that releases and acquires
 *     flagged_sums     the block draws as it begins, so its loads and the ticket are on their way
 *                      together. It leaves its sum and a flag in one 64-bit word; the block with the
 *                      last ticket waits for every word */
#include "lesson.h"
#include "lesson_share.h"
#include <cuda/atomic>

enum { WORDS = 1 << 16 };
#define IS_THERE (1ull << 32)

/* All 0 when the program begins, and again when a kernel has ended. So two of these kernels must not
 * run at the same time, in two streams. */
__device__ unsigned tickets;
__device__ unsigned long long words[WORDS]; /* of flagged_sums: IS_THERE and a block's sum */

/* The sum of as many partial sums as there are blocks, in thread 0. */
template <class T> __device__ T add_partials(const T *partial)
{
    T sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += partial[i];
    return lesson_block_sum(sum);
}

template <class T>
__global__ void __launch_bounds__(1024, 1)
ticket_fence(const T *in, size_t n, T *partial, T *result)
{
    __shared__ bool is_last;
    T sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence(); /* whoever sees the ticket sees the sum */
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1; /* the last sets it to 0 */
        __threadfence(); /* whoever has seen all tickets sees all sums */
    }
    __syncthreads();
    if (is_last) {
        sum = add_partials(partial);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

template <class T>
__global__ void __launch_bounds__(1024, 1)
ticket_acq_rel(const T *in, size_t n, T *partial, T *result)
{
    __shared__ bool is_last;
    T sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        cuda::atomic_ref<unsigned, cuda::thread_scope_device> ticket(tickets);
        partial[blockIdx.x] = sum;
        is_last = ticket.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        sum = add_partials(partial);
        if (threadIdx.x == 0) {
            *result = sum;
            tickets = 0;
        }
    }
}

__device__ unsigned bits(int x) { return (unsigned)x; }
__device__ unsigned bits(float x) { return __float_as_uint(x); }
__device__ void from_bits(int *x, unsigned b) { *x = (int)b; }
__device__ void from_bits(float *x, unsigned b) { *x = __uint_as_float(b); }

template <class T>
__global__ void __launch_bounds__(1024, 1) flagged_sums(const T *in, size_t n, T *result)
{
    __shared__ bool is_last;
    volatile unsigned long long *word = words; /* each access happens, as one of 64 bits */
    unsigned ticket = 0;
    if (threadIdx.x == 0)
        ticket = atomicInc(&tickets, gridDim.x - 1); /* on its way while the elements come */
    T sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        word[blockIdx.x] = IS_THERE | bits(sum);
        is_last = ticket == gridDim.x - 1; /* all others have begun: one may wait for them */
    }
    __syncthreads();
    if (is_last) {
        sum = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
            unsigned long long w;
            do
                w = word[i];
            while (!(w & IS_THERE));
            word[i] = 0;
            T of_block;
            from_bits(&of_block, (unsigned)w);
            sum += of_block;
        }
        sum = lesson_block_sum(sum);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

/* To compare with: the block's sum is stored, and a second launch adds up what all have stored ... */
template <class T>
__global__ void __launch_bounds__(1024, 1) store_sums(const T *in, size_t n, T *out)
{
    T sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

/* ... or it is added to the result, in whatever order the blocks come. */
template <class T>
__global__ void __launch_bounds__(1024, 1) add_sums(const T *in, size_t n, T *result)
{
    T sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

template <class T> static void launch_two(struct reduction *r)
{
    T *partial = (T *)r->partial;
    lesson_share_grid(r, store_sums<T>);
    store_sums<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, partial);
    store_sums<<<1, r->block, 0, r->stream>>>(partial, r->grid, (T *)r->result);
}

template <class T> static void launch_atomic(struct reduction *r)
{
    lesson_share_grid(r, add_sums<T>);
    r->chain = r->grid;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(T), r->stream));
    add_sums<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (T *)r->result);
}

template <class T> static void launch_fence(struct reduction *r)
{
    lesson_share_grid(r, ticket_fence<T>);
    ticket_fence<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (T *)r->partial,
                                                      (T *)r->result);
}

template <class T> static void launch_acq_rel(struct reduction *r)
{
    lesson_share_grid(r, ticket_acq_rel<T>);
    ticket_acq_rel<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (T *)r->partial,
                                                        (T *)r->result);
}

template <class T> static void launch_flagged(struct reduction *r)
{
    lesson_share_grid(r, flagged_sums<T>);
    if (r->grid > WORDS)
        lesson_fail(LESSON_USAGE, "--grid %u: flagged_sums has a word for each of %d blocks at most; "
                    "choose a smaller --grid", r->grid, WORDS);
    flagged_sums<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (T *)r->result);
}

template <class T> static void run(struct lesson *l)
{
    lesson_run(l, "two_launches", launch_two<T>, LESSON_SHARE);
    lesson_run(l, "atomic_sums", launch_atomic<T>, LESSON_SHARE);
    lesson_run(l, "ticket_fence", launch_fence<T>, LESSON_SHARE);
    lesson_run(l, "ticket_acq_rel", launch_acq_rel<T>, LESSON_SHARE);
    lesson_run(l, "flagged_sums", launch_flagged<T>, LESSON_SHARE);
    lesson_run_library(l, "cub_sum", lesson_cub_sum);
    if (!l->plan.is_float)
        return; /* ints give one sum in any order */
    lesson_compare_runs(l, "atomic_sums", launch_atomic<T>, LESSON_SHARE, 20);
    lesson_compare_runs(l, "ticket_fence", launch_fence<T>, LESSON_SHARE, 20);
    lesson_compare_runs(l, "flagged_sums", launch_flagged<T>, LESSON_SHARE, 20);
}

static const struct lesson_about about = {
    .title = "the last block",
    .part = "V",
    .offers = LESSON_INT | LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED,
    .defaults = "-n 2^20 -b 512",
    .kernel = "ticket_fence",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    return lesson_end(&l);
}
