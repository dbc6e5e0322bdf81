/* Lesson 34: float accuracy
 *
 * A float has 24 bits. Each addition rounds away what does not fit: the larger the sum, the more is lost. So the
 * error depends on how many additions an element goes through, and on what you do with the part that is lost:
 *
 *     in_order        one thread, one element after the other, as in a loop on a CPU
 *     tree            the fast sum of lessons 23 and 24
 *     kahan           each thread keeps what its last addition lost, and corrects the next element with it (Kahan, 1965)
 *     two_sum_tree    all errors are added up beside the sum, in the thread and on the way to the result
 *     in_double       elements are floats, sums are doubles
 */
#include "lesson.h"
#include "lesson_share.h"

/* a + b is sum + error, exactly: Knuth's TwoSum. The compiler must not simplify it: error is 0 in algebra. */
struct two_floats { float sum, error; };
__device__ struct two_floats two_sum(float a, float b)
{
    float sum = a + b, b_there = sum - a, a_there = sum - b_there;
    return {sum, (a - a_there) + (b - b_there)};
}

/* Each method says what a thread adds up in (part), how it adds four elements to that, what it gives to its block (total),
 * how two totals are added, and what the result is. */
struct tree {
    typedef float part, total;
    static __device__ void add(float &sum, float4 x) { sum += (x.x + x.y) + (x.z + x.w); }
    static __device__ float close(float sum) { return sum; }
    __device__ float operator()(float a, float b) const { return a + b; }
    static __device__ float end(float sum) { return sum; }
};

struct in_double {
    typedef double part, total;
    static __device__ void add(double &sum, float4 x) { sum += ((double)x.x + x.y) + ((double)x.z + x.w); }
    static __device__ double close(double sum) { return sum; }
    __device__ double operator()(double a, double b) const { return a + b; }
    static __device__ float end(double sum) { return (float)sum; }
};

struct kahan {
    struct part { float sum, lost; };
    typedef float total;
    static __device__ void add(struct part &p, float x)
    {
        float y = x - p.lost, sum = p.sum + y, lost = (sum - p.sum) - y;
        p.lost = fabsf(lost) < INFINITY ? lost : 0; /* infinity - infinity would turn everything after it into a NaN */
        p.sum = sum;
    }
    static __device__ void add(struct part &p, float4 x) { add(p, x.x), add(p, x.y), add(p, x.z), add(p, x.w); }
    static __device__ float close(struct part p) { return p.sum; }
    __device__ float operator()(float a, float b) const { return a + b; }
    static __device__ float end(float sum) { return sum; }
};

struct two_sum_tree {
    typedef struct two_floats part, total;
    static __device__ void add(part &p, float x)
    {
        struct two_floats now = two_sum(p.sum, x);
        p = {now.sum, p.error + now.error};
    }
    static __device__ void add(part &p, float4 x) { add(p, x.x), add(p, x.y), add(p, x.z), add(p, x.w); }
    static __device__ total close(part p) { return p; }
    __device__ total operator()(total a, total b) const
    {
        struct two_floats both = two_sum(a.sum, b.sum);
        return {both.sum, both.error + (a.error + b.error)};
    }
    static __device__ float end(total t) { return fabsf(t.sum) < INFINITY ? t.sum + t.error : t.sum; }
};

template <class Method> __global__ void __launch_bounds__(1024, 1)
reduce(const float *in, size_t n, typename Method::total *partial, float *result)
{
    typename Method::part part = {};
    lesson_share_each(in, n, [&](const float4 (&x)[LESSON_SHARE_LOADS]) {
#pragma unroll
        for (unsigned k = 0; k < LESSON_SHARE_LOADS; k++)
            Method::add(part, x[k]);
    });
    typename Method::total total = Method::close(part);
    if (lesson_grid_total(&total, partial, Method(), {}) && threadIdx.x == 0)
        *result = Method::end(total);
}

template <class Method> static void launch(struct reduction *r)
{
    lesson_share_grid(r, reduce<Method>);
    r->grid += r->grid == 0; /* if there are no elements, one block leaves 0 */
    r->plain = lesson_grid_additions(r);
    r->chain = r->n / ((size_t)r->grid * r->block) + LESSON_SHARE + r->plain;
    reduce<Method><<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, (typename Method::total *)r->partial,
                                                        r->result_float);
}

/* The loads are in flight together, but each addition waits for the one before. */
__global__ void in_order(const float *in, size_t n, float *result)
{
    enum { LOADS = 16 };
    const float4 *fours = (const float4 *)in;
    size_t end = n / 4;
    float4 x[LOADS];
    float sum = 0;
    if (threadIdx.x > 0)
        return;
    for (size_t i = 0; i < end; i += LOADS) {
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            x[k] = i + k < end ? fours[i + k] : float4();
#pragma unroll
        for (unsigned k = 0; k < LOADS; k++)
            sum = ((sum + x[k].x) + x[k].y) + x[k].z + x[k].w;
    }
    for (size_t i = 4 * end; i < n; i++)
        sum += in[i];
    *result = sum;
}

static void launch_in_order(struct reduction *r)
{
    r->grid = 1;
    r->block = 32;
    r->chain = r->n;
    in_order<<<r->grid, r->block, 0, r->stream>>>(r->in_float, r->n, r->result_float);
}

static const struct lesson_about about = {
    .title = "float accuracy",
    .part = "VI",
    .offers = LESSON_FLOAT | LESSON_GRID | LESSON_ALIGNED | LESSON_INPUT_KINDS | LESSON_WIDE_PARTIALS,
    .defaults = "-n 2^29 -b 512",
    .kernel = "kahan",
};

int main(int argc, char **argv)
{
    struct lesson l = lesson_begin(argc, argv, &about);
    lesson_run_method(&l, "tree", LESSON_PLAIN, launch<tree>, LESSON_SHARE);
    lesson_run_method_library(&l, "cub_sum", LESSON_PLAIN, lesson_cub_sum);
    lesson_run_method(&l, "kahan", LESSON_KAHAN, launch<kahan>, LESSON_SHARE);
    lesson_run_method(&l, "two_sum_tree", LESSON_TWO_SUM, launch<two_sum_tree>, LESSON_SHARE);
    lesson_run_method(&l, "in_double", LESSON_IN_DOUBLE, launch<in_double>, LESSON_SHARE);
    lesson_run_one_thread(&l, "in_order", LESSON_PLAIN, launch_in_order);
    return lesson_end(&l);
}
