/* Lesson 35: reproducible
 *
 * A sum of floats depends on the order of the additions. The order depends on the grid, the block and the card, and with
 * atomics on chance. Sums of integers depend on no order. So turn the elements into integers, all in the same unit, which
 * follows from the largest |x|. Each element is rounded once, by itself, so any order gives the same bits.
 *
 *     atomic_sums     the fast sum of floats, to compare with: an atomicAdd for each block
 *     fixed_point     a first pass finds the largest |x|. In units of about 2^-30 of that, each x is an int
 *     binned          one pass, with three units at a time, 2^22 apart. An element is split into whole multiples of them.
 *                     When a larger element comes, the units move up (lessons/35_exact_bins.cuh, for other programs, too)
 *
 * The idea of bins: Demmel and Nguyen, "Parallel Reproducible Summation", 2015, with floats.
 */
#include "lesson.h"
#include "lesson_share.h"
#include "35_exact_bins.cuh"

using exact_bins::size_bits, exact_bins::exponent_of, exact_bins::power_of_2, exact_bins::kind_of, exact_bins::special_value;

__global__ void __launch_bounds__(1024, 1) atomic_sums(const float *in, size_t n, float *result)
{
    float sum = lesson_share_sum(in, n);
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

/* The bits of the largest |x|, from which the unit follows. */
__global__ void __launch_bounds__(1024, 1) largest(const float *in, size_t n, int *partial, int *bits)
{
    int most = 0;
    lesson_share_each(in, n, [&](const float4 (&x)[LESSON_SHARE_LOADS]) {
#pragma unroll
        for (const float4 &v : x)
            most = max(most, max(max(size_bits(v.x), size_bits(v.y)), max(size_bits(v.z), size_bits(v.w))));
    });
    if (lesson_grid_total(&most, partial, lesson_larger(), 0) && threadIdx.x == 0)
        *bits = most;
}

struct whole_units {
    long long sum;
    int special, unused;
};

struct add_units {
    __device__ struct whole_units operator()(struct whole_units a, struct whole_units b) const
    {
        return {a.sum + b.sum, a.special | b.special, 0};
    }
};

__global__ void __launch_bounds__(1024, 1)
fixed_point(const float *in, size_t n, const int *most, struct whole_units *partial, float *result)
{
    enum { BITS = 30 };                       /* |x| is below 2^30 units: 2^33 elements fit */
    int unit = exponent_of(*most) + 1 - BITS; /* is 2^unit */
    int first = unit < -64 ? 64 : 0;          /* 2^-unit may be too large for a float */
    float scale = power_of_2(first), rest = power_of_2(-unit - first);
    bool is_special = *most >= exact_bins::INFINITE;
    struct whole_units t = {0, 0, 0};
    lesson_share_each(in, n, [&](const float4 (&x)[LESSON_SHARE_LOADS]) {
#pragma unroll
        for (const float4 &v : x) {
            t.sum += (long long)__float2int_rn(v.x * scale * rest) + __float2int_rn(v.y * scale * rest);
            t.sum += (long long)__float2int_rn(v.z * scale * rest) + __float2int_rn(v.w * scale * rest);
            if (is_special)
                t.special |= kind_of(v.x) | kind_of(v.y) | kind_of(v.z) | kind_of(v.w);
        }
    });
    if (lesson_grid_total(&t, partial, add_units(), {}) && threadIdx.x == 0)
        *result = t.special ? special_value(t.special) : ldexpf((float)t.sum, unit);
}

__global__ void __launch_bounds__(1024, 1)
binned(const float *in, size_t n, struct exact_bins::bins *partial, float *result)
{
    struct exact_bins::bins b = exact_bins::of_nothing();
    struct exact_bins::range range = {0, 0};
    lesson_share_each(in, n, [&](const float4 (&v)[LESSON_SHARE_LOADS]) {
        float x[LESSON_SHARE];
        memcpy(x, v, sizeof x);
        exact_bins::add(&b, &range, x);
    });
    if (lesson_grid_total(&b, partial, exact_bins::both(), exact_bins::of_nothing()) && threadIdx.x == 0)
        *result = exact_bins::value(b);
}

static void launch_atomic_sums(struct reduction *r)
{
    lesson_share_grid(r, atomic_sums);
    r->grid += r->grid == 0; /* if there are no elements, one block leaves 0 */
    r->chain = r->n / ((size_t)r->grid * r->block) + LESSON_SHARE + r->grid;
    r->atomics = r->grid;
    CUDA_CHECK(cudaMemsetAsync(r->result, 0, sizeof(float), r->stream));
    atomic_sums<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, r->result_float);
}

static void launch_fixed_point(struct reduction *r)
{
    lesson_share_grid(r, fixed_point);
    r->grid += r->grid == 0;
    largest<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, r->partial, r->scratch);
    fixed_point<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, r->scratch, (struct whole_units *)r->partial,
                                                     r->result_float);
}

static void launch_binned(struct reduction *r)
{
    lesson_share_grid(r, binned);
    r->grid += r->grid == 0;
    binned<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, (struct exact_bins::bins *)r->partial, r->result_float);
}

static const struct lesson_about about = {
    .title = "reproducible",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED | LESSON_INPUT_KINDS | LESSON_WIDE_PARTIALS,
    .defaults = "-n 2^29 -b 512",
    .kernel = "fixed_point",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_method(&l, "atomic_sums", LESSON_PLAIN, launch_atomic_sums, LESSON_SHARE);
    lesson_run_method_library(&l, "cub_in_any_order", LESSON_PLAIN, lesson_cub_sum_in_any_order);
    lesson_run_method_library(&l, "cub_sum", LESSON_PLAIN, lesson_cub_sum);
    lesson_run_method_library(&l, "cub_on_any_gpu", LESSON_PLAIN, lesson_cub_sum_on_any_gpu);
    lesson_run_method(&l, "fixed_point", LESSON_FIXED_POINT, launch_fixed_point, LESSON_SHARE);
    lesson_run_method(&l, "binned", LESSON_BINNED, launch_binned, LESSON_SHARE);
    lesson_compare_orders(&l, "atomic_sums", LESSON_PLAIN, launch_atomic_sums, LESSON_SHARE, 12);
    lesson_compare_orders(&l, "fixed_point", LESSON_FIXED_POINT, launch_fixed_point, LESSON_SHARE, 12);
    lesson_compare_orders(&l, "binned", LESSON_BINNED, launch_binned, LESSON_SHARE, 12);
    return lesson_end(&l);
}
