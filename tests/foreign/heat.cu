// Heat in a rod: the same kernel 1000 times, buffers as objects passed by value, a result by reference, and a
// check on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define cudaCheck(ans) { cudaAssert((ans), __FILE__, __LINE__); }
inline void cudaAssert(cudaError_t code, const char *file, int line)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "cudaAssert: %s %s %d\n", cudaGetErrorString(code), file, line);
        exit(code);
    }
}

template <typename T> class DeviceVector {
public:
    explicit DeviceVector(size_t n) : size_(n), owner_(true) { cudaCheck(cudaMalloc(&ptr_, n * sizeof(T))); }
    DeviceVector(const DeviceVector &v) : ptr_(v.ptr_), size_(v.size_), owner_(false) {}
    ~DeviceVector() { if (owner_) cudaFree(ptr_); }
    DeviceVector &operator=(const DeviceVector &) = delete;
    __host__ __device__ size_t size() const { return size_; }
    __device__ T &operator[](size_t i) { return ptr_[i]; }
    __device__ const T &operator[](size_t i) const { return ptr_[i]; }
    void upload(const std::vector<T> &h) { cudaCheck(cudaMemcpy(ptr_, h.data(), size_ * sizeof(T), cudaMemcpyHostToDevice)); }
    std::vector<T> download() const
    {
        std::vector<T> h(size_);
        cudaCheck(cudaMemcpy(h.data(), ptr_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return h;
    }
private:
    T *ptr_ = nullptr;
    size_t size_;
    bool owner_;
};

__host__ __device__ inline float advance(float left, float here, float right) { return here + 0.25f * (left - 2 * here + right); }

__global__ void step(const DeviceVector<float> from, DeviceVector<float> to)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x, n = from.size();
    if (i < n)
        to[i] = i == 0 || i == n - 1 ? from[i] : advance(from[i - 1], from[i], from[i + 1]);
}

__global__ void hottest(DeviceVector<float> v, float &result)
{
    float most = v[0];
    for (size_t i = 1; i < v.size(); i++)
        most = v[i] > most ? v[i] : most;
    result = most;
}

int main()
{
    const int n = 200, steps = 1000;
    std::vector<float> h(n, 0.0f), next(n);
    h[0] = 100;
    h[n / 2] = 80;
    DeviceVector<float> a(n), b(n);
    a.upload(h);
    for (int s = 0; s < steps; s += 2) {
        step<<<(n + 63) / 64, 64>>>(a, b);
        step<<<(n + 63) / 64, 64>>>(b, a);
    }
    float *most;
    cudaCheck(cudaMallocManaged(&most, sizeof(float)));
    hottest<<<1, 1>>>(a, *most);
    cudaCheck(cudaGetLastError());
    cudaCheck(cudaDeviceSynchronize());

    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < n; i++)
            next[i] = i == 0 || i == n - 1 ? h[i] : advance(h[i - 1], h[i], h[i + 1]);
        h.swap(next);
    }
    std::vector<float> result = a.download();
    for (int i = 0; i < n; i++)
        if (std::fabs(result[i] - h[i]) > 1e-3f) {
            printf("FAILED at %d: %f, not %f\n", i, result[i], h[i]);
            return EXIT_FAILURE;
        }
    if (*most != 100.0f) {
        printf("FAILED: the hottest is %f\n", *most);
        return EXIT_FAILURE;
    }
    printf("PASSED\n");
    cudaFree(most);
    return EXIT_SUCCESS;
}
