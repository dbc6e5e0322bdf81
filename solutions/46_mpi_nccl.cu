/* Exercise 46: mpi and nccl (fill the gap)
 *
 * One process of lesson 46: its part of the array is in the host's memory, and its card has room for two chunks. While one
 * is added up, the next is copied, in a stream of its own.
 *
 * The gap is one turn of the loop, for chunk k. The copy and the kernel are there, and four more lines are needed. No chunk may be
 * added up before it has arrived, and none may arrive where another is still being added up. The host must not wait.
 *
 * Required: right sums, at any size. No mistake. It can be captured in a graph. See docs/lessons/46_mpi_nccl.md.
 */
#include "exercise.h"
#include "harness/check_sums.h"
#include "harness/row.h"
#include "harness/time.h"
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

/* Chunk k: n elements from `chunk`, into buffer b. */
static void turn(struct reduction *r, struct pipe *p, int b, int *buffer, const int *chunk, size_t n)
{
    r->grid = blocks_for(n, (size_t)r->block * r->elements_per_thread);
    /* ---- your code begins: two lines, and four more ---- */
    CUDA_CHECK(cudaStreamWaitEvent(p->copies, p->is_free[b], 0));
    CUDA_CHECK(cudaMemcpyAsync(buffer, chunk, n * sizeof(int), cudaMemcpyHostToDevice, p->copies));
    CUDA_CHECK(cudaEventRecord(p->is_full[b], p->copies));
    CUDA_CHECK(cudaStreamWaitEvent(r->stream, p->is_full[b], 0));
    add_chunk<<<r->grid, r->block, 0, r->stream>>>(buffer, n, r->result);
    CUDA_CHECK(cudaEventRecord(p->is_free[b], r->stream));
    /* ---- your code ends ---- */
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
        turn(r, p, k % 2, buffers + k % 2 * CHUNK, r->in + k * CHUNK, n);
    }
}

/* Does a graph of it come about? A host that waits, and work that nothing joins, are errors then. */
static int is_captured(struct lesson *l)
{
    struct lesson_row row = lesson_make_row(l, "captured", &lesson_sums, launch, 16, 0, 0);
    cudaGraphExec_t graph = lesson_record(l, &row, lesson_enqueue, NULL);
    return cudaGraphExecDestroy(graph) == cudaSuccess;
}

int main(int argc, char **argv)
{
    struct exercise e = exercise_begin(argc, argv, "exercise46", LESSON_INT | LESSON_FROM_HOST, "-n 1,999,1001,2000,5003 -b 64,256");
    exercise_sums(&e, "turn", launch, 16, 1, 2);
    exercise_true(&e, "a graph of it", e.failed || is_captured(&e.lesson), "it cannot be captured", 3);
    return exercise_end(&e);
}
