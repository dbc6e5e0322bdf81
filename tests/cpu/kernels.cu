/* kernels.cu: kernels that the text of their launch does not tell apart: behind a pointer, a macro,
 * instances of a template, overloads. tests/40_inspect.t compares what the inspector calls them with
 * the comments "is NAME" here, in this order. */
#include <cuda_runtime.h>

__global__ void good(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void bad(const int *in, int *out) { out[threadIdx.x] = in[8 * threadIdx.x]; }

template <unsigned block, bool is_last> __global__ void instance(int *out)
{
    out[threadIdx.x] = is_last ? block : 0;
}

template <class T> static __global__ void deduced(T *out, T x) { out[threadIdx.x] = x; }

namespace {
__global__ void unnamed(int *out) { out[threadIdx.x] = 1; }
}

namespace tools {
struct holder {
    template <short s, char c> static __global__ void member(int *out) { out[threadIdx.x] = s + c; }
};
}

__global__ void fill(int *out) { out[threadIdx.x] = 1; }
__global__ void fill(float *out) { out[threadIdx.x] = 1; }

/* An argument with functions of its own, which run before the kernel. */
struct view {
    int *p;
    view(int *from) : p(from) {}
    view(const view &from) : p(from.p) { count(); }
    static void count() {}
};
__global__ void viewed(view v) { v.p[threadIdx.x] = 1; }

__global__ void nothing(int) {}
extern "C" __global__ void of_c(int *out) { out[threadIdx.x] = 3; }

template <class Function> __global__ void apply(int *out, Function f) { out[threadIdx.x] = f(threadIdx.x); }
struct plus_one { __device__ int operator()(int x) const { return x + 1; } };

template <void kernel(const int *, int *)> static void launch(const int *in, int *out) { kernel<<<2, 32>>>(in, out); }

#define LAUNCH(block) instance<block, false><<<1, 32>>>(out)

int main()
{
    void (*kernel)(const int *, int *) = good;
    int *in, *out;

    cudaMalloc(&in, 1024 * sizeof *in);
    cudaMalloc(&out, 1024 * sizeof *out);
    cudaMemset(in, 0, 1024 * sizeof *in);
    kernel<<<1, 32>>>(in, out);                         /* is good */
    kernel = bad;
    kernel<<<1, 32>>>(in, out);                         /* is bad */
    launch<good>(in, out);                              /* is good */
    launch<bad>(in, out);                               /* is bad */
    LAUNCH(64);                                         /* is instance<64, false> */
    LAUNCH(256);                                        /* is instance<256, false> */
    instance<256, true><<<1, 32>>>(out);                /* is instance<256, true> */
    deduced<<<1, 32>>>(out, 1);                         /* is deduced<int> */
    deduced<<<1, 32>>>((double *)out, 1.0);             /* is deduced<double> */
    unnamed<<<1, 32>>>(out);                            /* is unnamed */
    tools::holder::member<-5, 'a'><<<1, 32>>>(out);     /* is tools::holder::member<-5, 97> */
    fill<<<1, 32>>>(out);                               /* is fill(int*) */
    fill<<<1, 32>>>((float *)out);                      /* is fill(float*) */
    viewed<<<1, 32>>>(out);                             /* is viewed */
    nothing<<<1, 32>>>(0);                              /* is nothing */
    of_c<<<1, 32>>>(out);                               /* is of_c */
    apply<<<1, 32>>>(out, plus_one());                  /* is apply<plus_one> */

    void *arguments[] = {&in, &out};
    kernel = good;
    cudaLaunchKernel((void *)kernel, 3, 32, arguments, 0, 0);       /* is good */
    return cudaDeviceSynchronize();
}
