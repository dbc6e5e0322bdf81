/* Lesson 03: first add during load
 *
 * In lesson 02 half of the threads never add anything: they load one element and wait. Here each
 * thread loads two elements and adds them on the way, so half as many blocks do the work:
 *
 *     block 0 takes    0 .. 255  and  256 .. 511     thread t adds elements t and t + 256
 *     block 1 takes  512 .. 767  and  768 .. 1023
 */
#include "lesson.h"

__global__ void reduce3(const int *in, int *partial, size_t n)
{
    extern __shared__ int sums[];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * (2 * blockDim.x) + tid;

    int sum = i < n ? in[i] : 0;
    if (i + blockDim.x < n)
        sum += in[i + blockDim.x];
    sums[tid] = sum;
    __syncthreads();

    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }

    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    reduce3<<<r->grid, r->block, r->block * sizeof(int), r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

static const struct lesson_about about = {
    .title = "first add during load",
    .part = "I",
    .step_from = "lesson02",
    .offers = LESSON_INT,
    .defaults = "-n 2^29",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "reduce3", launch, 2);
    return lesson_end(&l);
}
