/* numbers.cu: vector types, cache-hint loads and stores, bit and arithmetic functions. */
#include "check.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

static_assert(sizeof(int2) == 8 && alignof(int2) == 8, "int2");
static_assert(sizeof(int3) == 12 && alignof(int3) == 4, "int3");
static_assert(sizeof(int4) == 16 && alignof(int4) == 16, "int4");
static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "float4");
static_assert(sizeof(double2) == 16 && alignof(double2) == 16, "double2");
static_assert(sizeof(longlong2) == 16 && alignof(longlong2) == 16, "longlong2");
static_assert(sizeof(ulonglong2) == 16 && alignof(ulonglong2) == 16, "ulonglong2");
static_assert(sizeof(char4) == 4 && alignof(uchar4) == 4, "char4");
static_assert(sizeof(short2) == 4 && alignof(ushort4) == 8, "short2");

struct __align__(32) wide { float4 a, b; };
static_assert(sizeof(wide) == 32 && alignof(wide) == 32, "wide");

template <class T> __device__ bool same(const T &a, const T &b)
{
    const unsigned char *x = (const unsigned char *)&a, *y = (const unsigned char *)&b;

    for (size_t i = 0; i < sizeof(T); i++)
        if (x[i] != y[i])
            return false;
    return true;
}

template <class T> __device__ void loads_and_stores(T *p, T value, int *failures)
{
    T zero = {};

    *p = value;
    VERIFY(same(__ldca(p), value), failures);
    VERIFY(same(__ldcg(p), value), failures);
    VERIFY(same(__ldcs(p), value), failures);
    VERIFY(same(__ldlu(p), value), failures);
    VERIFY(same(__ldcv(p), value), failures);
    __stcg(p, zero);
    VERIFY(same(__ldcv(p), zero), failures);
    __stcs(p, value);
    VERIFY(same(__ldcv(p), value), failures);
    __stwb(p, zero);
    VERIFY(same(__ldcv(p), zero), failures);
    __stwt(p, value);
    VERIFY(same(__ldcv(p), value), failures);
}

__global__ void hints(ulonglong2 *space, int *failures)
{
    if (threadIdx.x || blockIdx.x)
        return;
    loads_and_stores((int *)space, -5, failures);
    loads_and_stores((unsigned *)space, 5u, failures);
    loads_and_stores((float *)space, 1.5f, failures);
    loads_and_stores((double *)space, -1e300, failures);
    loads_and_stores((long long *)space, -5000000000ll, failures);
    loads_and_stores((unsigned long long *)space, 1ull << 60, failures);
    loads_and_stores((unsigned char *)space, (unsigned char)200, failures);
    loads_and_stores((int2 *)space, make_int2(1, -2), failures);
    loads_and_stores((int4 *)space, make_int4(1, -2, 3, -4), failures);
    loads_and_stores((uint4 *)space, make_uint4(1, 2, 3, 4), failures);
    loads_and_stores((float2 *)space, make_float2(1, -2), failures);
    loads_and_stores((float4 *)space, make_float4(1, -2, 3, -4), failures);
    loads_and_stores((double2 *)space, make_double2(1, -2), failures);
    loads_and_stores((longlong2 *)space, make_longlong2(1, -2), failures);
    loads_and_stores((ulonglong2 *)space, make_ulonglong2(1, 2), failures);
    loads_and_stores((uchar4 *)space, make_uchar4(1, 2, 3, 4), failures);
}

/* __ldg may only read what no kernel writes meanwhile, so it is tested apart from the others. */
template <class T> __global__ void read_only(const T *p, T value, int *failures)
{
    VERIFY(same(__ldg(p), value), failures);
}

template <class T> void load_read_only(void *space, T value, int *failures)
{
    *(T *)space = value;
    RUN(read_only<<<1, 1>>>((const T *)space, value, failures));
}

