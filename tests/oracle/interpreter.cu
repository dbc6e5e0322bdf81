/* interpreter.cu: one kernel, compiled to be inspected, that runs any program of the oracle. */
#include "oracle.h"

#include "inspect_counts.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_pipeline.h>

static cuda::memory_order order_of(const op &o)
{
    return o.order == RELAXED   ? cuda::memory_order_relaxed
           : o.order == ACQUIRE ? cuda::memory_order_acquire
           : o.order == RELEASE ? cuda::memory_order_release
           : o.order == ACQ_REL ? cuda::memory_order_acq_rel
                                : cuda::memory_order_seq_cst;
}

#define SCOPED(o, name, ...)                                                                      \
    (o.scope == OF_SYSTEM ? name##_system(__VA_ARGS__) : o.scope == OF_BLOCK ? name##_block(__VA_ARGS__) : name(__VA_ARGS__))

template <cuda::thread_scope scope> static __device__ void atomic(int actor, const op &o, int *p)
{
    cuda::atomic_ref<int, scope> ref(*p);
    int old = schedule_peek(p), value = schedule_value(), seen = old;

    switch (o.kind) {
    case LOAD: schedule_saw(actor, &o, ref.load(order_of(o))); return;
    case STORE: ref.store(value, order_of(o)); break;
    default:
        switch (o.spelling) {
        case EXCHANGE: seen = ref.exchange(value, order_of(o)); break;
        case FETCH_ADD: seen = ref.fetch_add(value - old, order_of(o)); break;
        case COMPARE_EXCHANGE: ref.compare_exchange_strong(seen, value, order_of(o)); break;
        case ATOMIC_EXCH: seen = SCOPED(o, atomicExch, p, value); break;
        case ATOMIC_ADD: seen = SCOPED(o, atomicAdd, p, value - old); break;
        case ATOMIC_CAS: seen = SCOPED(o, atomicCAS, p, old, value); break;
        }
        schedule_saw(actor, &o, seen);
    }
    schedule_wrote(actor, &o, value);
}

static __device__ void fence(const op &o)
{
    if (o.spelling)
        SCOPED(o, __threadfence, );
    else
        cuda::atomic_thread_fence(order_of(o), o.scope == OF_SYSTEM   ? cuda::thread_scope_system
                                               : o.scope == OF_DEVICE ? cuda::thread_scope_device
                                                                      : cuda::thread_scope_block);
}

static __device__ void copy(const op &o, int *to, const int *from)
{
    if (o.spelling)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
    else
        __pipeline_memcpy_async(to, from, 4);
}

static __device__ void wait_prior(const op &o)
{
    if (o.prior == 0 && o.spelling)
        asm volatile("cp.async.wait_group 0;");
    else if (o.prior == 1 && o.spelling)
        asm volatile("cp.async.wait_group 1;");
    else
        __pipeline_wait_prior(o.prior);
}

static __device__ void perform(int actor, const op &o, int *p, int *from, unsigned mask)
{
    int value;

    switch (o.kind) {
    case READ:
        value = *p;
        schedule_saw(actor, &o, value);
        break;
    case WRITE:
        value = schedule_value();
        *p = value;
        schedule_wrote(actor, &o, value);
        break;
    case LOAD: case STORE: case UPDATE:
        if (o.scope == OF_SYSTEM)
            atomic<cuda::thread_scope_system>(actor, o, p);
        else if (o.scope == OF_DEVICE)
            atomic<cuda::thread_scope_device>(actor, o, p);
        else
            atomic<cuda::thread_scope_block>(actor, o, p);
        break;
    case FENCE: fence(o); break;
    case SYNCWARP: __syncwarp(mask); break;
    case VOTE: __any_sync(mask, 1); break;
    case SYNCTHREADS:
        if (o.spelling)
            __syncthreads();
        else
            cooperative_groups::this_thread_block().sync();
        break;
    case GRID_SYNC: cooperative_groups::this_grid().sync(); break;
    case COPY: copy(o, p, from); break;
    case COMMIT:
        if (o.spelling)
            asm volatile("cp.async.commit_group;");
        else
            __pipeline_commit();
        break;
    case WAIT: wait_prior(o); break;
    }
}

__global__ void interpret(int *g, int launch)
{
    __shared__ int s[SHAREDS];
    int actor = schedule_actor(launch, blockIdx.x, threadIdx.x);
    op o;

    if (actor < 0)
        return;
    while (schedule_next(actor, &o)) {
        int meets = o.kind >= VOTE && o.kind <= GRID_SYNC;
        int *p = o.word < GLOBALS ? &g[o.word] : &s[o.word - GLOBALS];

        if (meets)
            schedule_done();
        perform(actor, o, p, o.from < GLOBALS ? &g[o.from] : &s[o.from - GLOBALS], schedule_mask(&o));
        if (!meets)
            schedule_done();
    }
}

static int *g;
static cudaStream_t streams[STREAMS];
static cudaEvent_t events[LAUNCHES];

static void prepare()
{
    cudaMalloc(&g, GLOBALS * sizeof *g);
    cudaMemset(g, 0, GLOBALS * sizeof *g);
    for (int i = BLOCKING_STREAM; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], i == BLOCKING_STREAM ? cudaStreamDefault : cudaStreamNonBlocking);
    for (int i = 0; i < LAUNCHES; i++)
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    cuda_cpu_inspect_tell(schedule_told);
}

static void launch(const struct program *p, int i)
{
    const struct launch *l = &p->launch[i];
    void *arguments[] = { &g, &i };

    for (int s = 0; s < STREAMS; s++)
        if (l->synced >> s & 1)
            cudaStreamSynchronize(streams[s]);
    for (int e = 0; e < i; e++)
        if (l->awaited >> e & 1)
            cudaStreamWaitEvent(streams[l->stream], events[e], 0);
    if (p->cooperative)
        cudaLaunchCooperativeKernel((const void *)interpret, dim3(l->blocks), dim3(p->threads), arguments, 0,
                                    streams[l->stream]);
    else
        interpret<<<l->blocks, p->threads, 0, streams[l->stream]>>>(g, i);
    for (int j = i + 1; j < p->launches; j++)
        if (p->launch[j].awaited >> i & 1) {
            cudaEventRecord(events[i], streams[l->stream]);
            break;
        }
}

int inspected(const struct program *p, unsigned int flaw)
{
    int races;

    if (!g)
        prepare();
    schedule_begin(p, flaw);
    for (int i = 0; i < p->launches; i++)
        launch(p, i);
    if (cudaDeviceSynchronize() != cudaSuccess || (races = schedule_end()) < 0)
        return -1;
    return races > 0;
}
