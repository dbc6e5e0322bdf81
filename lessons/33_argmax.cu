/* Lesson 33: argmax
 *
 * Where is the largest element? A reduction of pairs of a value and its index finds it. But the order in which pairs meet
 * depends on the grid, and two values may be equal. So order pairs by value, then by index: no two of them are equal, and
 * taking the larger one is commutative and associative. Of equal values the lowest index wins. A NaN is larger than all
 * numbers, so it stays visible; 0 and -0 are equal. If there are no elements, the index is (size_t)-1.
 *
 *     argmax_pairs     carries pairs all the way: the kernel of lesson 32 with another operator
 *     argmax_packed    compares values only, and remembers in which piece of the array the largest was. At the end it
 *                      packs both into one 64-bit key for an atomicMax; the last block looks through that piece
 */
#include "lesson.h"
#include "harness/check_position.h"
#include "lesson_cub.h"
#include "lesson_pieces.h"

template <class T> struct place {
    T value;
    size_t index;
};

__device__ inline float least(float) { return -INFINITY; }
__device__ inline int least(int) { return INT_MIN; }

/* Is a larger than b? A NaN is larger than all numbers, but not larger than a NaN. */
template <class T> __device__ inline bool beats(T a, T b) { return !(a <= b) && b == b; }

struct first_largest {
    template <class T> __device__ place<T> operator()(place<T> a, place<T> b) const
    {
        bool is_b = beats(b.value, a.value) || (!beats(a.value, b.value) && b.index < a.index);
        return is_b ? b : a;
    }
};

struct lower {
    __device__ size_t operator()(size_t a, size_t b) const { return a < b ? a : b; }
};

__device__ unsigned tickets;          /* is 0 again when a kernel has ended */
__device__ unsigned long long winner; /* so is this */

template <class T> __global__ void __launch_bounds__(1024, 1)
argmax_pairs(const T *in, size_t n, place<T> *partial, place<T> *result)
{
    const place<T> nothing = {least(T()), (size_t)-1};
    place<T> best = nothing;
    for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
        T x[LESSON_SHARE];
        lesson_load_piece(x, in, n, piece, nothing.value);
#pragma unroll
        for (unsigned j = 0; j < LESSON_SHARE; j++) {
            size_t index = lesson_piece_index(piece, j);
            best = first_largest()(best, index < n ? place<T>{x[j], index} : nothing);
        }
    }
    best = lesson_block_total(best, first_largest());
    if (threadIdx.x == 0)
        partial[blockIdx.x] = best;
    if (!lesson_is_last(&tickets))
        return;
    best = nothing;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        best = first_largest()(best, partial[i]);
    best = lesson_block_total(best, first_largest());
    if (threadIdx.x == 0)
        *result = best;
}

/* Bits in the order of the values. Equal values have equal bits, and so have all NaNs, which have the largest. */
__device__ inline unsigned ordered(int x) { return (unsigned)x ^ 0x80000000u; }
__device__ inline unsigned ordered(float x)
{
    unsigned bits = __float_as_uint(x == 0 ? 0.0f : x);
    return x != x ? ~0u : bits >> 31 ? ~bits : bits | 0x80000000u;
}

/* The block gets the index of the first element of a piece with these bits, or (size_t)-1 if there is none. */
template <class T> __device__ size_t find(const T *in, size_t n, size_t piece, unsigned bits)
{
    size_t index = (size_t)-1;
    T x[LESSON_SHARE];
    lesson_load_piece(x, in, n, piece, T());
#pragma unroll
    for (unsigned j = 0; j < LESSON_SHARE; j++) {
        size_t i = lesson_piece_index(piece, j);
        if (i < n && ordered(x[j]) == bits)
            index = lower()(index, i);
    }
    return lesson_block_total(index, lower());
}

template <class T> __global__ void __launch_bounds__(1024, 1)
argmax_packed(const T *in, size_t n, place<T> *result)
{
    __shared__ unsigned long long of_all;
    T best = least(T());
    unsigned its_piece = 0;
    for (size_t piece = blockIdx.x; piece < lesson_pieces(n); piece += gridDim.x) {
        T x[LESSON_SHARE];
        lesson_load_piece(x, in, n, piece, least(T()));
        T most = x[0];
#pragma unroll
        for (unsigned j = 1; j < LESSON_SHARE; j++)
            most = beats(x[j], most) ? x[j] : most;
        if (beats(most, best)) { /* if they are equal, the earlier piece stays */
            best = most;
            its_piece = (unsigned)piece;
        }
    }
    unsigned long long key = (unsigned long long)ordered(best) << 32 | ~its_piece;
    key = lesson_block_total(key, lesson_larger());
    if (threadIdx.x == 0)
        atomicMax(&winner, key);
    if (!lesson_is_last(&tickets))
        return;
    if (threadIdx.x == 0)
        of_all = atomicExch(&winner, 0);
    __syncthreads();
    key = of_all;
    size_t index = find(in, n, ~(unsigned)key, (unsigned)(key >> 32));
    if (threadIdx.x == 0)
        *result = {index < n ? in[index] : least(T()), index};
}

template <class T> static void launch_pairs(struct reduction *r)
{
    lesson_share_grid(r, argmax_pairs<T>);
    r->grid += r->grid == 0; /* no elements: one block */
    argmax_pairs<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (place<T> *)r->partial,
                                                      (place<T> *)r->result);
}

template <class T> static void launch_packed(struct reduction *r)
{
    lesson_share_grid(r, argmax_packed<T>);
    r->grid += r->grid == 0;
    argmax_packed<<<r->grid, r->block, 0, r->stream>>>((const T *)r->in, r->n, (place<T> *)r->result);
}

template <class T> static void run(struct lesson *l)
{
    lesson_run_checked(l, &lesson_position, "argmax_pairs", launch_pairs<T>, LESSON_SHARE);
    lesson_run_checked(l, &lesson_position, "argmax_packed", launch_packed<T>, LESSON_SHARE);
    lesson_run_checked_library(l, &lesson_position_of_numbers, "cub_argmax", lesson_cub_argmax<T>);
    lesson_run_operator_library(l, "cub_sum", LESSON_SUM, lesson_cub_sum); /* the same bytes, no index */
}

static const struct lesson_about about = {
    .title = "argmax",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_INT | LESSON_GRID | LESSON_ALIGNED | LESSON_PAIRS | LESSON_INPUT_KINDS,
    .defaults = "-n 2^29 -b 512 --type float",
    .kernel = "argmax_packed",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    if (l.plan.is_float)
        run<float>(&l);
    else
        run<int>(&l);
    return lesson_end(&l);
}
