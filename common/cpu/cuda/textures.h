/* textures.h: what a kernel reads from a texture, and reads and writes in a surface. The texels are memory like any
 * other: an inspected program sees a load of each texel that a fetch uses, four for a filtered one in two dimensions. */
#ifndef CUDA_CPU_TEXTURES_H
#define CUDA_CPU_TEXTURES_H

#include "device_functions.h"
#include "float16_bits.h"
#include "../runtime/cuda_runtime_api.h"

#include <type_traits>

/* The channels of a texel's type: float has one, float4 four. */
template <class T, class = void> struct cuda_cpu_channels { typedef T type; enum { count = 1 }; };
template <class T> struct cuda_cpu_channels<T, decltype((void)T::x)> {
    typedef decltype(T::x) type;
    enum { count = sizeof(T) / sizeof(type) };
};

#ifdef CUDA_CPU_INSPECT
#define CUDA_CPU_TEXEL_LOAD(p, size) cuda_cpu_observe_load(p, size, 0)
#define CUDA_CPU_TEXEL_STORE(p, size) cuda_cpu_observe_store(p, size)
#else
#define CUDA_CPU_TEXEL_LOAD(p, size) ((void)0)
#define CUDA_CPU_TEXEL_STORE(p, size) ((void)0)
#endif

/* A texel's four channels: bits as its format has them, or numbers. */
struct cuda_cpu_texel { uint32_t bits[4]; float value[4]; };

/* Channel i of the texel at p, as a register of the device holds it. */
CUDA_CPU_FN void cuda_cpu_read_channel(const cuda_cpu_texels *t, const char *p, int i, cuda_cpu_texel *texel)
{
    const int size = t->format.x / 8;
    const bool is_signed = t->format.f == cudaChannelFormatKindSigned;
    uint32_t bits = 0;

    memcpy(&bits, p + i * size, (size_t)size);
    if (t->format.f == cudaChannelFormatKindFloat)
        texel->value[i] = size == 2 ? cuda_cpu_half_value((unsigned short)bits) : __uint_as_float(bits);
    else if (t->how.readMode == cudaReadModeNormalizedFloat) {
        const float most = (float)((1u << (t->format.x - is_signed)) - 1);
        const float x = is_signed ? (float)(size == 1 ? (signed char)bits : (short)bits) : (float)bits;

        texel->value[i] = x < -most ? -1 : x / most;
    } else {
        texel->bits[i] = !is_signed ? bits : (uint32_t)(size == 1 ? (signed char)bits : size == 2 ? (short)bits : (int)bits);
        return;
    }
    texel->bits[i] = __float_as_uint(texel->value[i]);
}

/* Where coordinate i is among n texels; -1: outside, where the border is. */
CUDA_CPU_FN long cuda_cpu_address(const cuda_cpu_texels *t, int dimension, float i, long n)
{
    cudaTextureAddressMode mode = t->how.addressMode[dimension];
    long at;

    if (!t->how.normalizedCoords && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
        mode = cudaAddressModeClamp;
    if (i != i)
        i = 0;
    if (mode == cudaAddressModeBorder)
        return i >= 0 && i < (float)n ? (long)i : -1;
    if (mode == cudaAddressModeClamp)
        return i < 0 ? 0 : i >= (float)n ? n - 1 : (long)i;
    if (mode == cudaAddressModeWrap)
        return (at = (long)fmodf(i, (float)n)) < 0 ? at + n : at;
    at = (long)fmodf(i, 2 * (float)n);
    at = at < 0 ? at + 2 * n : at;
    return at < n ? at : 2 * n - 1 - at;
}

/* The texel of these numbers, before addressing. */
CUDA_CPU_FN void cuda_cpu_read_texel(const cuda_cpu_texels *t, float x, float y, float z, int dimensions,
                                     cuda_cpu_texel *texel)
{
    const int channels = (int)(t->texel / (size_t)(t->format.x / 8));
    const long at[3] = {cuda_cpu_address(t, 0, x, (long)t->size[0]),
                        dimensions > 1 ? cuda_cpu_address(t, 1, y, (long)t->size[1]) : (long)y,
                        dimensions > 2 ? cuda_cpu_address(t, 2, z, (long)t->size[2]) : (long)z};
    const char *p = t->data + (size_t)at[0] * t->texel + (size_t)at[1] * t->row + (size_t)at[2] * t->slice;

    memset(texel, 0, sizeof *texel);
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) {
        for (int i = 0; i < channels; i++) {
            texel->value[i] = t->how.borderColor[i];
            texel->bits[i] = t->format.f == cudaChannelFormatKindFloat || t->how.readMode == cudaReadModeNormalizedFloat
                                 ? __float_as_uint(t->how.borderColor[i]) : (uint32_t)(int)t->how.borderColor[i];
        }
        return;
    }
    CUDA_CPU_TEXEL_LOAD(p, (unsigned)t->texel);
    for (int i = 0; i < channels; i++)
        cuda_cpu_read_channel(t, p, i, texel);
}

