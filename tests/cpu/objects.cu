/* objects.cu: kernels that take objects and references. The host makes an argument once and destroys it once; each
 * thread has a copy of its bytes. A reference to managed memory is one. */
#include "check.h"

static int copies, destroyed;

/* An array on the device that frees itself, as many programs have one. */
template <class T> struct array {
    T *data;
    int size;
    bool is_owner;

    explicit array(int n) : data(nullptr), size(n), is_owner(true) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
    array(const array &other) : data(other.data), size(other.size), is_owner(false) { copies++; }
    ~array()
    {
        destroyed++;
        if (is_owner)
            CHECK(cudaFree(data));
    }
    array &operator=(const array &) = delete;
    __device__ T &operator[](int i) const { return data[i]; }
};

/* The last owner frees: a destructor in a thread would be one too many. */
struct counted {
    int *owners, *data;

    counted() : owners(new int(1)), data(nullptr) { CHECK(cudaMalloc(&data, 64 * sizeof *data)); }
    counted(const counted &other) : owners(other.owners), data(other.data) { ++*owners; }
    ~counted()
    {
        if (--*owners)
            return;
        CHECK(cudaFree(data));
        delete owners;
    }
};

struct base {
    int weight = 3;
    virtual ~base() {}
};
struct plain { int a, b; };
struct from_int { int value; from_int(int x) : value(x) {} ~from_int() {} };

__global__ void fill(array<int> a, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < a.size)
        a[i] = first + i;
    a.size = 0;                         /* this thread's own copy */
}

template <class T> __global__ void scale(array<T> a, T by, plain p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < a.size)
        a[i] = a[i] * by + p.b;
}

template <class F> __global__ void apply(F f, array<int> a) { a[threadIdx.x] = f(a[threadIdx.x]); }

struct shift {
    int by;
    explicit shift(int n) : by(n) {}
    shift(const shift &other) : by(other.by) { copies++; }
    ~shift() { destroyed++; }
    __device__ int operator()(int x) const { return x + by; }
};

__global__ void set(counted c) { c.data[threadIdx.x] = (int)threadIdx.x; }
__global__ void weigh(int *out, base b, from_int x) { *out = b.weight + x.value; }
__global__ void add(int &sum, const int &by) { atomicAdd(&sum, by); }
template <class T> __global__ void store(T &to, T value) { to = value; }
__global__ void swap(plain &p) { p = plain{p.b, p.a}; }

static int element(const array<int> &a, int i)
{
    int x;

    CHECK(cudaMemcpy(&x, a.data + i, sizeof x, cudaMemcpyDeviceToHost));
    return x;
}

int main(void)
{
    int *sum, *by;
    plain *p;
    array<int> a(100);

    RUN(fill<<<4, 32>>>(a, 7));
    EXPECT(copies == 1 && destroyed == 1);
    EXPECT(element(a, 0) == 7 && element(a, 99) == 106);
    RUN(scale<<<4, 32>>>(a, 2, plain{0, 1}));
    EXPECT(copies == 2 && destroyed == 2 && element(a, 99) == 213);
    RUN(scale<int><<<4, 32>>>(a, 2u, plain{0, 1}));
    EXPECT(copies == 3 && destroyed == 3 && element(a, 99) == 427);
    RUN(apply<<<1, 32>>>(shift(5), a));
    EXPECT(copies == destroyed - 1 && element(a, 31) == 4 * 38 + 8);    /* and the temporary, which is not copied */

    counted c;
    RUN(set<<<1, 64>>>(c));
    EXPECT(*c.owners == 1);

    CHECK(cudaMallocManaged(&sum, sizeof *sum));
    CHECK(cudaMallocManaged(&by, sizeof *by));
    CHECK(cudaMallocManaged(&p, sizeof *p));
    *sum = 0, *by = 2, *p = plain{1, 2};
    RUN(weigh<<<1, 1>>>(sum, base(), 4));
    EXPECT(*sum == 7);
    RUN(add<<<2, 50>>>(*sum, *by));
    EXPECT(*sum == 207);
    RUN(store<int><<<1, 1>>>(*sum, 5));
    EXPECT(*sum == 5);
    RUN(swap<<<1, 1>>>(*p));
    EXPECT(p->a == 2 && p->b == 1);

    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = 32;
    copies = destroyed = 0;
    CHECK(cudaLaunchKernelEx(&config, fill, a, 1));
    CHECK(cudaDeviceSynchronize());
    EXPECT(copies == 1 && destroyed == 1 && element(a, 99) == 100);
    int first = 2;
    void *arguments[] = { &a, &first };
    CHECK(cudaLaunchKernel((void *)fill, dim3(4), dim3(32), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    EXPECT(copies == 1 && destroyed == 1 && element(a, 99) == 101);

    CHECK(cudaFree(sum));
    CHECK(cudaFree(by));
    CHECK(cudaFree(p));
    return 0;
}
