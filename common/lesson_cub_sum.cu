/* lesson_cub_sum.cu: lesson_cub_sum (see lesson_cub_sum.h) for ints and floats, compiled once for
 * all lessons. */
#include "lesson_cub_sum.h"
#include "lesson_cub.h"
#include <cub/device/device_reduce.cuh>

enum { SM_THREADS = 2048 }; /* that CUB starts for each SM, if there is enough to add: no fewer */

template <class T> static void sum(struct reduction *r, const T *in, T *result)
{
    LESSON_CUB(r, cub::DeviceReduce::Sum, in, result, lesson_cub_count(r->n));
}

extern "C" void lesson_cub_sum(struct reduction *r)
{
    r->chain = r->n / ((size_t)r->sm_count * SM_THREADS); /* a thread's share, at most */
    if (r->is_float)
        sum(r, r->in_float, r->result_float);
    else
        sum(r, r->in, r->result);
}
