/* Block 0 publishes a value with a flag that it releases; block 1 then raises the flag further with a
 * store of its own. Who sees the higher flag has synchronised with block 1 only. Right: an update
 * that reads the flag, too, goes on with what block 0 has released. */
#include "gallery.h"

#include <cuda/atomic>

__global__ void publish(int *value, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);

    if (blockIdx.x == 0) {
        *value = 42; /* BUG: race */
        f.store(1, cuda::memory_order_release);
    } else if (blockIdx.x == 1) {
        while (f.load(cuda::memory_order_relaxed) != 1)
            ;
#ifdef FIXED
        f.fetch_add(1, cuda::memory_order_relaxed);
#else
        f.store(2, cuda::memory_order_relaxed);
#endif
    } else {
        while (f.load(cuda::memory_order_acquire) != 2)
            ;
        *out = *value; /* BUG: race */
    }
}

int main(void)
{
    int *value = device_ints(1), *flag = device_zeros(1), *out = device_ints(1);

    publish<<<3, 1>>>(value, flag, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), 42);
}
