// Functions of the device alone may use what its processor has; main may return without a value.
#define DEVICE __device__ inline
__device__ float square(float x);
template <class T> struct pair {
    T a, b;
    __device__ pair(T x) : a(x), b(x) {}
    __host__ __device__ T sum() const { return a + b; }
    __device__ T operator()(T x) const { return a * x + b; }
};
static __device__ __forceinline__ float __launch_bounds__(32) square(float x) { return x * x; }
__device__ float table[4];
__device__ float (*of_one)(float) = square;
__device__ __host__ float both(float x) { return x; }
DEVICE float scaled(float x) { return 2 * x; }
int main(int argc, char **)
{
    auto f = [=] __device__ (float x) { return x * x; };
    auto leaves = [&] { if (argc) return; };
    struct one { void leaves() { return; } };
    if (argc > 2) { leaves(); return; }
    for (int i = 0; i < 2; i++) { return ; }
    return f(0) > 0;
}
void other() { return; }
