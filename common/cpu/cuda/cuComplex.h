/* cuComplex.h: complex numbers for CUDA programs in C. */
#ifndef CUDA_CPU_COMPLEX_H
#define CUDA_CPU_COMPLEX_H

#include "device_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define CUDA_CPU_COMPLEX(C, T, f)                                                                 \
    CUDA_CPU_FN C make_##C(T x, T y) { return {x, y}; }                                           \
    CUDA_CPU_FN T cuCreal##f(C a) { return a.x; }                                                 \
    CUDA_CPU_FN T cuCimag##f(C a) { return a.y; }                                                 \
    CUDA_CPU_FN C cuConj##f(C a) { return {a.x, -a.y}; }                                          \
    CUDA_CPU_FN C cuCadd##f(C a, C b) { return {a.x + b.x, a.y + b.y}; }                          \
    CUDA_CPU_FN C cuCsub##f(C a, C b) { return {a.x - b.x, a.y - b.y}; }                          \
    CUDA_CPU_FN C cuCmul##f(C a, C b)                                                             \
    {                                                                                             \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                    \
    }                                                                                             \
    CUDA_CPU_FN C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }              \
    CUDA_CPU_FN T cuCabs##f(C a) { return hypot##f(a.x, a.y); }                                   \
    CUDA_CPU_FN C cuCdiv##f(C a, C b)                                                             \
    {                                                                                             \
        T s = fabs##f(b.x) + fabs##f(b.y);      /* scaled, against overflow */                    \
        T ax = a.x / s, ay = a.y / s, bx = b.x / s, by = b.y / s, d = bx * bx + by * by;          \
        return {(ax * bx + ay * by) / d, (ay * bx - ax * by) / d};                                \
    }

CUDA_CPU_COMPLEX(cuFloatComplex, float, f)
CUDA_CPU_COMPLEX(cuDoubleComplex, double, )
#undef CUDA_CPU_COMPLEX

CUDA_CPU_FN cuComplex make_cuComplex(float x, float y) { return {x, y}; }
CUDA_CPU_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
CUDA_CPU_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{
    return {(float)a.x, (float)a.y};
}

#endif
