/* 47_all_reduce_any_size.cuh: the sum of one array on each of several cards, on all of them, for any size.
 *
 * For use in other programs: one file, which includes nothing but CUDA. nvcc from version 12 on, every GPU from
 * sm_70 on whose memory the other cards reach. Any number of source files may include it.
 *
 *     struct all_reduce_team team;                       // once
 *     error = all_reduce_open(&team, cards, device);     // device[i]: the number of card i, as cudaSetDevice takes it
 *
 *     struct all_reduce_part<float> part[2] = {{in0, out0, n, stream0}, {in1, out1, n, stream1}};
 *     error = all_reduce_any_size(&team, part);          // as often as you like
 *
 *     all_reduce_close(&team);
 *
 * After an error, team.message says in one line what went wrong. docs/lessons/47_flag_in_the_data.md says how the
 * function was made, and how fast it is.
 */
#ifndef ALL_REDUCE_ANY_SIZE_CUH
#define ALL_REDUCE_ANY_SIZE_CUH

#include <cuda/atomic>
#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <type_traits>

/* ---- The flag in the data ----------------------------------------------------------------------------------------- */

namespace all_reduce {

enum {
    MOST_CARDS = 16,
    MOST_BLOCKS = 1024,     /* of a launch */
    REFRESH = 1 << 24       /* every word is written again at least once in so many launches */
};

/* The unit that goes from card to card: 32 bits of data in its low half, in its high half the number of the launch
 * that they belong to. A 64-bit atomic store is one access, so who sees the number sees the data. */
typedef unsigned long long word;
typedef cuda::atomic_ref<word, cuda::thread_scope_system> word_ref;
typedef cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag_ref;

/* What begins each card's memory for the others: all of it 0 at first. Only this card uses `words`, `pushes` and
 * `steps`; the other cards write `came`. */
struct counts {
    unsigned words[MOST_BLOCKS];             /* launches so far that sent words: the same number for every block */
    unsigned pushes[MOST_BLOCKS];            /* and launches that pushed arrays */
    unsigned steps[MOST_BLOCKS];             /* steps of such launches that this block has ended */
    unsigned came[MOST_BLOCKS][MOST_CARDS];  /* [b][i]: steps that block b of card i has ended */
};

/* What the cards know of each other. Kernels get it by value. */
struct cards {
    struct counts *counts[MOST_CARDS];   /* in each card's memory */
    word *words[MOST_CARDS];             /* 2 buffers, for each sender `room` words */
    size_t room;
    char *stage[MOST_CARDS];             /* 2 buffers, for each sender `stage_bytes` */
    size_t stage_bytes;
    char *slots[MOST_CARDS];             /* for each sender `slots_bytes` */
    size_t slots_bytes;
    unsigned *gave_up;                   /* in the host's memory: 0, or 1 + the card that somebody waited for in vain */
    unsigned long long patience;         /* in nanoseconds */
    int count;
};

/* Where card `from` puts its words for card `to`, in the launch with this number. Two buffers take turns: a card that
 * is one launch ahead writes into the other one. It cannot be two ahead, as it needs this card's words in between. */
__device__ inline word *words_for(const cards &all, int to, int from, unsigned launch)
{
    return all.words[to] + ((launch % 2) * (size_t)all.count + from) * all.room;
}

__device__ inline void put(word *there, unsigned data, unsigned launch)
{
    word_ref(*there).store((word)launch << 32 | data, cuda::memory_order_relaxed);
}

__device__ inline unsigned long long nanoseconds(void)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* Limits a wait. is_over() is to be asked after each look in vain; once it says yes, the others stop soon, too. */
struct wait {
    unsigned looks = 0;
    unsigned long long began = 0;

