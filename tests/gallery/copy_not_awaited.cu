/* Each thread starts an asynchronous copy of its element to shared memory, and uses the element
 * without waiting for the copy: it may read what was there before. */
#include "gallery.h"

#include <cuda_pipeline.h>

__global__ void twice(const int *in, int *out)
{
    __shared__ int tile[32];

    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
    __pipeline_commit();
#ifdef FIXED
    __pipeline_wait_prior(0);
#endif
    out[threadIdx.x] = 2 * tile[threadIdx.x]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(32), *out = device_ints(32);

    twice<<<1, 32>>>(in, out);
    CHECK_LAUNCH();
    return verdict_all(out, 32, [](size_t i) { return 2 * value(i); });
}
