extern __shared__ int everywhere[];
extern __shared__ __align__(16) unsigned char raw[];
namespace n {
extern __shared__ float rows[][33];
struct s { __device__ void m() { extern __shared__ int a[]; } };
}
__global__ void k(int *p)
{
    extern __shared__ int a[];
    extern __shared__ __align__(16) unsigned char b[];
    extern volatile __shared__ int c[];
    extern __shared__ alignas(sizeof(double)) const volatile T<int, 4>::type d [ ] ;
    extern __shared__ float e[][4][5];
    if (p) {
        extern
            __shared__      // here
            float4 f[];
    }
    extern int not_shared[];
}
template <class T> __global__ void t() { extern __shared__ T v[]; }
extern "C" __global__ void c(void) { extern __shared__ int v[]; }
auto lambda = [] { return 1; };
extern __shared__ double again[];
__shared__ extern float turned_round[];
int extern __shared__ late[];
#define DYNAMIC(T, name) extern __shared__ T name##_s[]
#define TABLE(T, name, n) \
    do { extern __shared__ T name[][n]; } while (0)