/* The weight of the second of two texels: a number of 8 bits after the point, as in a GPU's filter. */
CUDA_CPU_FN float cuda_cpu_weight(float x) { return floorf((x - floorf(x)) * 256 + 0.5f) / 256; }

/* Fetches at x, y, z in so many dimensions; a layer is a whole number in y or z. */
CUDA_CPU_FN cuda_cpu_texel cuda_cpu_fetch(const cuda_cpu_texels *t, float x, float y, float z, int dimensions)
{
    float at[3] = {x, y, z}, weight[3] = {0, 0, 0};
    cuda_cpu_texel result, one;

    for (int i = 0; i < dimensions; i++) {
        if (t->how.normalizedCoords)
            at[i] *= (float)t->size[i];
        if (t->how.filterMode == cudaFilterModeLinear) {
            at[i] -= 0.5f;
            weight[i] = cuda_cpu_weight(at[i]);
        }
        at[i] = floorf(at[i]);
    }
    if (t->how.filterMode == cudaFilterModePoint) {
        cuda_cpu_read_texel(t, at[0], at[1], at[2], dimensions, &result);
        return result;
    }
    memset(&result, 0, sizeof result);
    for (int corner = 0; corner < 1 << dimensions; corner++) {
        float share = 1;

        for (int i = 0; i < dimensions; i++)
            share *= corner >> i & 1 ? weight[i] : 1 - weight[i];
        cuda_cpu_read_texel(t, at[0] + (corner & 1), at[1] + (corner >> 1 & 1), at[2] + (corner >> 2 & 1), dimensions, &one);
        for (int i = 0; i < 4; i++)
            result.value[i] += share * one.value[i];
    }
    for (int i = 0; i < 4; i++)
        result.bits[i] = __float_as_uint(result.value[i]);
    return result;
}

/* The texel as a T, whose channels have the type that the format says. */
template <class T> CUDA_CPU_FN T cuda_cpu_texel_as(const cuda_cpu_texel &texel)
{
    typedef typename cuda_cpu_channels<T>::type channel;
    channel all[cuda_cpu_channels<T>::count];
    T result;

    for (int i = 0; i < (int)cuda_cpu_channels<T>::count && i < 4; i++)
        memcpy(&all[i], &texel.bits[i], sizeof all[i] < 4 ? sizeof all[i] : 4);
    memcpy(&result, all, sizeof result);
    return result;
}

/* The functions that a program calls are inlined, so that a report names the program's line. */
template <class T> CUDA_CPU_FN T cuda_cpu_tex_linear(cudaTextureObject_t texture, int i)
{
    const cuda_cpu_texels *t = cuda_cpu_texels_of(texture, 0);
    cuda_cpu_texel texel = {};

    if (i >= 0 && (size_t)i < t->size[0]) {
        const char *p = t->data + (size_t)i * t->texel;

        CUDA_CPU_TEXEL_LOAD(p, (unsigned)t->texel);
        for (int c = 0; c < (int)(t->texel / (size_t)(t->format.x / 8)); c++)
            cuda_cpu_read_channel(t, p, c, &texel);
    }
    return cuda_cpu_texel_as<T>(texel);
}

