/* Exercise 40c: who adds (predict)
 *
 * Two kernels make a histogram of 8192 keys with 256 bins, in one block of 256 threads. Each thread loads four neighbouring
 * keys with 16 bytes. Counters are in shared memory. In the end those that are not 0 are added to the global ones.
 *
 * In the first kernel each lane adds 1 for its key. In the second, lanes with equal keys find each other with
 * __match_any_sync, and the first of them adds for all.
 *
 * Before they run: how many additions (lanes that make one) does each kernel make in shared memory, if all keys are equal,
 * and if keys are sorted, each key 32 times? How many in global memory? See docs/lessons/40_by_key.md.
 */
#include "exercise.h"
#include "harness/check_keys.h"

/* ---- your code begins: six numbers ---- */
static const int plain_equal = 8192;
static const int plain_sorted = 8192;
static const int match_equal = 256;
static const int match_sorted = 1024;
static const int global_equal = 1;
static const int global_sorted = 256;
/* ---- your code ends ---- */

template <bool MATCH> __global__ void histogram(const int *keys, size_t n, int *counts)
{
    __shared__ int mine[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    for (size_t i = threadIdx.x; i < n / 4; i += blockDim.x) {
        int4 x = ((const int4 *)keys)[i];
        const int key[4] = {x.x, x.y, x.z, x.w};
        for (unsigned k = 0; k < 4; k++) {
            unsigned equal = MATCH ? __match_any_sync(0xffffffff, key[k]) : 1u << threadIdx.x % 32;
            if ((equal & ((1u << threadIdx.x % 32) - 1)) == 0)
                atomicAdd(&mine[key[k]], MATCH ? __popc(equal) : 1);
        }
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (mine[bin] > 0)
            atomicAdd(&counts[bin], mine[bin]);
}

template <bool MATCH> static void launch(struct reduction *r)
{
    r->grid = 1;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, r->bins * sizeof(int), r->stream));
    histogram<MATCH><<<1, r->block, 0, r->stream>>>(r->in, r->n, r->result);
}

template <bool MATCH>
static void ask(struct exercise *e, enum lesson_keys keys, const char *what, int answer, int hint)
{
    lesson_use_input(&e->lesson, (enum lesson_inputs)keys);
    exercise_count(e, launch<MATCH>, 4, 8192, 256);
    exercise_predict(e, what, answer, hint);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise40c", LESSON_INT | LESSON_KEYS, "-n 1024,8192 -b 32,256");
    exercise_results(&e, &lesson_counts, "each lane adds", launch<false>, 4, 1, 1);
    exercise_results(&e, &lesson_counts, "one of equal ones adds", launch<true>, 4, 1, 1);
    ask<false>(&e, LESSON_KEYS_EQUAL, "shared atomic lanes", plain_equal, 1);
    ask<false>(&e, LESSON_KEYS_SORTED, "shared atomic lanes", plain_sorted, 1);
    ask<true>(&e, LESSON_KEYS_EQUAL, "shared atomic lanes", match_equal, 2);
    ask<true>(&e, LESSON_KEYS_SORTED, "shared atomic lanes", match_sorted, 2);
    ask<true>(&e, LESSON_KEYS_EQUAL, "global atomic lanes", global_equal, 3);
    ask<true>(&e, LESSON_KEYS_SORTED, "global atomic lanes", global_sorted, 3);
    return exercise_end(&e);
}
