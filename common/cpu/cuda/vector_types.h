/* vector_types.h: dim3 and the vector types int2, float4, ... with make_int2, make_float4, ... */
#ifndef CUDA_CPU_VECTOR_TYPES_H
#define CUDA_CPU_VECTOR_TYPES_H

/* The alignments are CUDA's: 2 and 4 elements load as one access of up to 16 bytes. The functions are
 * always inlined: then `a[i] = make_float4(...)` is one store, even without optimisation. */
#define CUDA_CPU_MAKE static inline __attribute__((always_inline)) constexpr
#define CUDA_CPU_VECTORS(T, name, align2, align4)                                                 \
    struct name##1 { T x; };                                                                      \
    struct alignas(align2) name##2 { T x, y; };                                                   \
    struct name##3 { T x, y, z; };                                                                \
    struct alignas(align4) name##4 { T x, y, z, w; };                                             \
    CUDA_CPU_MAKE name##1 make_##name##1(T x) { return {x}; }                                     \
    CUDA_CPU_MAKE name##2 make_##name##2(T x, T y) { return {x, y}; }                             \
    CUDA_CPU_MAKE name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                     \
    CUDA_CPU_MAKE name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

CUDA_CPU_VECTORS(signed char, char, 2, 4)
CUDA_CPU_VECTORS(unsigned char, uchar, 2, 4)
CUDA_CPU_VECTORS(short, short, 4, 8)
CUDA_CPU_VECTORS(unsigned short, ushort, 4, 8)
CUDA_CPU_VECTORS(int, int, 8, 16)
CUDA_CPU_VECTORS(unsigned int, uint, 8, 16)
CUDA_CPU_VECTORS(long, long, 16, 16)
CUDA_CPU_VECTORS(unsigned long, ulong, 16, 16)
CUDA_CPU_VECTORS(long long, longlong, 16, 16)
CUDA_CPU_VECTORS(unsigned long long, ulonglong, 16, 16)
CUDA_CPU_VECTORS(float, float, 8, 16)
CUDA_CPU_VECTORS(double, double, 16, 16)
#undef CUDA_CPU_VECTORS

/* CUDA 13's types of 32 bytes with their alignment in the name. */
#define CUDA_CPU_VECTOR(T, name, align)                                                           \
    struct alignas(align) name##4_##align##a { T x, y, z, w; };                                   \
    CUDA_CPU_MAKE name##4_##align##a make_##name##4_##align##a(T x, T y, T z, T w)                \
    {                                                                                             \
        return {x, y, z, w};                                                                      \
    }
#define CUDA_CPU_VECTORS(T, name) CUDA_CPU_VECTOR(T, name, 16) CUDA_CPU_VECTOR(T, name, 32)
CUDA_CPU_VECTORS(long, long)
CUDA_CPU_VECTORS(unsigned long, ulong)
CUDA_CPU_VECTORS(long long, longlong)
CUDA_CPU_VECTORS(unsigned long long, ulonglong)
CUDA_CPU_VECTORS(double, double)
#undef CUDA_CPU_VECTOR
#undef CUDA_CPU_VECTORS
#undef CUDA_CPU_MAKE

/* Extents of a grid or a block; omitted ones are 1. */
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};

#endif
