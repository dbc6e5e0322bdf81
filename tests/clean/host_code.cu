/* host_code.cu: host code of many kinds, which must work when only kernels are observed: functions that host
 * and kernels share, exceptions, virtual functions, jump tables, statics, callbacks, constructors before main. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct counted {
    static int alive;
    counted() { alive++; }
    counted(const counted &) { alive++; }
    ~counted() { alive--; }
};
int counted::alive;

/* Both sides call it. On the host it may throw. */
__host__ __device__ int digit(int n)
{
    switch (n % 8) {
    case 0: return 3;
    case 1: return 1;
    case 2: return 4;
    case 3: return 1;
    case 4: return 5;
    case 5: return 9;
    case 6: return 2;
    }
    return 6;
}

__host__ __device__ int checked(int n)
{
#ifndef __CUDA_ARCH__
    counted guard;
    if (n < 0)
        throw std::out_of_range("negative");
#endif
    return digit(n);
}

/* Its address is used, so a kernel might reach it; only the host does. */
static int caught(int n)
{
    counted guard;
    try {
        return checked(n);
    } catch (const std::exception &e) {
        return -(int)std::string(e.what()).size();
    }
}

struct shape {
    virtual ~shape() {}
    virtual int sides() const { return 0; }
};
struct square : shape {
    int sides() const override { return digit(2); }
};

static const std::map<int, std::string> names = {{1, "one"}, {2, "two"}};

template <class T> __host__ __device__ T twice(T x) { return x + x; }

__global__ void digits(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = twice(digit(i));
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int &count_calls()
{
    static std::vector<int> calls(1);
    return ++calls[0], calls[0];
}

#define EXPECT(condition) ((condition) ? (void)0 : (printf("line %d: %s\n", __LINE__, #condition), exit(1)))

int main()
{
    const int n = 100000;
    std::vector<int> host(n);
    int *device, sorted[] = {5, 1, 4, 2, 3}, sum = 0;

    EXPECT(names.at(2) == "two");
    cudaMalloc(&device, n * sizeof *device);
    digits<<<(n + 127) / 128, 128>>>(device, n);
    EXPECT(cudaMemcpy(host.data(), device, n * sizeof *device, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < n; i++)
        EXPECT(host[i] == twice(digit(i)));
    cudaFree(device);

    int (*volatile through)(int) = caught;
    EXPECT(through(5) == 9 && through(-1) == -8 && counted::alive == 0);
    try {
        counted here;
        checked(-1);
        EXPECT(false);
    } catch (const std::out_of_range &) {
    }
    EXPECT(counted::alive == 0);
    EXPECT(count_calls() == 1 && count_calls() == 2);

    std::vector<shape *> shapes = {new shape, new square};
    for (shape *s : shapes) {
        sum += s->sides();
        delete s;
    }
    EXPECT(sum == 4);
    qsort(sorted, 5, sizeof *sorted, by_value);
    EXPECT(std::is_sorted(sorted, sorted + 5));
    std::function<int(int)> larger = [&](int x) { return x + sorted[4]; };
    EXPECT(larger(1) == 6);
    return 0;
}