template <class T> CUDA_CPU_FN T cuda_cpu_tex(cudaTextureObject_t texture, float x, float y, float z, int dimensions)
{
    return cuda_cpu_texel_as<T>(cuda_cpu_fetch(cuda_cpu_texels_of(texture, 0), x, y, z, dimensions));
}

/* A whole layer, which is clamped. */
template <class T> CUDA_CPU_FN T cuda_cpu_tex_layer(cudaTextureObject_t texture, float x, float y, int layer, int dimensions)
{
    const cuda_cpu_texels *t = cuda_cpu_texels_of(texture, 0);
    const long last = (long)t->size[2] - 1;

    return cuda_cpu_texel_as<T>(cuda_cpu_fetch(t, x, y, (float)(layer < 0 ? 0 : layer > last ? last : layer), dimensions));
}

template <class T> CUDA_CPU_ALIAS T tex1Dfetch(cudaTextureObject_t texture, int i)
{
    return cuda_cpu_tex_linear<T>(texture, i);
}
template <class T> CUDA_CPU_ALIAS T tex1D(cudaTextureObject_t texture, float x)
{
    return cuda_cpu_tex<T>(texture, x, 0, 0, 1);
}
template <class T> CUDA_CPU_ALIAS T tex2D(cudaTextureObject_t texture, float x, float y)
{
    return cuda_cpu_tex<T>(texture, x, y, 0, 2);
}
template <class T> CUDA_CPU_ALIAS T tex3D(cudaTextureObject_t texture, float x, float y, float z)
{
    return cuda_cpu_tex<T>(texture, x, y, z, 3);
}
template <class T> CUDA_CPU_ALIAS T tex1DLayered(cudaTextureObject_t texture, float x, int layer)
{
    return cuda_cpu_tex_layer<T>(texture, x, 0, layer, 1);
}
template <class T> CUDA_CPU_ALIAS T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer)
{
    return cuda_cpu_tex_layer<T>(texture, x, y, layer, 2);
}

/* The forms that take a pointer to the result. */
template <class T> CUDA_CPU_ALIAS void tex1Dfetch(T *to, cudaTextureObject_t texture, int i) { *to = tex1Dfetch<T>(texture, i); }
template <class T> CUDA_CPU_ALIAS void tex1D(T *to, cudaTextureObject_t texture, float x) { *to = tex1D<T>(texture, x); }
template <class T> CUDA_CPU_ALIAS void tex2D(T *to, cudaTextureObject_t texture, float x, float y)
{
    *to = tex2D<T>(texture, x, y);
}
template <class T> CUDA_CPU_ALIAS void tex3D(T *to, cudaTextureObject_t texture, float x, float y, float z)
{
    *to = tex3D<T>(texture, x, y, z);
}
/* There are no other levels than 0. */
template <class T> CUDA_CPU_ALIAS T tex1DLod(cudaTextureObject_t texture, float x, float) { return tex1D<T>(texture, x); }
template <class T> CUDA_CPU_ALIAS T tex2DLod(cudaTextureObject_t texture, float x, float y, float)
{
    return tex2D<T>(texture, x, y);
}
template <class T> CUDA_CPU_ALIAS T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float)
{
    return tex3D<T>(texture, x, y, z);
}

/* ---- Surfaces: x in bytes ------------------------------------------------------------------ */

