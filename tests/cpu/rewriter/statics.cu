__shared__ int everywhere[8];
static __shared__ double one;
#define ARRAY(T, name) __shared__ T name[SIZE]
#define PASTED(T, name) \
    __shared__ T name##_x[SIZE]; \
    __shared__ T name##_y
#define SHARED __shared__
namespace n { __shared__ Pair<int, float> p[4]; }
template <class T, int N> __global__ void k(int *p)
{
    __shared__ int sums[block];
    __shared__ bool is_last;
    __shared__ float a[32][33], b, *c, **d[3];
    static __shared__ int e[2 * N];
    __shared__ static int f [N] ;
    volatile __shared__ int g[N - -1];
    __shared__ volatile int h[N];
    __shared__ __align__(16) float j[N];
    __shared__ alignas(16) unsigned long long l[sizeof(T) > 4 ? 2 : 3];
    __align__(8) __shared__ unsigned char m[N];
    __shared__ typename X::T q[2], r;
    __shared__ typename X<T, (N > 3)>::template Y<3>::type s;
    float __shared__ t[3];
    __shared__ ::std::array<Pair<int, float>, N> u;
    __shared__ float v[N] __attribute__((aligned(16))), w;
    __shared__ decltype(a) x;
    __shared__ struct node y;
    __shared__ int const *z, aa[2]; __shared__ int *const bb;
    if (p) { __shared__ int cc; }
    __shared__     // why
        int        /* what */
        dd[N       // [n]
           + 1];
    switch (N) { case 1: __shared__ int ee; break; default: goto label; }
    label: __shared__ T ff[N];
    [[maybe_unused]] __shared__ int gg;
    SHARED float hh[3];
    __shared__ struct { int a; } anonymous;
    __shared__ int initialised = 3;
    __shared__ float (*pointer)[3];
    ARRAY(int, ii);
#pragma unroll
    __shared__ float jj[2];
#ifdef X
    __shared__ int kk
#endif
    ;
}
__device__ void f(int (&a)[4]);      // __shared__ int s[3];
