/* planted.cu: wrong results on purpose, to prove that the checks of common/harness find them.
 * Each kernel name is a flaw; `right` has none. tests/32_checker.t says what must be reported. */
#include "lesson.h"

enum flaw { RIGHT, ZERO, NOT_A_NUMBER, DROPPED, TWICE, SWAPPED, LAST_BLOCK, LAST_GROUP, ALL_TWICE,
            DESTROYS, FIRST_WARP, LOW_LANES, WARP_TWICE,
            ALL_BUT_WARP };

template <class T>
__global__ void planted(T *in, T *partial, size_t n, enum flaw flaw)
{
    __shared__ T sums[1024];
    unsigned tid = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + tid;
    size_t group = (size_t)8 * blockDim.x;

    T x = i < n ? in[i] : 0;
    if (flaw == ZERO || (flaw == DROPPED && i == n / 3)
        || (flaw == LAST_BLOCK && blockIdx.x == gridDim.x - 1)
        || (flaw == LAST_GROUP && i >= n / group * group)
        || (flaw == FIRST_WARP && tid >= 32) || (flaw == LOW_LANES && tid % 32 >= 16))
        x = 0;
    if (flaw == TWICE && i == n / 3)
        x *= 2;
    if (flaw == SWAPPED && i == n / 3)
        x = in[n / 2];
    if (flaw == ALL_TWICE || (flaw == WARP_TWICE && tid < 32) || (flaw == ALL_BUT_WARP && tid >= 32))
        x *= 2;
    if (flaw == NOT_A_NUMBER && i == 0)
        x = (T)(x / (T)(n - n)); /* 0 / 0 or x / 0: only called for float */
    if (flaw == DESTROYS && i == n / 2)
        in[i] = 0;
    sums[tid] = x;
    __syncthreads();
    if (tid == 0) {
        T sum = 0;
        for (unsigned t = 0; t < blockDim.x; t++)
            sum += sums[t];
        partial[blockIdx.x] = sum;
    }
}

static void launch(struct reduction *r, enum flaw flaw)
{
    if (r->is_float)
        planted<float><<<r->grid, r->block, 0, r->stream>>>((float *)r->in_float, r->partial_float,
                                                            r->n, flaw);
    else
        planted<int><<<r->grid, r->block, 0, r->stream>>>((int *)r->in, r->partial, r->n, flaw);
    finish(r);
}

#define LAUNCH(name, flaw) static void name(struct reduction *r) { launch(r, flaw); }
LAUNCH(right, RIGHT)
LAUNCH(zero, ZERO)
LAUNCH(not_a_number, NOT_A_NUMBER)
LAUNCH(dropped, DROPPED)
LAUNCH(twice, TWICE)
LAUNCH(swapped, SWAPPED)
LAUNCH(last_block, LAST_BLOCK)
LAUNCH(last_group, LAST_GROUP)
LAUNCH(all_twice, ALL_TWICE)
LAUNCH(destroys, DESTROYS)
LAUNCH(first_warp, FIRST_WARP)
LAUNCH(low_lanes, LOW_LANES)
LAUNCH(warp_twice, WARP_TWICE)
LAUNCH(all_but_warp, ALL_BUT_WARP)

/* The result is never written. */
static void unwritten(struct reduction *r) { (void)r; }

/* Partial sums are added up that no block wrote. */
static void unwritten_partial(struct reduction *r) { finish(r); }

/* More partial sums are added up than there are blocks. */
static void too_many_partials(struct reduction *r)
{
    launch(r, RIGHT);
    r->grid += 31;
    finish(r);
    r->grid -= 31;
}

/* Right in the first runs, wrong in all later ones. */
static void stale(struct reduction *r)
{
    static int runs = 0;
    launch(r, runs++ < 2 ? RIGHT : DROPPED); /* a sum of floats runs twice before it is timed */
}

/* Another sum in each run. */
__global__ void add_to(int *result, int x) { *result += x; }

static void changing(struct reduction *r)
{
    static int runs = 0;
    launch(r, RIGHT);
    add_to<<<1, 1, 0, r->stream>>>(r->result, ++runs);
}

/* Adds onto the result without clearing it first. */
__global__ void add_all(const int *in, int *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(result, in[i]);
}

static void onto(struct reduction *r)
{
    add_all<<<r->grid, r->block, 0, r->stream>>>(r->in, r->result, r->n);
}

/* Right: one atomicAdd for each block. In float the sum depends on their order, and the error
 * grows with their number, which the launch function says. */
__global__ void add_float_blocks(const float *in, float *result, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float sums[1024];
    sums[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (unsigned t = 0; t < blockDim.x; t++)
            sum += sums[t];
        atomicAdd(result, sum);
    }
}

static void atomics(struct reduction *r)
{
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(float), r->stream));
    add_float_blocks<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->result_float, r->n);
    r->chain = r->grid;
}

/* One element is missing, and the launch function says what makes the bound as wide as it can. */
static void boastful(struct reduction *r)
{
    launch(r, DROPPED);
    r->chain = r->plain = r->atomics = r->n;
    r->grid = r->block = 1;
}

/* The result is not where it should be, and the launch function says where it is. */
static void elsewhere(struct reduction *r)
{
    r->result = r->scratch;
    launch(r, RIGHT);
}

/* A launch that the device refuses: nothing runs, and only cudaGetLastError knows. */
static void refused(struct reduction *r)
{
    add_all<<<r->grid, 4096, 0, r->stream>>>(r->in, r->result, r->n);
}

int main(int argc, char **argv)
{
    struct lesson_about about = {
        .title = "wrong results on purpose",
        .needs = getenv("PLANTED_NEEDS"),
        .offers = LESSON_INT | LESSON_FLOAT | LESSON_ANY_BLOCK,
    };
    struct lesson l = lesson_begin(argc, argv, &about);
#define RUN(name) lesson_run(&l, #name, name, 1)
    RUN(right);
    RUN(zero);
    RUN(dropped);
    RUN(twice);
    RUN(swapped);
    RUN(last_block);
    RUN(last_group);
    RUN(all_twice);
    RUN(destroys);
    RUN(unwritten);
    RUN(unwritten_partial);
    RUN(first_warp);
    RUN(low_lanes);
    RUN(warp_twice);
    RUN(all_but_warp);
    RUN(too_many_partials);
    RUN(stale);
    RUN(elsewhere);
    if (l.plan.is_float) {
        RUN(not_a_number);
        RUN(atomics);
        RUN(boastful);
    } else {
        RUN(changing);
        RUN(onto);
        RUN(refused);
    }
    return lesson_end(&l);
}
