/* forms.cu: the syntax that a reader of CUDA programs has to expect, in one place. */
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

extern __shared__ unsigned char pool[];
extern __shared__ float rows[][4];
__shared__ int at_file_scope[32];

/* Dynamic shared memory at file scope, by every road to its address. */
__device__ float *by_function() { return reinterpret_cast<float *>(pool); }
template <class T> __device__ T *behind(T *p, int n) { return p + n; }

__global__ void pool_forms(int *ok)
{
    float *a = reinterpret_cast<float *>(pool), *b = (float *)pool, *c = (float *)&pool[0];
    float *d = reinterpret_cast<float *>(&pool[4]), *e = (float *)(pool + 4);
    unsigned char *f = pool, *g = behind(pool, 4);
    auto *h = &rows[1][0];
    int t = threadIdx.x;

    at_file_scope[t] = t;
    a[t] = t;
    __syncthreads();
    if (b[t] == t && c[t] == t && by_function()[t] == t && (t == 31 || d[t] == t + 1)
        && e == d && g == f + 4 && (t > 27 || h[t] == t + 4) && at_file_scope[31 - t] == 31 - t)
        atomicAdd(ok, 1);
}

#define ARRAY(T, name, n) __shared__ T name##_array[n]
#define DYNAMIC(T, name) extern __shared__ T name##_dynamic[]

template <class T, int N> __global__ void macro_forms(int *ok)
{
    ARRAY(T, my, N);
    DYNAMIC(int, more);
    __shared__ __align__(16) float tile[N][N + 1], corner, *where;
    volatile __shared__ int flag;
    float __shared__ late[2];

    if (threadIdx.x == 0) {
        where = &tile[N - 1][N];
        corner = 2;
        flag = 3;
        late[1] = 4;
        more_dynamic[0] = 5;
        my_array[N - 1] = 6;
    }
    __syncthreads();
    auto sum = [=](int extra) { return corner + flag + late[1] + more_dynamic[0] + extra; };
    if (sum(my_array[N - 1]) == 20 && where - &tile[0][0] == N * (N + 1) - 1
        && sizeof tile == sizeof(float) * N * (N + 1))
        atomicAdd(ok, 1);
}

__global__ void add1(int *out, int x) { atomicAdd(out, x); }
__global__ void add2(int *out, int x) { atomicAdd(out, 2 * x); }
template <int A, int B> __global__ void add_product(int *out) { atomicAdd(out, A * B); }
template <int... I> static void launch_all(int *out, std::integer_sequence<int, I...>)
{
    (add_product<I, 2><<<1, 1>>>(out), ...);
}
template <class K, class... A> static void launch(K kernel, dim3 grid, dim3 block, A &&... a)
{
    kernel<<<grid, block>>>(std::forward<A>(a)...);
}
template <int A, int B> constexpr int larger() { return A > B ? A : B; }
template <class T> struct Runner {
    void (*kernel_)(T *, T);
    template <bool twice> void run(T *out)
    {
        if constexpr (twice) (*kernel_)<<<1, 1>>>(out, 2);
        else kernel_<<<1, 1>>>(out, 1);
    }
};
#define NUMBERED(n) add##n<<<dim3{1, 1, 1}, {2}>>>(out, n)
#define TIMES(name, x) do { name<<<1, 1>>>(out, x); check(#name); } while (0)

static int failed;
static void check(const char *what)
{
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        std::printf("%s: %s\n", what, cudaGetErrorString(error)), failed = 1;
}

int main()
{
    int *out, expected = 0;
    void (*table[])(int *, int) = {add1, add2};

    cudaMallocManaged(&out, sizeof *out);
    *out = 0;
    pool_forms<<<1, 32, 32 * sizeof(float)>>>(out), expected += 32;
    macro_forms<int, 8><<<1, 32, 16>>>(out), expected += 32;
    NUMBERED(1), expected += 2;
    NUMBERED(2), expected += 8;
    TIMES(add1, 5);
    expected += 5;
    launch_all(out, std::integer_sequence<int, 3, 4>()), expected += 14;
    launch(add2, 2, dim3(2), out, 3), expected += 24;
    Runner<int> runner{add1};
    runner.run<true>(out), runner.run<false>(out), expected += 3;
    for (auto kernel : table)
        kernel<<<1, larger<1, 2>()>>>(out, 1);
    expected += 6;
    auto now = [=](int x) { add1<<<1, 1>>>(out, x); };
    now(7), expected += 7;
    add_product<(5 > 4), larger<2, 3>()><<<larger<1, 2>(), 1>>>(out), expected += 6;
    check("launches");
    cudaDeviceSynchronize();
    if (*out != expected)
        std::printf("%d instead of %d\n", *out, expected), failed = 1;
    cudaFree(out);
    return failed;
}
