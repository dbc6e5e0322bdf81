/* Exercise 12b: a gain on another card (predict)
 *
 * "Complete unrolling makes a reduction 1.41 times faster." Somebody measured that: in 2007, on a
 * G80, reduce6 took 71 % of the time of reduce5, at 2^22 ints and block 128. What is left of it on
 * other cards? Predict the time of the unrolled kernel as a percentage of the time of the kernel
 * before it. 71 is the gain on the G80, 100 is no gain, and more than 100 is a loss. Predict the
 * instructions in the same way.
 *
 * Part II unrolls like this in lessons 10 to 12, from reduce_unrolling8 to reduce_complete_unroll.
 * The program looks the times up in plots/published and plots/recorded. Each answer may be off by 3,
 * the one about instructions by 10. Decide first. Then go on reading
 * docs/lessons/12_template_complete_unroll.md.
 */
#include "exercise.h"

/* ---- your code begins: four percentages ---- */
static const int instructions_h200 = EXERCISE_UNKNOWN;
static const int time_h200 = EXERCISE_UNKNOWN;
static const int time_rtx_3090 = EXERCISE_UNKNOWN;
static const int time_reduce6_h200 = EXERCISE_UNKNOWN;
/* ---- your code ends ---- */

template <unsigned block>
__global__ void reduce6(const int *in, int *partial, size_t n)
{
    __shared__ int sums[block];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * block) + tid;

    sums[tid] = (i < n ? in[i] : 0) + (i + block < n ? in[i + block] : 0);
    __syncthreads();
#pragma unroll
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        if (s > 32)
            __syncthreads();
        else if (tid < 32)
            __syncwarp();
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    auto kernel = lesson_kernel_for(r->block, reduce6<32>, reduce6<64>, reduce6<128>, reduce6<256>,
                                    reduce6<512>, reduce6<1024>);
    kernel<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static double percent(const char *path, const char *column, const char *after, const char *before)
{
    return 100 * exercise_recorded(path, after, column)
           / exercise_recorded(path, before, column);
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise12b", LESSON_INT);
    exercise_sums(&e, "reduce6", launch, 2, 1, 1);
    exercise_predict_value(&e, "H200, 2^24: instructions of lesson 12, % of lesson 09's",
        instructions_h200, percent("plots/recorded/nvidia-h200-counters.csv", "instructions",
                                   "lesson12,reduce_complete_unroll,NVIDIA H200,16777216,512,",
                                   "lesson09,reduce_unrolling8,NVIDIA H200,16777216,512,"), 10, 1);
    exercise_predict_value(&e, "H200, 2^24: time of lesson 12, % of lesson 09's", time_h200,
        percent("plots/recorded/nvidia-h200.csv", "median_ms",
                "lesson12,reduce_complete_unroll,NVIDIA H200,gpu,9.0,int,16777216,1,512,",
                "lesson09,reduce_unrolling8,NVIDIA H200,gpu,9.0,int,16777216,1,512,"), 3, 2);
    exercise_predict_value(&e, "RTX 3090, 2^24: time of lesson 12, % of lesson 09's", time_rtx_3090,
        percent("plots/published/professional-cuda-3090.csv", "run3_s", "complete_unroll,",
                "unrolling8,"), 3, 2);
    exercise_predict_value(&e, "H200, 2^22: time of reduce6, % of reduce5's", time_reduce6_h200,
        percent("plots/recorded/nvidia-h200.csv", "median_ms",
                "lesson06,reduce6,NVIDIA H200,gpu,9.0,int,4194304,1,128,",
                "lesson05,reduce5,NVIDIA H200,gpu,9.0,int,4194304,1,128,"), 3, 3);
    return exercise_end(&e);
}
