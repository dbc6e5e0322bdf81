/* Lesson 25: one atomic
 *
 * The ticket of lesson 24 says how many blocks are done; the sums lie elsewhere. So a fence must put
 * the two in order, and the last block must fetch the sums. Here both are in one word, and one
 * atomicAdd adds to both:
 *
 *     bit     63            32 31             0
 *             the sum so far   blocks so far         0 when the kernel begins
 *
 * The block that brings the count to gridDim.x has the whole sum. It leaves a 0 in the
 * word. Integers only: adding the bits of two floats does not add the floats. */
#include "lesson.h"
#include "lesson_share.h"

/* 0 when the program begins, and again when a kernel has ended. So two of these kernels must not run
 * at the same time, in two streams; and a kernel in which not every block adds its 1 spoils the next. */
__device__ unsigned long long total;

__global__ void __launch_bounds__(1024, 1) packed_count_sum(const int *in, size_t n, int *result)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        unsigned long long mine = (unsigned long long)(unsigned)sum << 32 | 1;
        unsigned long long all = atomicAdd(&total, mine) + mine;
        if ((unsigned)all == gridDim.x) {
            *result = (int)(all >> 32);
            atomicExch(&total, 0); /* for the next launch */
        }
    }
}

/* Lesson 24's, to compare with. */
__device__ unsigned tickets;

__global__ void __launch_bounds__(1024, 1)
ticket_fence(const int *in, size_t n, int *partial, int *result)
{
    __shared__ bool is_last;
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last) {
        sum = 0;
        for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            sum += partial[i];
        sum = lesson_block_sum(sum);
        if (threadIdx.x == 0)
            *result = sum;
    }
}

__global__ void __launch_bounds__(1024, 1) store_sums(const int *in, size_t n, int *out)
{
    int sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

static void launch_packed(struct reduction *r)
{
    lesson_share_grid(r, packed_count_sum);
    packed_count_sum<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

static void launch_fence(struct reduction *r)
{
    lesson_share_grid(r, ticket_fence);
    ticket_fence<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->partial, r->result);
}

static void launch_two(struct reduction *r)
{
    lesson_share_grid(r, store_sums);
    store_sums<<<r->grid, r->block, 0, r->stream>>>(r->in, r->n, r->partial);
    store_sums<<<1, r->block, 0, r->stream>>>(r->partial, r->grid, r->result);
}

static const struct lesson_about about = {
    .title = "one atomic",
    .part = "V",
    .step_from = "lesson24",
    .offers = LESSON_INT | LESSON_GRID | LESSON_ALIGNED,
    .defaults = "-n 2^20 -b 512",
    .kernel = "packed_count_sum",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "two_launches", launch_two, LESSON_SHARE);
    lesson_run(&l, "ticket_fence", launch_fence, LESSON_SHARE);
    lesson_run(&l, "packed_count_sum", launch_packed, LESSON_SHARE);
    lesson_run_library(&l, "cub_sum", lesson_cub_sum);
    return lesson_end(&l);
}
