/* Exercise 07c: three billion elements (find the bug)
 *
 * Three functions do all of this program's arithmetic with sizes: how many bytes to allocate, how
 * many blocks to launch, and where a thread begins. The program has added up every array that fitted
 * into a 4 GB card. Then somebody ran it on a card with 141 GB, with 3 billion ints. It allocated too
 * little memory for them, and launched far too few blocks, or none.
 *
 * Required: functions that are right for arrays of any size. You do not need 12 GB to find out:
 * main calls the functions themselves, on the host and on the device, with large numbers. Keep the
 * names and the order of the parameters. See docs/lessons/07_algorithm_cascading.md.
 */
#include "exercise.h"

/* ---- your code begins: whatever is wrong is in here ---- */
/* Bytes that n ints take. Use size_t wherever elements or bytes are counted: an int ends at 2^31,
 * an unsigned at 2^32, which is 4 GB. */
static __host__ __device__ size_t bytes_of(size_t n)
{
    return n * sizeof(int);
}

/* Blocks that cover n elements, two for each thread. The result fits into an unsigned (a grid is
 * never larger), but n does not, nor does n rounded up. */
static __host__ __device__ unsigned blocks_of(size_t n, unsigned block)
{
    return (unsigned)((n + 2 * block - 1) / (2 * block));
}

/* The first element of thread `tid` of block `index`. A product has the type of its factors,
 * whatever it is stored in. So the conversion to size_t must come before the multiplication. */
static __host__ __device__ size_t first_of(unsigned index, unsigned block, unsigned tid)
{
    return (size_t)index * (2 * block) + tid;
}
/* ---- your code ends ---- */

__global__ void reduce_two(const int *in, int *partial, size_t n)
{
    __shared__ int sums[1024];
    unsigned tid = threadIdx.x, block = blockDim.x;
    size_t i = first_of(blockIdx.x, block, tid);
    int sum = i < n ? in[i] : 0;

    if (i + block < n)
        sum += in[i + block];
    sums[tid] = sum;
    __syncthreads();
    for (unsigned s = block / 2; s > 0; s /= 2) {
        if (tid < s)
            sums[tid] += sums[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        partial[blockIdx.x] = sums[0];
}

static void launch(struct reduction *r)
{
    r->grid = blocks_of(r->n, r->block);
    reduce_two<<<r->grid, r->block, 0, r->stream>>>(r->in, r->partial, r->n);
    finish(r);
}

/* What the functions say of n ints and blocks of 256 threads. The last one is about the last thread
 * of the last block. */
static __host__ __device__ void ask(size_t n, double *answers)
{
    answers[0] = (double)bytes_of(n);
    answers[1] = (double)blocks_of(n, 256);
    answers[2] = (double)first_of((unsigned)((n + 511) / 512 - 1), 256, 255);
}

__global__ void ask_device(size_t n, double *answers)
{
    ask(n, answers);
}

static void check_numbers(struct exercise *e, size_t n, const char *size)
{
    static const char *const about[] = {"bytes", "blocks of 256", "where the last thread begins"};
    double blocks = ceil((double)n / 512), right[] = {4.0 * (double)n, blocks, blocks * 512 - 257};
    double host[3], device[3], *answers;
    char what[64];

    ask(n, host);
    CUDA_CHECK(cudaMalloc(&answers, sizeof device));
    ask_device<<<1, 1>>>(n, answers);
    CUDA_CHECK(cudaMemcpy(device, answers, sizeof device, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(answers));
    for (int i = 0; i < 3; i++) {
        snprintf(what, sizeof what, "%s ints: %s", size, about[i]);
        exercise_equal(e, what, host[i] == right[i] ? device[i] : host[i], right[i], i + 1);
    }
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise07c", LESSON_INT);
    exercise_sums(&e, "reduce_two", launch, 2, 3, 3);
    check_numbers(&e, ((size_t)3 << 30) + 5, "3 * 2^30 + 5");
    check_numbers(&e, ((size_t)1 << 32) - 3, "2^32 - 3");
    check_numbers(&e, ((size_t)1 << 34) + 5, "2^34 + 5");
    return exercise_end(&e);
}