    __device__ bool is_over(const cards &all, int from)
    {
        if (++looks % 1024 != 0)
            return false;
        unsigned long long now = nanoseconds();
        flag_ref gave_up(*all.gave_up);
        if (began == 0)
            began = now;
        if (gave_up.load(cuda::memory_order_relaxed) != 0)
            return true;
        if (now - began < all.patience)
            return false;
        gave_up.store(1u + from, cuda::memory_order_relaxed);
        return true;
    }
};

/* Waits for a word of this launch from card `from`, and returns its data. */
__device__ inline unsigned take(const cards &all, int from, word *here, unsigned launch)
{
    word_ref at(*here);
    struct wait w;
    word x;
    while ((unsigned)((x = at.load(cuda::memory_order_relaxed)) >> 32) != launch)
        if (w.is_over(all, from))
            break;
    return (unsigned)x;
}

/* The number of this launch. Every thread calls it, before its first word. A launch must have the same grid on all cards,
 * of at most MOST_BLOCKS blocks. */
__device__ inline unsigned launch_number(const unsigned *launches) { return launches[blockIdx.x] + 1; }

/* Counts this launch, for its own block and for those that other launches may have. Every thread calls it, once all
 * threads of the block have their number: after a __syncthreads(). */
__device__ inline void count_launch(unsigned *launches, unsigned number)
{
    for (unsigned b = blockIdx.x + threadIdx.x * gridDim.x; b < MOST_BLOCKS; b += blockDim.x * gridDim.x)
        launches[b] = number;
}

/* How many words a launch sends for n that it needs. 32 bits repeat after 2^32 launches: a word from back then that
 * nobody has written since would be taken for a new one. So now and then two launches write both buffers to the end. */
__device__ inline size_t words_to_send(const cards &all, size_t n, unsigned launch)
{
    return launch % REFRESH >= REFRESH - 2 ? all.room : n;
}

}

/* ---- What is added up --------------------------------------------------------------------------------------------- */

/* One card's array, and where its sums go. in == out is possible; otherwise they must not overlap. */
template <class T> struct all_reduce_part {
    const T *in;
    T *out;
    size_t n;               /* elements: as many on every card, at least 1 */
    cudaStream_t stream;    /* of this card */
};

