/* A flag that one thread sets for its block only, and another thread of the block passes on to all. */
#include "../gallery/gallery.h"
#include <cuda/atomic>

__global__ void pass(const int *in, int *box, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_block> near_flag(*flag);
    cuda::atomic_ref<int, cuda::thread_scope_device> far_flag(*flag);
    int set = 1;

    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *box = in[0];
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        near_flag.store(1, cuda::memory_order_relaxed);
    } else if (blockIdx.x == 0) {
        while (!far_flag.compare_exchange_strong(set, 2, cuda::memory_order_acq_rel))
            set = 1;
    } else if (threadIdx.x == 0) {
        while (far_flag.load(cuda::memory_order_acquire) != 2)
            ;
        *out = *box;
    }
}

int main()
{
    int *in = device_values(1), *box = device_ints(1), *flag = device_zeros(1), *out = device_ints(1);

    pass<<<2, 2>>>(in, box, flag, out);
    CHECK_LAUNCH();
    return verdict(fetch_one(out), value(0));
}
