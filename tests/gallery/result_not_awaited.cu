/* The tree has its barrier at the top of the loop, and the result is written by the last thread of
 * the block, since it has nothing else to do. Between the last step and its read there is no
 * barrier. Thread 0, which made the sum itself, would be right; so is a barrier behind the loop. */
#include "gallery.h"

struct statistics { int sum, least, most; };

__device__ void add(statistics *to, const statistics *other)
{
    to->sum += other->sum; /* BUG: race */
    to->least = min(to->least, other->least); /* BUG: race */
    to->most = max(to->most, other->most); /* BUG: race */
}

__global__ void summarise(const int *in, statistics *out)
{
    __shared__ statistics all[64];
    unsigned tid = threadIdx.x;

    all[tid] = { in[tid], in[tid], in[tid] };
    for (unsigned s = 32; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            add(&all[tid], &all[tid + s]);
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (tid == blockDim.x - 1)
        *out = all[0]; /* BUG: race */
}

int main(void)
{
    int *in = device_values(64), least = value(0), most = value(0);
    statistics *out, got;

    CHECK(cudaMalloc(&out, sizeof *out));
    summarise<<<1, 64>>>(in, out);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 1; i < 64; i++) {
        least = value(i) < least ? value(i) : least;
        most = value(i) > most ? value(i) : most;
    }
    return verdict(got.sum, sum_of_values(64)) | verdict(got.least, least)
           | verdict(got.most, most);
}