namespace all_reduce {

enum { BLOCK = 512, PACK = 4, LOADS = 2, AHEAD = 2, SLOTS = 2 * AHEAD };

template <class T> struct type;
template <> struct type<int> { typedef unsigned sum; typedef int4 pack; };
template <> struct type<float> { typedef float sum; typedef float4 pack; };

template <class T> __device__ inline T plus(T x, T y) { return (T)((typename type<T>::sum)x + (typename type<T>::sum)y); }
__device__ inline int4 plus(int4 x, int4 y)
{
    return {plus(x.x, y.x), plus(x.y, y.y), plus(x.z, y.z), plus(x.w, y.w)};
}
__device__ inline float4 plus(float4 x, float4 y) { return {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w}; }

template <class T> __device__ inline unsigned bits_of(T x)
{
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

template <class T> __device__ inline T of_bits(unsigned bits)
{
    T x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Waits until the launch before it in the stream has ended. This launch may have begun earlier, so its blocks are on their SMs
 * already. After that the next one may begin, and wait here. (In a launch without the attribute there is nothing to wait for.) */
__device__ inline void await_launch_before(void)
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/* Few elements: each card sends all of its own to all others, as words. MOST: cards that loads are written out for. */
template <class T, int MOST> __global__ void __launch_bounds__(1024, 1) send_words(cards all, int me, const T *in, T *out, size_t n)
{
    await_launch_before();
    size_t stride = (size_t)gridDim.x * blockDim.x, first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = first < n ? bits_of(in[first]) : 0; /* on its way while the number comes */
    unsigned number = launch_number(all.counts[me]->words);
    for (size_t i = first, end = words_to_send(all, n, number); i < end; i += stride) {
        if (i != first)
            mine = i < n ? bits_of(in[i]) : 0;
        for (int k = 0; k < all.count; k++)
            if (k != me)
                put(words_for(all, k, me, number) + i, mine, number);
    }
    __syncthreads();
    count_launch(all.counts[me]->words, number);
    for (size_t i = first; i < n; i += stride) {
        T x[MOST], sum;
#pragma unroll
        for (int k = 0; k < MOST; k++)
            if (k < all.count)
                x[k] = k == me ? in[i] : of_bits<T>(take(all, k, words_for(all, me, k, number) + i, number));
        sum = x[0];
#pragma unroll
        for (int k = 1; k < MOST; k++)
            if (k < all.count)
                sum = plus(sum, x[k]);
        out[i] = sum;
    }
}

/* Packs of 16 bytes, from an array that begins at a multiple of 16 bytes (WHOLE) or of 4, and may end inside the last. */
template <class T, bool WHOLE> __device__ inline typename type<T>::pack load(const T *in, size_t n, size_t i)
{
    typename type<T>::pack x = {0, 0, 0, 0};
    if (WHOLE && PACK * i + PACK <= n)
        return ((const typename type<T>::pack *)in)[i];
    T *of = &x.x;
    for (size_t k = 0; k < PACK && PACK * i + k < n; k++)
        of[k] = in[PACK * i + k];
    return x;
}

template <class T, bool WHOLE> __device__ inline void store(T *out, size_t n, size_t i, typename type<T>::pack x)
{
    if (WHOLE && PACK * i + PACK <= n) {
        ((typename type<T>::pack *)out)[i] = x;
        return;
    }
    const T *of = &x.x;
    for (size_t k = 0; k < PACK && PACK * i + k < n; k++)
        out[PACK * i + k] = of[k];
}

/* This block has ended a step: what it has stored and loaded so far comes before. Every thread calls it. */
__device__ inline void end_step(const cards &all, int me, unsigned step)
{
    int k = threadIdx.x;
    __syncthreads();
    if (k < all.count && k != me)
        flag_ref(all.counts[k]->came[blockIdx.x][me]).store(step, cuda::memory_order_release);
}

/* Waits until this block of all other cards has ended that step. False: one of them did not come. */
__device__ inline bool await_step(const cards &all, int me, unsigned step)
{
    int k = threadIdx.x, has_come = 1;
    if (k < all.count && k != me) {
        flag_ref came(all.counts[me]->came[blockIdx.x][k]);
        struct wait w;
        while (has_come && (int)(came.load(cuda::memory_order_acquire) - step) < 0)
            has_come = !w.is_over(all, k);
    }
    return __syncthreads_and(has_come);
}

/* More elements: each card stores its array in the others' memory, as it is, and then a flag for each block. */
template <class T, bool WHOLE> __global__ void __launch_bounds__(BLOCK, 2) push_arrays(cards all, int me, const T *in, T *out, size_t n)
{
    typedef typename type<T>::pack pack;
    await_launch_before();
    struct counts *mine = all.counts[me];
    unsigned number = launch_number(mine->pushes), step = mine->steps[blockIdx.x];
    size_t packs = (n + PACK - 1) / PACK, piece = (size_t)gridDim.x * BLOCK * LOADS;
    size_t first = (size_t)blockIdx.x * BLOCK * LOADS + threadIdx.x, rounds = (packs + piece - 1) / piece;
    size_t buffer = (number % 2) * all.count * all.stage_bytes;
    pack x[LOADS], own[LOADS]; /* of this round, and of the one before */
    for (size_t r = 0; r <= rounds; r++) {
#pragma unroll
        for (int j = 0; j < LOADS && r > 0; j++)
            own[j] = x[j];
        if (r < rounds) {
#pragma unroll
            for (int j = 0; j < LOADS; j++)
                x[j] = load<T, WHOLE>(in, n, first + r * piece + j * BLOCK);
            for (int k = 0; k < all.count; k++) {
                pack *there = (pack *)(all.stage[k] + buffer + me * all.stage_bytes);
#pragma unroll
                for (int j = 0; j < LOADS; j++)
                    if (k != me && first + r * piece + j * BLOCK < packs)
                        there[first + r * piece + j * BLOCK] = x[j];
            }
            end_step(all, me, step + (unsigned)r + 1);
        }
        if (r == 0)
            continue;
        if (!await_step(all, me, step + (unsigned)r))
            return;
#pragma unroll
        for (int j = 0; j < LOADS; j++) {
            size_t i = first + (r - 1) * piece + j * BLOCK;
            if (i >= packs)
                continue;
            pack sum = {0, 0, 0, 0};
            for (int k = 0; k < all.count; k++) {
                pack one = k == me ? own[j] : ((const pack *)(all.stage[me] + buffer + k * all.stage_bytes))[i];
                sum = k == 0 ? one : plus(sum, one);
            }
            store<T, WHOLE>(out, n, i, sum);
        }
    }
    __syncthreads();
    count_launch(mine->pushes, number);
    if (threadIdx.x == 0)
        mine->steps[blockIdx.x] = step + (unsigned)rounds;
}

template <class T> struct results {
    T *out[MOST_CARDS];
};

/* Most elements: card k adds up part k of all arrays, and stores the sums on all cards. In each step a block sends a piece
 * of each part, and adds up what has come AHEAD steps ago; what it has sent earlier has been added up by then. */
template <class T, bool WHOLE>
__global__ void __launch_bounds__(BLOCK, 2) push_parts(cards all, int me, const T *in, results<T> to, size_t n)
{
    typedef typename type<T>::pack pack;
    await_launch_before();
    struct counts *mine = all.counts[me];
    unsigned step = mine->steps[blockIdx.x];
    size_t packs = (n + PACK - 1) / PACK, part = (packs + all.count - 1) / all.count, all_at_once = (size_t)gridDim.x * BLOCK * LOADS;
    size_t rounds = (part + all_at_once - 1) / all_at_once, first = (size_t)blockIdx.x * BLOCK * LOADS + threadIdx.x;
    for (size_t r = 0; r < rounds + AHEAD; r++) {
        if (r >= AHEAD && !await_step(all, me, step + (unsigned)(r - AHEAD) + 1))
            return;
        if (r < rounds)
            for (int d = 1; d < all.count; d++) {
                int k = (me + d) % all.count;
                pack *slot = (pack *)(all.slots[k] + me * all.slots_bytes) + (r % SLOTS) * all_at_once + first;
                pack x[LOADS];
#pragma unroll
                for (int j = 0; j < LOADS; j++)
                    if (first + r * all_at_once + j * BLOCK < part)
                        x[j] = load<T, WHOLE>(in, n, k * part + first + r * all_at_once + j * BLOCK);
#pragma unroll
                for (int j = 0; j < LOADS; j++)
                    if (first + r * all_at_once + j * BLOCK < part)
                        slot[j * BLOCK] = x[j];
            }
        if (r >= AHEAD)
#pragma unroll
            for (int j = 0; j < LOADS; j++) {
                size_t i = first + (r - AHEAD) * all_at_once + j * BLOCK;
                if (i >= part || me * part + i >= packs)
                    continue;
                pack own = load<T, WHOLE>(in, n, me * part + i), sum = {0, 0, 0, 0};
                for (int k = 0; k < all.count; k++) {
                    const pack *slot = (const pack *)(all.slots[me] + k * all.slots_bytes) + ((r - AHEAD) % SLOTS) * all_at_once + first;
                    pack x = k == me ? own : slot[j * BLOCK];
                    sum = k == 0 ? x : plus(sum, x);
                }
                for (int d = 0; d < all.count; d++)
                    store<T, WHOLE>(to.out[(me + d) % all.count], n, me * part + i, sum);
            }
        end_step(all, me, step + (unsigned)r + 1);
    }
    if (!await_step(all, me, step + (unsigned)(rounds + AHEAD)))
        return;
    if (threadIdx.x == 0)
        mine->steps[blockIdx.x] = step + (unsigned)(rounds + AHEAD);
}

}

/* ---- On the host -------------------------------------------------------------------------------------------------- */

/* The cards that work together, and memory on each of them. For one host thread at a time. */
struct all_reduce_team {
    struct all_reduce::cards all;
    int device[all_reduce::MOST_CARDS];
    void *memory[all_reduce::MOST_CARDS];
    int sm_count;               /* of the card that has the fewest */
    int waits;                  /* were the kernels compiled so that they wait? Then launches may begin early */
    size_t most_words;          /* bytes of an array that goes as words, at most; */
    size_t most_arrays;         /* and that goes whole. Above, in parts */
    char message[240];          /* what went wrong, in one line */
};

namespace all_reduce {

enum kind { WORDS, ARRAYS, PARTS };

enum : size_t {
    ROOM = 1 << 17,             /* words of each sender */
    STAGED = 32 << 20           /* bytes that all senders together push, at most */
};

struct shape {
    enum kind kind;
    unsigned grid, block;
};

inline cudaError_t fail(struct all_reduce_team *team, cudaError_t error, const char *text, int a = 0, size_t b = 0, size_t c = 0)
{
    snprintf(team->message, sizeof team->message, text, a, b, c);
    return error;
}

/* Where one way begins to be faster than the other, as measured on two cards. With more of them, words and whole arrays cross
 * each link p - 1 times. */
inline void set_limits(struct all_reduce_team *team)
{
    size_t others = team->all.count > 2 ? (size_t)team->all.count - 1 : 1;
    team->all.room = ROOM;
    team->all.stage_bytes = STAGED / (size_t)team->all.count / 256 * 256;
    team->most_words = (512 << 10) / others;
    team->most_arrays = (8 << 20) / others;
}

/* Which kernel, and how many blocks of how many threads. All cards get the same. */
inline struct shape choose(const struct all_reduce_team *team, size_t n)
{
    size_t p = (size_t)team->all.count, most = 2 * (size_t)team->sm_count;
    struct shape s = {PARTS, 1, BLOCK};
    if (most > MOST_BLOCKS)
        most = MOST_BLOCKS;
    if (4 * n <= team->most_words)
        s.kind = WORDS;
    else if (4 * n <= team->most_arrays)
        s.kind = ARRAYS;
    size_t each = s.kind == WORDS ? (size_t)BLOCK : (size_t)BLOCK * PACK * LOADS * (s.kind == PARTS ? p : 1);
    size_t blocks = (n - 1) / each + 1;
    if (s.kind == WORDS && n <= BLOCK / 2)
        s.block = BLOCK / 2; /* no fewer: they count the launch for MOST_BLOCKS blocks */
    s.grid = (unsigned)(blocks < most ? blocks : most);
    return s;
}

/* Do kernels of all cards run at the same time here? Each says that it is there, and waits for the others. */
static __global__ void meet(cards all, int me)
{
    end_step(all, me, 1);
    await_step(all, me, 1);
}

/* Launches a kernel that calls await_launch_before. */
template <class... Parameters, class... Arguments>
inline cudaError_t launch_kernel(void (*kernel)(Parameters...), struct shape s, int waits, cudaStream_t stream, Arguments... arguments)
{
    cudaLaunchAttribute early;
    cudaLaunchConfig_t config = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.gridDim = s.grid;
    config.blockDim = s.block;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = waits;
    return cudaLaunchKernelEx(&config, kernel, arguments...);
}

template <class T, bool WHOLE>
inline cudaError_t launch_pushes(const struct all_reduce_team *team, int i, struct shape s, const struct all_reduce_part<T> *part)
{
    struct results<T> to = {{}};
    const struct all_reduce_part<T> &mine = part[i];
    if (s.kind == ARRAYS)
        return launch_kernel(push_arrays<T, WHOLE>, s, team->waits, mine.stream, team->all, i, mine.in, mine.out, mine.n);
    for (int k = 0; k < team->all.count; k++)
        to.out[k] = part[k].out;
    return launch_kernel(push_parts<T, WHOLE>, s, team->waits, mine.stream, team->all, i, mine.in, to, mine.n);
}

/* Enqueues what card i does. */
template <class T> inline cudaError_t launch(const struct all_reduce_team *team, int i, struct shape s, const struct all_reduce_part<T> *part)
{
    bool whole = true;
    for (int k = 0; k < team->all.count; k++)
        whole = whole && ((uintptr_t)part[k].in | (uintptr_t)part[k].out) % 16 == 0;
    cudaError_t error = cudaSetDevice(team->device[i]);
    if (error != cudaSuccess)
        return error;
    if (s.kind == WORDS)
        return launch_kernel(team->all.count == 2 ? send_words<T, 2> : send_words<T, MOST_CARDS>, s, team->waits, part[i].stream,
                             team->all, i, part[i].in, part[i].out, part[i].n);
    return whole ? launch_pushes<T, true>(team, i, s, part) : launch_pushes<T, false>(team, i, s, part);
}

/* What a call may not ask for. */
template <class T> inline cudaError_t check(struct all_reduce_team *team, const struct all_reduce_part<T> *part)
{
    static_assert(std::is_same<T, int>::value || std::is_same<T, float>::value, "all_reduce_any_size adds up int or float");
    for (int i = 0; i < team->all.count; i++) {
        if (part[i].n == 0 || part[i].n != part[0].n)
            return fail(team, cudaErrorInvalidValue, part[i].n == 0 ? "card %d has no elements: n must be at least 1"
                        : "card %d has n = %zu, card 0 has n = %zu: all must have the same", i, part[i].n, part[0].n);
        if (!part[i].in || !part[i].out || ((uintptr_t)part[i].in | (uintptr_t)part[i].out) % sizeof(T))
            return fail(team, cudaErrorMisalignedAddress, "card %d: in and out must be multiples of 4 bytes, and not NULL", i);
    }
    if (*team->all.gave_up)
        return fail(team, cudaErrorLaunchTimeout, "a kernel waited for card %d in vain; open the team again", (int)*team->all.gave_up - 1);
    return cudaSuccess;
}

/* Card i may use the memory of all others from now on. */
inline cudaError_t reach_others(struct all_reduce_team *team, int i)
{
    for (int k = 0; k < team->all.count; k++) {
        int can = 0;
        cudaError_t error = k == i ? cudaSuccess : cudaDeviceCanAccessPeer(&can, team->device[i], team->device[k]);
        if (k == i)
            continue;
        if (error == cudaSuccess && !can)
            return fail(team, cudaErrorPeerAccessUnsupported, "card %d cannot use the memory of card %zu: no kernel can do this; NCCL can",
                        i, (size_t)k);
        if (error == cudaSuccess)
            error = cudaDeviceEnablePeerAccess(team->device[k], 0);
        if (error == cudaErrorPeerAccessAlreadyEnabled)
            error = (cudaGetLastError(), cudaSuccess);
        if (error != cudaSuccess)
            return fail(team, error, cudaGetErrorString(error));
    }
    return cudaSuccess;
}

/* Allocates card i's memory for all senders, all of it 0. Its device is the current one. */
inline cudaError_t allocate(struct all_reduce_team *team, int i)
{
    struct cards *all = &team->all;
    size_t p = (size_t)all->count, words = 2 * p * all->room * sizeof(word), stage = 2 * p * all->stage_bytes;
    size_t begin = (sizeof(struct counts) + 255) / 256 * 256, bytes = begin + words + stage + p * all->slots_bytes;
    char *memory = NULL;
    cudaError_t error = cudaMalloc((void **)&memory, bytes);
    if (error == cudaSuccess)
        error = cudaMemset(memory, 0, bytes);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    team->memory[i] = memory;
    all->counts[i] = (struct counts *)memory;
    all->words[i] = (word *)(memory + begin);
    all->stage[i] = memory + begin + words;
    all->slots[i] = memory + begin + words + stage;
    return error == cudaSuccess ? error : fail(team, error, "card %d: no %zu bytes of memory for the team", i, bytes);
}

/* Lets the cards meet once, within a short time. */
inline cudaError_t try_to_meet(struct all_reduce_team *team)
{
    struct cards brief = team->all;
    brief.patience = 10000000000ull; /* longer than a busy machine takes to begin them */
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < brief.count && error == cudaSuccess; i++) {
        error = cudaSetDevice(team->device[i]);
        if (error == cudaSuccess) {
            meet<<<1, 32>>>(brief, i);
            error = cudaGetLastError();
        }
    }
    for (int i = 0; i < brief.count && error == cudaSuccess; i++) {
        error = cudaSetDevice(team->device[i]);
        if (error == cudaSuccess)
            error = cudaDeviceSynchronize();
        unsigned first = 1;
        if (error == cudaSuccess)
            error = cudaMemcpy(&team->all.counts[i]->steps[0], &first, sizeof first, cudaMemcpyDefault);
    }
    if (error != cudaSuccess)
        return fail(team, error, cudaGetErrorString(error));
    if (*team->all.gave_up)
        return fail(team, cudaErrorNotSupported, "kernels of several cards do not run at the same time here (card %d was waited for): "
                    "without CUDA_LAUNCH_BLOCKING=1, and without a profiler, they do", (int)*team->all.gave_up - 1);
    return error;
}

}

/* Frees what the team has. All calls must have ended. */
inline void all_reduce_close(struct all_reduce_team *team)
{
    for (int i = 0; i < team->all.count; i++)
        if (team->memory[i])
            cudaFree(team->memory[i]);
    if (team->all.gave_up)
        cudaFreeHost(team->all.gave_up);
    memset(team->memory, 0, sizeof team->memory);
    team->all.gave_up = NULL;
}

namespace all_reduce {

inline cudaError_t open_team(struct all_reduce_team *team, int count, const int *device, double seconds)
{
    int before = 0, sm_count = 0;
    struct cudaFuncAttributes compiled;
    memset(team, 0, sizeof *team);
    if (count < 1 || count > MOST_CARDS)
        return fail(team, cudaErrorInvalidValue, "%d cards: this function is built for 1 to %zu", count, (size_t)MOST_CARDS);
    team->all.count = count;
    set_limits(team);
    team->all.patience = (unsigned long long)(1e9 * seconds);
    cudaError_t error = cudaGetDevice(&before);
    if (error == cudaSuccess)
        error = cudaHostAlloc((void **)&team->all.gave_up, sizeof(unsigned), cudaHostAllocPortable | cudaHostAllocMapped);
    for (int i = 0; i < count && error == cudaSuccess; i++) {
        team->device[i] = device[i];
        error = cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, device[i]);
        team->sm_count = i == 0 || sm_count < team->sm_count ? sm_count : team->sm_count;
    }
    if (error == cudaSuccess)
        error = cudaFuncGetAttributes(&compiled, meet);
    if (error != cudaSuccess) {
        fail(team, error, cudaGetErrorString(error));
    } else {
        team->waits = compiled.ptxVersion >= 90;
        *team->all.gave_up = 0;
        team->all.slots_bytes = (size_t)2 * team->sm_count * BLOCK * LOADS * SLOTS * 4 * PACK;
    }
    for (int i = 0; i < count && error == cudaSuccess; i++) {
        error = cudaSetDevice(device[i]);
        if (error == cudaSuccess)
            error = allocate(team, i);
        if (error == cudaSuccess)
            error = reach_others(team, i);
    }
    if (error == cudaSuccess)
        error = try_to_meet(team);
    cudaSetDevice(before);
    if (error != cudaSuccess)
        all_reduce_close(team);
    return error;
}

}

