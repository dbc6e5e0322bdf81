/* Exercise 46b: the last chunk (find the bug)
 *
 * One process of lesson 46. Whoever wrote it had sums of 2^30 elements in mind. Then all chunks have one size, and there are
 * few of them, so the bugs hardly ever show. With other sizes the sums are too large. With many chunks a sum is off by a few
 * elements now and then.
 *
 * Required: right sums, at any size. No mistake. There are two bugs. See docs/lessons/46_mpi_nccl.md.
 */
#include "exercise.h"
#include "lesson_block.h"

enum { CHUNK = 1000 };

__global__ void add_chunk(const int *in, size_t n, int *sum)
{
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        mine += in[i];
    mine = lesson_block_total(mine, lesson_plus());
    if (threadIdx.x == 0)
        atomicAdd(sum, mine);
}

static struct pipe {
    cudaStream_t copies;
    cudaEvent_t is_free[2], is_full[2]; /* of each buffer */
} the_pipe;

static struct pipe *make_pipe(void)
{
    struct pipe *p = &the_pipe;
    if (p->copies)
        return p;
    CUDA_CHECK(cudaStreamCreateWithFlags(&p->copies, cudaStreamNonBlocking));
    for (int b = 0; b < 2; b++) {
        CUDA_CHECK(cudaEventCreateWithFlags(&p->is_free[b], cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&p->is_full[b], cudaEventDisableTiming));
    }
    return p;
}

static void launch(struct reduction *r)
{
    struct pipe *p = make_pipe();
    int *buffers = (int *)lesson_library_memory(r, 2 * CHUNK * sizeof(int));
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    for (int b = 0; b < 2; b++)
        CUDA_CHECK(cudaEventRecord(p->is_free[b], r->stream));
    for (size_t k = 0; k * CHUNK < r->n; k++) {
        size_t n = r->n - k * CHUNK < CHUNK ? r->n - k * CHUNK : (size_t)CHUNK;
        int b = k % 2, *buffer = buffers + b * CHUNK;
        r->grid = blocks_for(CHUNK, (size_t)r->block * r->elements_per_thread);
        CUDA_CHECK(cudaStreamWaitEvent(p->copies, p->is_free[b], 0));
        CUDA_CHECK(cudaMemcpyAsync(buffer, r->in + k * CHUNK, n * sizeof(int), cudaMemcpyHostToDevice, p->copies));
        CUDA_CHECK(cudaEventRecord(p->is_full[b], p->copies));
        /* ---- your code begins: whatever is wrong is in here ---- */
        CUDA_CHECK(cudaStreamWaitEvent(r->stream, p->is_full[b], 0));
        add_chunk<<<r->grid, r->block, 0, r->stream>>>(buffer, n, r->result);
        CUDA_CHECK(cudaEventRecord(p->is_free[b], r->stream));
        /* ---- your code ends ---- */
    }
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise46b", LESSON_INT | LESSON_FROM_HOST, "-n 1,1000,2000,5000,2001,5003 -b 64,256");
    exercise_sums(&e, "launch", launch, 16, 1, 2);
    return exercise_end(&e);
}