__global__ void bits(int *failures)
{
    VERIFY(__popc(0) == 0 && __popc(0xffffffffu) == 32 && __popc(0x80000001u) == 2, failures);
    VERIFY(__popcll(~0ull) == 64, failures);
    VERIFY(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0, failures);
    VERIFY(__clzll(0) == 64 && __clzll(1) == 63, failures);
    VERIFY(__ffs(0) == 0 && __ffs(8) == 4 && __ffs(INT32_MIN) == 32, failures);
    VERIFY(__ffsll(0) == 0 && __ffsll(1ll << 40) == 41, failures);
    VERIFY(__brev(1) == 0x80000000u && __brev(0x0000fff0u) == 0x0fff0000u, failures);
    VERIFY(__fns(0x22222222u, 0, 3) == 9 && __fns(0x22222222u, 0, 9) == 0xffffffffu, failures);
    VERIFY(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f, failures);
    VERIFY(__float_as_uint(-0.0f) == 0x80000000u && __uint_as_float(0) == 0.0f, failures);
    VERIFY(__double_as_longlong(1.0) == 0x3ff0000000000000ll, failures);
    VERIFY(__longlong_as_double(0) == 0.0, failures);
    VERIFY(__mul24(-5, 7) == -35 && __umul24(0x1000003u, 5) == 15, failures);
    VERIFY(__umulhi(0x80000000u, 6) == 3 && __mulhi(-0x40000000, 8) == -2, failures);
}

__global__ void arithmetic(float x, int *failures)
{
    int i = -3 + (int)threadIdx.x * 0;
    unsigned u = 4;
    float nan = nanf("");

    VERIFY(min(i, 2) == -3 && max(i, 2) == 2 && min(u, 9u) == 4 && max(u, 9u) == 9, failures);
    VERIFY(min(-5000000000ll, 2ll) == -5000000000ll && max(1ull, 2ull) == 2, failures);
    VERIFY(min(1.5f, x) == 1.5f && max(1.5, 2.0) == 2.0 && min(nan, 1.0f) == 1.0f, failures);
    VERIFY(fminf(x, nan) == x && fmaxf(-x, 1) == 1 && fabsf(-x) == x, failures);
    VERIFY(fabsf(rsqrtf(4.0f) - 0.5f) < 1e-6f && fabs(rsqrt(16.0) - 0.25) < 1e-12, failures);
    VERIFY(__fmaf_rn(2, 3, 4) == 10 && fmaf(x, x, 1) == 5, failures);
    VERIFY(__fadd_rn(1, 2) == 3 && __fmul_rn(2, 4) == 8, failures);
    VERIFY(fabsf(__expf(1.0f) - 2.7182817f) < 1e-4f, failures);
    VERIFY(fabsf(__logf(x) - 0.6931472f) < 1e-4f && fabsf(__powf(x, 3) - 8) < 1e-3f, failures);
    VERIFY(fabsf(__sinf(0.5f) - sinf(0.5f)) < 1e-4f, failures);
    VERIFY(fabsf(__fdividef(x, 4) - 0.5f) < 1e-6f && __saturatef(7) == 1, failures);
    VERIFY(sqrtf(4) == 2 && floorf(-1.5f) == -2 && isnan(nan) && !isnan(x), failures);
#ifdef CUDA_CPU_DEVICE
    VERIFY(INT32_MAX + (i + 4) == INT32_MIN, failures);     /* overflow wraps */
#endif

    long long start = clock64();
    __nanosleep(100);
    VERIFY(clock64() >= start, failures);
}

int main(void)
{
    int *failures;
    ulonglong2 *space;
    dim3 d(2, 3), e = 7;

    EXPECT(d.x == 2 && d.y == 3 && d.z == 1 && e.x == 7 && e.y == 1);
    CHECK(cudaMallocManaged(&failures, sizeof *failures));
    CHECK(cudaMallocManaged(&space, sizeof *space));
    *failures = 0;
    RUN(hints<<<2, 32>>>(space, failures));
    load_read_only(space, -5, failures);
    load_read_only(space, 1.5f, failures);
    load_read_only(space, 1ull << 60, failures);
    load_read_only(space, (unsigned char)200, failures);
    load_read_only(space, make_int4(1, -2, 3, -4), failures);
    load_read_only(space, make_double2(1, -2), failures);
    RUN(bits<<<1, 1>>>(failures));
    RUN(arithmetic<<<1, 2>>>(2.0f, failures));
    EXPECT(*failures == 0);
    return 0;
}