/* Where the element of `size` bytes at x is; NULL: outside, where a read gives 0 and a write does nothing. */
CUDA_CPU_FN char *cuda_cpu_surface_at(const cuda_cpu_texels *t, int x, int y, int z, int size, cudaSurfaceBoundaryMode mode)
{
    const long row = (long)t->row, height = (long)t->size[1], depth = (long)t->size[2];
    const bool is_inside = x >= 0 && x + size <= row && y >= 0 && y < height && z >= 0 && z < depth;

    if (x % size)
        cuda_cpu_report("fault", "byte %d of a surface's row: elements of %d bytes begin at multiples of their size", x, size);
    if (is_inside)
        return t->data + (size_t)z * t->slice + (size_t)y * t->row + x;
    if (mode == cudaBoundaryModeZero)
        return NULL;
    if (mode == cudaBoundaryModeTrap)
        cuda_cpu_report("out-of-bounds", "byte %d, row %d, layer %d of a surface of %ld bytes, %ld rows, %ld layers", x, y, z,
                        row, height, depth);
    x = x < 0 ? 0 : x + size > row ? (int)row - size : x;
    y = y < 0 ? 0 : y >= height ? (int)height - 1 : y;
    z = z < 0 ? 0 : z >= depth ? (int)depth - 1 : z;
    return t->data + (size_t)z * t->slice + (size_t)y * t->row + x;
}

template <class T> CUDA_CPU_FN T cuda_cpu_surface_read(cudaSurfaceObject_t surface, int x, int y, int z,
                                                       cudaSurfaceBoundaryMode mode)
{
    const char *p = cuda_cpu_surface_at(cuda_cpu_texels_of(surface, 1), x, y, z, (int)sizeof(T), mode);
    T result = T();

    if (p) {
        CUDA_CPU_TEXEL_LOAD(p, sizeof(T));
        memcpy(&result, p, sizeof result);
    }
    return result;
}

template <class T> CUDA_CPU_FN void cuda_cpu_surface_write(T value, cudaSurfaceObject_t surface, int x, int y, int z,
                                                           cudaSurfaceBoundaryMode mode)
{
    char *p = cuda_cpu_surface_at(cuda_cpu_texels_of(surface, 1), x, y, z, (int)sizeof(T), mode);

    if (p) {
        CUDA_CPU_TEXEL_STORE(p, sizeof(T));
        memcpy(p, &value, sizeof value);
    }
}

#define CUDA_CPU_LIST(...) __VA_ARGS__
#define CUDA_CPU_SURFACE(name, COORDINATES, x, y, z)                                              \
    template <class T>                                                                            \
    CUDA_CPU_ALIAS T name##read(cudaSurfaceObject_t surface, CUDA_CPU_LIST COORDINATES,           \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)              \
    {                                                                                             \
        return cuda_cpu_surface_read<T>(surface, x, y, z, mode);                                  \
    }                                                                                             \
    template <class T>                                                                            \
    CUDA_CPU_ALIAS void name##read(T *to, cudaSurfaceObject_t surface, CUDA_CPU_LIST COORDINATES, \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)           \
    {                                                                                             \
        *to = cuda_cpu_surface_read<T>(surface, x, y, z, mode);                                   \
    }                                                                                             \
    template <class T>                                                                            \
    CUDA_CPU_ALIAS void name##write(T value, cudaSurfaceObject_t surface, CUDA_CPU_LIST COORDINATES, \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)          \
    {                                                                                             \
        cuda_cpu_surface_write(value, surface, x, y, z, mode);                                    \
    }
CUDA_CPU_SURFACE(surf1D, (int x), x, 0, 0)
CUDA_CPU_SURFACE(surf2D, (int x, int y), x, y, 0)
CUDA_CPU_SURFACE(surf3D, (int x, int y, int z), x, y, z)
CUDA_CPU_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
CUDA_CPU_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef CUDA_CPU_SURFACE
#undef CUDA_CPU_LIST

/* ---- Formats ------------------------------------------------------------------------------- */

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    return {x, y, z, w, f};
}

template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc()
{
    typedef typename cuda_cpu_channels<T>::type channel;
    const int bits = 8 * (int)sizeof(channel), count = cuda_cpu_channels<T>::count;
    const cudaChannelFormatKind f = std::is_floating_point<channel>::value ? cudaChannelFormatKindFloat
                                    : std::is_signed<channel>::value       ? cudaChannelFormatKindSigned
                                                                           : cudaChannelFormatKindUnsigned;

    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, f};
}

#endif
