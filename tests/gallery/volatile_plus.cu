/* volatile taken for atomic: all blocks add to one volatile sum with +=. volatile makes each of
 * them load and store, but two may load the same old sum, and one addition is lost. Right:
 * atomicAdd. */
#include "gallery.h"

#ifdef FIXED
#define add_to(sum, x) atomicAdd(sum, x)
typedef int *shared_sum;
#else
#define add_to(sum, x) (*(sum) += (x))
typedef volatile int *shared_sum;
#endif

__global__ void sum_all(const int *in, shared_sum total)
{
    int sum = warp_sum(in[blockIdx.x * 32 + threadIdx.x]);

    if (threadIdx.x == 0)
        add_to(total, sum); /* BUG: race */
}

int main(void)
{
    int *in = device_values(4 * 32), *total = device_zeros(1);

    sum_all<<<4, 32>>>(in, total);
    CHECK_LAUNCH();
    return verdict(fetch_one(total), sum_of_values(4 * 32));
}
