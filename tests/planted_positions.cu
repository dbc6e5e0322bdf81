/* planted_positions.cu: wrong largest elements and indices, to prove that harness/check_position.h finds them. Each
 * kernel name is a flaw. tests/32_checker.t says what must be reported. */
#include "lesson.h"
#include "harness/check_position.h"

enum flaw { RIGHT, BY_THREAD, LAST, NAN_LOST, LAST_NAN, BY_BITS, SHORT_INDEX, OTHER_VALUE, DROPPED, SOMETHING, LEAST_LOST,
            UNWRITTEN, BEHIND };

template <class T> struct place {
    T value;
    size_t index;
};

__device__ inline bool has_sign(float x) { return x < 0 || (x == 0 && __float_as_uint(x) != 0); }
__device__ inline bool has_sign(int) { return false; }

template <class T> __device__ bool is_better(place<T> a, place<T> b, enum flaw flaw)
{
    if (a.value != a.value || b.value != b.value) {
        if (flaw == NAN_LOST)
            return b.value != b.value;
        if (a.value == a.value || b.value == b.value)
            return a.value != a.value;
        return flaw == LAST_NAN ? a.index > b.index : a.index < b.index;
    }
    if (flaw == BY_BITS && a.value == b.value && has_sign(a.value) != has_sign(b.value))
        return has_sign(b.value);
    if (a.value != b.value)
        return a.value > b.value;
    return flaw == BY_THREAD ? true : flaw == LAST ? a.index > b.index : a.index < b.index;
}

/* One block; thread 0 combines what the threads have. */
template <class T> __global__ void planted(const T *in, size_t n, place<T> *result, T least, enum flaw flaw)
{
    __shared__ place<T> found[1024];
    place<T> best = {least, (size_t)-1};
    for (size_t i = threadIdx.x; i < n - (flaw == DROPPED && n > 0); i += blockDim.x) {
        place<T> x = {in[i], i};
        if (flaw == LEAST_LOST ? x.value > best.value || x.value != x.value : is_better(x, best, flaw))
            best = x;
    }
    found[threadIdx.x] = best;
    __syncthreads();
    if (threadIdx.x > 0 || flaw == UNWRITTEN)
        return;
    for (unsigned i = 1; i < blockDim.x; i++)
        best = is_better(best, found[i], flaw) ? best : found[i];
    if (flaw == SHORT_INDEX)
        best.index &= 0xfff;
    if (flaw == OTHER_VALUE && n > 0)
        best.value = in[0];
    if (flaw == SOMETHING && n == 0)
        best.index = 0;
    if (flaw == BEHIND)
        result[1].index = 0;
    *result = best;
}

static enum lesson_type type;
template <enum flaw flaw> static void launch(struct reduction *r)
{
    r->grid = 1;
    if (type == LESSON_OF_FLOAT)
        planted<float><<<1, r->block, 0, r->stream>>>((const float *)r->in, r->n, (place<float> *)r->result, -INFINITY, flaw);
    else
        planted<int><<<1, r->block, 0, r->stream>>>(r->in, r->n, (place<int> *)r->result, INT32_MIN, flaw);
}

int main(int argc, char **argv)
{
    static const struct lesson_about about = {"wrong positions", NULL, NULL, NULL,
                                              LESSON_INT | LESSON_FLOAT | LESSON_PAIRS | LESSON_INPUT_KINDS, "-n 1000", NULL,
                                              NULL, NULL};
    struct lesson l = lesson_begin(argc, argv, &about, "planted.cu");
    type = l.plan.type;
#define RUN(name, flaw) lesson_run_checked(&l, &lesson_position, name, launch<flaw>, 1)
    RUN("right", RIGHT);
    RUN("by_thread", BY_THREAD);
    RUN("last", LAST);
    RUN("nan_lost", NAN_LOST);
    RUN("last_nan", LAST_NAN);
    RUN("by_bits", BY_BITS);
    RUN("short_index", SHORT_INDEX);
    RUN("other_value", OTHER_VALUE);
    RUN("dropped", DROPPED);
    RUN("something", SOMETHING);
    RUN("least_lost", LEAST_LOST);
    RUN("unwritten", UNWRITTEN);
    RUN("behind", BEHIND);
    return lesson_end(&l);
}
