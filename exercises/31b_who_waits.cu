/* Exercise 31b: who waits for whom? (find the bug)
 *
 * Floats: each block leaves its sum in a slot, with a flag, in one 64-bit word. One block waits until all
 * slots are full, and adds them up in their order, so the sum has the same bits in each run. On the author's
 * GPU it works. On another one, where a second program was running, it never ended.
 *
 * Required: the block that waits must not keep any other from starting. CUDA does not say in which order blocks
 * start, and not all of them need have room at the same time. `tickets` is 0 before each launch, and must be 0
 * after it. One atomic per block can do both. See docs/lessons/31_versus_library.md.
 */
#include "exercise.h"
#include "lesson_block.h"
#include <cuda/atomic>

enum { AT_ONCE = 16, MOST = 4096 };

typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word;

__device__ unsigned long long slot[MOST]; /* 0 between two launches */
__device__ unsigned tickets;          /* this, too */

__global__ void sum_slots(const float *in, size_t n, float *result)
{
    size_t piece = AT_ONCE * blockDim.x;
    /* ---- your code begins: whatever is wrong is in here ---- */
    bool collects = blockIdx.x == 0;
    /* ---- your code ends ---- */
    float sum = lesson_thread_sum<AT_ONCE>(in, blockIdx.x * piece + threadIdx.x, n, blockDim.x,
                                           gridDim.x * piece);
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        word(slot[blockIdx.x]).store(1ull << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
    if (!collects)
        return;

    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) {
        unsigned long long x;
        do
            x = word(slot[i]).load(cuda::memory_order_relaxed);
        while (x == 0);
        word(slot[i]).store(0, cuda::memory_order_relaxed);
        sum += __uint_as_float((unsigned)x);
    }
    sum = lesson_block_total(sum, lesson_plus());
    if (threadIdx.x == 0)
        *result = sum;
}

static void launch(struct reduction *r)
{
    r->grid = r->grid < (unsigned)MOST ? r->grid : (unsigned)MOST;
    sum_slots<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, r->result_float);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise31b", LESSON_FLOAT,
                                       "-n 1,33,1025,20011" EXERCISE_LARGE " -b 32,256");
    exercise_sums(&e, "sum_slots", launch, AT_ONCE, 3, 1);
    struct reduction r = exercise_count(&e, launch, AT_ONCE, 20011, 256);
    exercise_true(&e, "several blocks", r.grid > 1, "there is one block only", 1);
    exercise_exactly(&e, "global atomic lanes per block", 3, 2, /* two are its slot's */
                     "by its number a block cannot know whether all others have started");
    return exercise_end(&e);
}
