/* Exercise 25d: when it works (predict)
 *
 * Count and sum share one word, with the count in the high half and the sum in the low half: the
 * wrong way round. Four blocks bring the sums -3, 4, -2 and 1, in this order. Here one thread makes
 * their four additions, one after another, and keeps the word after each. (The word begins at 0.)
 *
 * Before it runs: what does the high half say after each addition? And with which totals does a test
 * find this mistake, whatever the sums in between are? See docs/lessons/25_one_atomic.md.
 */
#include "exercise.h"

/* ---- your code begins: five numbers ---- */
static const int after_1 = EXERCISE_UNKNOWN;
static const int after_2 = EXERCISE_UNKNOWN;
static const int after_3 = EXERCISE_UNKNOWN;
static const int after_4 = EXERCISE_UNKNOWN;
static const int largest_total_found = EXERCISE_UNKNOWN; /* with a larger total the last block finds the right count */
/* ---- your code ends ---- */

enum { BLOCKS = 4 };

__device__ unsigned long long packed(int sum)
{
    return (1ull << 32) + (unsigned long long)sum;
}

/* sum_of[b] is what block b brings; word_after[b] is the word after its addition. */
__global__ void add_all(const int *sum_of, unsigned long long *word_after)
{
    unsigned long long total = 0;
    for (unsigned b = 0; b < BLOCKS; b++)
        word_after[b] = total += packed(sum_of[b]);
}

/* The high half after `additions` of these sums. */
static int high_half(const int *sums, int additions)
{
    int *sum_of;
    unsigned long long *word_after, word[BLOCKS];
    CUDA_CHECK(cudaMalloc(&sum_of, BLOCKS * sizeof *sum_of));
    CUDA_CHECK(cudaMalloc(&word_after, sizeof word));
    CUDA_CHECK(cudaMemcpy(sum_of, sums, BLOCKS * sizeof *sum_of, cudaMemcpyHostToDevice));
    add_all<<<1, 1>>>(sum_of, word_after);
    CUDA_CHECK(cudaMemcpy(word, word_after, sizeof word, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(sum_of));
    CUDA_CHECK(cudaFree(word_after));
    return (int)(word[additions - 1] >> 32);
}

/* The largest total from -100 to 100 with which the high half is not BLOCKS at the end. */
static int largest_wrong(void)
{
    int total = 100;
    for (; total >= -100; total--) {
        const int sums[BLOCKS] = {-7, 5, 2, total};
        if (high_half(sums, BLOCKS) != BLOCKS)
            return total;
    }
    return total;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise25d", LESSON_INT);
    const int sums[BLOCKS] = {-3, 4, -2, 1};
    exercise_predict_value(&e, "after_1", after_1, high_half(sums, 1), 0, 1);
    exercise_predict_value(&e, "after_2", after_2, high_half(sums, 2), 0, 1);
    exercise_predict_value(&e, "after_3", after_3, high_half(sums, 3), 0, 2);
    exercise_predict_value(&e, "after_4", after_4, high_half(sums, 4), 0, 2);
    exercise_predict_value(&e, "largest_total_found", largest_total_found, largest_wrong(), 0, 3);
    return exercise_end(&e);
}
