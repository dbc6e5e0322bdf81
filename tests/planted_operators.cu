/* planted_operators.cu: wrong reductions by other operators than the sum, to prove that harness/check_reduced.h finds
 * them. Each kernel name is a flaw, or `right_...`. tests/32_checker.t says what must be reported. */
#include "lesson.h"
#include <cuda_fp16.h>

enum flaw { RIGHT, DROPPED, ZERO_IDENTITY, LEAST_FLOAT, NAN_LOST, NAN_BY_ORDER, IN_HALF, UNWRITTEN, BEHIND, TRUNCATED };

template <class A> __device__ A combine(enum lesson_operator op, enum flaw flaw, A a, A b)
{
    switch (op) {
    case LESSON_PRODUCT: return a * b;
    case LESSON_MAX:
        if (flaw == NAN_BY_ORDER)
            return a > b ? a : b;
        if (flaw == NAN_LOST)
            return b > a || a != a ? b : a;
        return a > b || a != a ? a : b;
    case LESSON_MIN: return a < b || a != a ? a : b;
    case LESSON_AND: return (A)(a != 0 && b != 0);
    case LESSON_OR: return (A)(a != 0 || b != 0);
    default: return a + b;
    }
}

template <class A> __device__ A identity(enum lesson_operator op, enum flaw flaw, A least, A most)
{
    if (flaw == ZERO_IDENTITY)
        return 0;
    float least_float = -3e38f;
    if (flaw == LEAST_FLOAT) /* of floating-point types */
        return (A)least_float;
    return op == LESSON_MAX ? least : op == LESSON_MIN ? most : (A)(op == LESSON_PRODUCT || op == LESSON_AND);
}

/* One block; thread 0 combines what the threads have. Logical results are ints. */
template <class T, class A>
__global__ void planted(const T *in, const T *second, size_t n, A *result, enum lesson_operator op, enum flaw flaw, A least,
                        A most)
{
    __shared__ A found[1024];
    A x = identity(op, flaw, least, most);
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        if (flaw == DROPPED && i == n - 1)
            continue;
        A term = (A)in[i];
        if (flaw == TRUNCATED)
            term = (A)(int)term;
        if (op == LESSON_DOT || op == LESSON_NORM2)
            term *= op == LESSON_DOT ? (A)second[i] : term;
        x = combine(op, flaw, x, term);
        if (flaw == IN_HALF)
            x = (A)(float)__half((float)x);
    }
    found[threadIdx.x] = x;
    __syncthreads();
    if (threadIdx.x > 0 || flaw == UNWRITTEN)
        return;
    for (unsigned i = 1; i < blockDim.x; i++)
        x = combine(op, flaw, x, found[i]);
    if (flaw == BEHIND)
        result[1] = 0;
    if (op == LESSON_AND || op == LESSON_OR)
        *(int *)result = x != 0;
    else
        *result = op == LESSON_NORM2 ? (A)sqrt((double)x) : x;
}

static enum lesson_type type;
template <enum lesson_operator op, enum flaw flaw> static void launch(struct reduction *r)
{
    r->grid = 1;
#define PLANTED(T, A, least, most)                                                                            \
    planted<T, A><<<1, r->block, 0, r->stream>>>((const T *)r->in, (const T *)r->second, r->n, (A *)r->result, op, \
                                                 flaw, least, most)
    switch (type) {
    case LESSON_OF_INT8: PLANTED(signed char, int, INT32_MIN, INT32_MAX); break;
    case LESSON_OF_UINT8: PLANTED(unsigned char, long long, INT64_MIN, INT64_MAX); break;
    case LESSON_OF_INT64: PLANTED(long long, long long, INT64_MIN, INT64_MAX); break;
    case LESSON_OF_FLOAT: PLANTED(float, float, -INFINITY, INFINITY); break;
    case LESSON_OF_DOUBLE: PLANTED(double, double, -INFINITY, INFINITY); break;
    case LESSON_OF_HALF: PLANTED(__half, float, -INFINITY, INFINITY); break;
    default: PLANTED(int, int, INT32_MIN, INT32_MAX);
    }
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {
        "wrong reductions by any operator", NULL, NULL, NULL,
        LESSON_INT | LESSON_FLOAT | LESSON_INT8 | LESSON_INT64 | LESSON_DOUBLE | LESSON_HALF | LESSON_UINT8 | LESSON_OPERATORS
            | LESSON_SECOND, "-n 1000", NULL, NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    type = l.plan.type;
#define RUN(name, op, flaw) lesson_run_operator(&l, name, op, launch<op, flaw>, 1)
    RUN("right_sum", LESSON_SUM, RIGHT);
    RUN("right_product", LESSON_PRODUCT, RIGHT);
    RUN("right_min", LESSON_MIN, RIGHT);
    RUN("right_max", LESSON_MAX, RIGHT);
    RUN("right_and", LESSON_AND, RIGHT);
    RUN("right_or", LESSON_OR, RIGHT);
    RUN("right_dot", LESSON_DOT, RIGHT);
    RUN("right_norm2", LESSON_NORM2, RIGHT);
    RUN("dropped_sum", LESSON_SUM, DROPPED);
    RUN("dropped_product", LESSON_PRODUCT, DROPPED);
    RUN("dropped_min", LESSON_MIN, DROPPED);
    RUN("dropped_max", LESSON_MAX, DROPPED);
    RUN("dropped_and", LESSON_AND, DROPPED);
    RUN("dropped_or", LESSON_OR, DROPPED);
    RUN("dropped_dot", LESSON_DOT, DROPPED);
    RUN("dropped_norm2", LESSON_NORM2, DROPPED);
    RUN("zero_max", LESSON_MAX, ZERO_IDENTITY);
    RUN("zero_product", LESSON_PRODUCT, ZERO_IDENTITY);
    RUN("least_float_max", LESSON_MAX, LEAST_FLOAT);
    RUN("nan_lost", LESSON_MAX, NAN_LOST);
    RUN("nan_by_order", LESSON_MAX, NAN_BY_ORDER);
    RUN("in_half", LESSON_SUM, IN_HALF);
    RUN("unwritten", LESSON_SUM, UNWRITTEN);
    RUN("behind", LESSON_SUM, BEHIND);
    RUN("truncated", LESSON_SUM, TRUNCATED);
    return lesson_end(&l);
}