/* Makes a team of so many cards, which lasts until it is closed. Enables peer access among them; the current device stays
 * what it was. A kernel that waits for a card longer than `seconds` gives up. */
inline cudaError_t all_reduce_open(struct all_reduce_team *team, int count, const int *device, double seconds = 10)
{
    return all_reduce::open_team(team, count, device, seconds);
}

/* Enqueues on each card's stream: out[j] of every card = in[j] of card 0 + in[j] of card 1 + ... , for each j < n. T is int or
 * float. part[i] is card i's, of as many as the team has.
 *
 * Sums of int wrap, modulo 2^32. Sums of float are added from card 0 on: all cards have the same bits, and every call with
 * the same elements. Pointers need no better alignment than a T; where all are multiples of 16 bytes it is faster. The kernels
 * wait for each other, so all streams must be able to run at the same time. */
template <class T> inline cudaError_t all_reduce_any_size(struct all_reduce_team *team, const struct all_reduce_part<T> *part)
{
    int before = 0;
    cudaError_t error = all_reduce::check(team, part);
    if (error == cudaSuccess)
        error = cudaGetDevice(&before);
    if (error != cudaSuccess)
        return error;
    struct all_reduce::shape s = all_reduce::choose(team, part[0].n);
    for (int i = 0; i < team->all.count && error == cudaSuccess; i++)
        error = all_reduce::launch(team, i, s, part);
    cudaSetDevice(before);
    return error == cudaSuccess ? error : all_reduce::fail(team, error, cudaGetErrorString(error));
}

/* The card that a kernel has waited for in vain, or -1: to be asked once the streams have been waited for. */
inline int all_reduce_waited_for(const struct all_reduce_team *team) { return (int)*team->all.gave_up - 1; }

#endif
