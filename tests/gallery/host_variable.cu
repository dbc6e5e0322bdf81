/* A global variable of the host program, given to a kernel by its address. That the kernel stands
 * in the same file makes it no device variable. Right: __device__ and cudaMemcpyToSymbol, or an
 * argument by value. */
#include "gallery.h"

enum { N = 100 };

#ifdef FIXED
__device__ int offset;
#else
static int offset;
#endif

__global__ void shift(int *data, const int *by)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        data[i] += *by; /* BUG: host-pointer */
}

int main(void)
{
    int *data = device_values(N), seven = 7;
    void *by;

#ifdef FIXED
    CHECK(cudaMemcpyToSymbol(offset, &seven, sizeof seven));
    CHECK(cudaGetSymbolAddress(&by, offset));
#else
    offset = seven;
    by = &offset;
#endif
    shift<<<2, 64>>>(data, (const int *)by);
    CHECK_LAUNCH();
    return verdict_all(data, N, [](size_t i) { return value(i) + 7; });
}
