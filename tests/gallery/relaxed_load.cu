/* A flag is released correctly, but the reader polls it with relaxed loads. Then its next load may
 * be older than the flag. Right: acquire, or a fence after the loop. */
#include "gallery.h"

#include <cuda/atomic>

__global__ void publish(int *value, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);

    if (blockIdx.x == 0) {
        *value = 42;
        f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_relaxed) == 0)
            ;
#ifdef FIXED
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#endif
        *out = *value; /* BUG: race */
    }
}

int main(void)
{
    int *value = device_ints(1), *flag = device_zeros(1), *out = device_ints(1);

    publish<<<2, 1>>>(value, flag, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), 42);
}
