/* arithmetic.c: see arithmetic.h. 16-bit numbers are added as floats and rounded after each addition. */
#include "arithmetic.h"

#define CUDA_CPU_FLOAT16_FN static inline
#include "../base/float16.h"

#include <math.h>
#include <stdint.h>

static const struct { size_t size; const char *name; } types[] = {
    [ncclInt8] = { 1, "int8" }, [ncclUint8] = { 1, "uint8" }, [ncclInt32] = { 4, "int32" },
    [ncclUint32] = { 4, "uint32" }, [ncclInt64] = { 8, "int64" }, [ncclUint64] = { 8, "uint64" },
    [ncclFloat16] = { 2, "half" }, [ncclFloat32] = { 4, "float" }, [ncclFloat64] = { 8, "double" },
    [ncclBfloat16] = { 2, "bfloat16" },
};

size_t cuda_cpu_type_size(ncclDataType_t type) { return (unsigned int)type < ncclNumTypes ? types[type].size : 0; }

const char *cuda_cpu_type_name(ncclDataType_t type) { return types[type].name; }

/* An integer wraps around: it is computed as an unsigned one. */
#define INTEGER(T, U)                                                                             \
    for (size_t i = 0; i < count; i++) {                                                          \
        T a = ((const T *)to)[i], b = ((const T *)from)[i];                                       \
                                                                                                  \
        ((T *)to)[i] = op == ncclMax ? (a > b ? a : b) : op == ncclMin ? (a < b ? a : b)          \
                     : op == ncclProd ? (T)((U)a * (U)b) : (T)((U)a + (U)b);                      \
    }                                                                                             \
    break
#define REAL(T, R, value, bits)                                                                   \
    for (size_t i = 0; i < count; i++) {                                                          \
        R a = value(((const T *)to)[i]), b = value(((const T *)from)[i]);                         \
                                                                                                  \
        ((T *)to)[i] = bits(op == ncclMax ? (R)fmax(a, b) : op == ncclMin ? (R)fmin(a, b)         \
                            : op == ncclProd ? a * b : a + b);                                    \
    }                                                                                             \
    break

void cuda_cpu_combine(void *to, const void *from, size_t count, ncclDataType_t type, ncclRedOp_t op)
{
    switch (type) {
    case ncclInt8: INTEGER(int8_t, uint32_t);
    case ncclUint8: INTEGER(uint8_t, uint32_t);
    case ncclInt32: INTEGER(int32_t, uint32_t);
    case ncclUint32: INTEGER(uint32_t, uint32_t);
    case ncclInt64: INTEGER(int64_t, uint64_t);
    case ncclUint64: INTEGER(uint64_t, uint64_t);
    case ncclFloat16: REAL(uint16_t, float, cuda_cpu_half_value, cuda_cpu_half_bits);
    case ncclBfloat16: REAL(uint16_t, float, cuda_cpu_bf16_value, cuda_cpu_bf16_bits);
    case ncclFloat32: REAL(float, float, , );
    case ncclFloat64: REAL(double, double, , );
    default: break;
    }
}

#define DIVIDE(T, value, bits)                                                                    \
    for (size_t i = 0; i < count; i++)                                                            \
        ((T *)to)[i] = (T)bits(value(((const T *)to)[i]) / (T_ONE)by);                            \
    break

void cuda_cpu_divide(void *to, size_t count, ncclDataType_t type, int by)
{
    switch (type) {
#define T_ONE int64_t
    case ncclInt8: DIVIDE(int8_t, , );
    case ncclUint8: DIVIDE(uint8_t, , );
    case ncclInt32: DIVIDE(int32_t, , );
    case ncclUint32: DIVIDE(uint32_t, , );
    case ncclInt64: DIVIDE(int64_t, , );
#undef T_ONE
#define T_ONE uint64_t
    case ncclUint64: DIVIDE(uint64_t, , );
#undef T_ONE
#define T_ONE float
    case ncclFloat16: DIVIDE(uint16_t, cuda_cpu_half_value, cuda_cpu_half_bits);
    case ncclBfloat16: DIVIDE(uint16_t, cuda_cpu_bf16_value, cuda_cpu_bf16_bits);
    case ncclFloat32: DIVIDE(float, , );
#undef T_ONE
#define T_ONE double
    case ncclFloat64: DIVIDE(double, , );
#undef T_ONE
    default: break;
    }
}
