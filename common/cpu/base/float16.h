/* float16.h: a float as the bits of a 16-bit number, rounded to the nearest, and the other way round. For C, and for code
 * of the device: whoever includes it says with CUDA_CPU_FLOAT16_FN what kind of functions these are. */
#ifndef CUDA_CPU_FLOAT16_H
#define CUDA_CPU_FLOAT16_H

CUDA_CPU_FLOAT16_FN unsigned cuda_cpu_float_bits(float x)
{
    unsigned bits;

    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

CUDA_CPU_FLOAT16_FN float cuda_cpu_bits_float(unsigned bits)
{
    float x;

    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

/* Rounds to the nearest half; ties go to the even one. */
CUDA_CPU_FLOAT16_FN unsigned short cuda_cpu_half_bits(float x)
{
    unsigned bits = cuda_cpu_float_bits(x), sign = bits >> 16 & 0x8000;

    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return 0x7fff;                          /* NaN */
    if (bits >= 0x477ff000)
        return (unsigned short)(sign | 0x7c00); /* at least the middle of the largest and infinity */
    if (bits < 0x38800000)                      /* below the normal numbers: the sum rounds it */
        return (unsigned short)(sign | (cuda_cpu_float_bits(cuda_cpu_bits_float(bits) + 0.5f) - 0x3f000000));
    bits += 0xfff + (bits >> 13 & 1);
    return (unsigned short)(sign | (bits - 0x38000000) >> 13);
}

CUDA_CPU_FLOAT16_FN float cuda_cpu_half_value(unsigned short half)
{
    unsigned sign = (unsigned)(half & 0x8000) << 16, bits = (half & 0x7fffu) << 13;

    if (bits >= 0x0f800000)                     /* infinity or NaN */
        return cuda_cpu_bits_float(sign | bits | 0x7f800000);
    return cuda_cpu_bits_float(sign | cuda_cpu_float_bits(cuda_cpu_bits_float(bits) * 0x1p112f));
}

/* Rounds to the nearest bfloat16; ties go to the even one. */
CUDA_CPU_FLOAT16_FN unsigned short cuda_cpu_bf16_bits(float x)
{
    unsigned bits = cuda_cpu_float_bits(x);

    if (x != x)
        return 0x7fff;                          /* NaN */
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

CUDA_CPU_FLOAT16_FN float cuda_cpu_bf16_value(unsigned short bits) { return cuda_cpu_bits_float((unsigned)bits << 16); }

#endif
