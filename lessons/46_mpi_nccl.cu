/* Lesson 46: MPI and NCCL
 *
 * One process per card, so that a program can run on several machines: `mpirun -n 4 ./lesson46` starts four. MPI gives each its
 * number, its rank, and carries NCCL's unique id between the hosts. All sums of cards go through NCCL.
 *
 * The array may be larger than all cards' memory together, so it stays in the hosts' memory, and each process has a part of it.
 * The card gets that in chunks:
 *
 *     one_buffer     copy a chunk, add it up, copy the next into the same place
 *     two_buffers    while one chunk is added up, the next is copied into another buffer, in a stream of its own
 */
#include "lesson.h"
#include "lesson_block.h"
#include "lesson_mpi.h"
#include "lesson_nccl.h"

enum { CHUNKS = 8, LEAST_CHUNK = 1024, MOST_CHUNK = 16777216 }; /* so many chunks, of this many elements */

__global__ void add_chunk(const int *in, size_t n, int *sum)
{
    int mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        mine += in[i];
    mine = lesson_block_total(mine, lesson_plus());
    if (threadIdx.x == 0)
        atomicAdd(sum, mine);
}

static ncclComm_t comm; /* of all processes */

/* Makes it once: all of them come here at the same time. */
static ncclComm_t communicator(void)
{
    ncclUniqueId id;
    if (comm)
        return comm;
    lesson_nccl_begin();
    if (lesson_ranks.rank == 0)
        NCCL_CHECK(ncclGetUniqueId(&id));
    MPI_CHECK(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD));
    NCCL_CHECK(ncclCommInitRank(&comm, lesson_ranks.ranks, id, lesson_ranks.rank));
    return comm;
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

/* Elements of a chunk of this process's part. */
static size_t chunk_of(size_t n)
{
    size_t chunk = n / CHUNKS + (n % CHUNKS > 0);
    return chunk < LEAST_CHUNK ? (size_t)LEAST_CHUNK : chunk > MOST_CHUNK ? (size_t)MOST_CHUNK : chunk;
}

static void add(struct reduction *r, const int *buffer, size_t n)
{
    r->grid = blocks_for(n, (size_t)r->block * r->elements_per_thread);
    add_chunk<<<r->grid, r->block, 0, r->stream>>>(buffer, n, r->result);
}

/* *r->result is this process's sum; afterwards it is that of all. */
static void all_reduce(struct reduction *r)
{
    NCCL_CHECK(ncclAllReduce(r->result, r->result, 1, ncclInt, ncclSum, communicator(), r->stream));
}

static void launch_one_buffer(struct reduction *r)
{
    size_t chunk = chunk_of(r->n);
    int *buffer = (int *)lesson_library_memory(r, chunk * sizeof(int));
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    for (size_t from = 0; from < r->n; from += chunk) {
        size_t n = r->n - from < chunk ? r->n - from : chunk;
        CUDA_CHECK(cudaMemcpyAsync(buffer, r->in + from, n * sizeof(int), cudaMemcpyHostToDevice, r->stream));
        add(r, buffer, n);
    }
    all_reduce(r);
}

static void launch_two_buffers(struct reduction *r)
{
    struct pipe *p = make_pipe();
    size_t chunk = chunk_of(r->n);
    int *buffers = (int *)lesson_library_memory(r, 2 * chunk * sizeof(int));
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(int), r->stream));
    for (int b = 0; b < 2; b++)
        CUDA_CHECK(cudaEventRecord(p->is_free[b], r->stream));
    for (size_t from = 0, k = 0; from < r->n; from += chunk, k++) {
        size_t n = r->n - from < chunk ? r->n - from : chunk;
        int b = k % 2, *buffer = buffers + b * chunk;
        CUDA_CHECK(cudaStreamWaitEvent(p->copies, p->is_free[b], 0));
        CUDA_CHECK(cudaMemcpyAsync(buffer, r->in + from, n * sizeof(int), cudaMemcpyHostToDevice, p->copies));
        CUDA_CHECK(cudaEventRecord(p->is_full[b], p->copies));
        CUDA_CHECK(cudaStreamWaitEvent(r->stream, p->is_full[b], 0));
        add(r, buffer, n);
        CUDA_CHECK(cudaEventRecord(p->is_free[b], r->stream));
    }
    all_reduce(r);
}

static const struct lesson_about about = {
    .title = "mpi and nccl",
    .part = "VII",
    .offers = LESSON_INT | LESSON_ANY_BLOCK | LESSON_FROM_HOST,
    .defaults = "-n 2^30",
    .bench = "-n 2^24,2^27,2^32",
    .kernel = "two_buffers",
};

int main(int argc, char **argv)
{
    lesson_mpi_begin(&argc, &argv);
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run(&l, "one_buffer", launch_one_buffer, 16);
    lesson_run(&l, "two_buffers", launch_two_buffers, 16);
    int result = lesson_end(&l);
    if (comm)
        NCCL_CHECK(ncclCommDestroy(comm));
    lesson_mpi_end();
    return result;
}
