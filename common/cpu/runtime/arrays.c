/* arrays.c: arrays, copies in three dimensions, and the objects for textures and surfaces. */
#include "cuda_runtime_api.h"
#include "handles.h"

#include "../base/report.h"

struct cudaArray {
    int is_live;
    char *data;                                 /* rows without gaps, layer after layer */
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent;                   /* as the program said: a height or depth of 0 is none */
    unsigned int flags;
};
static struct handles arrays = { .size = sizeof(struct cudaArray) };
static struct handles objects = { .size = sizeof(struct cuda_cpu_texels) };

static size_t at_least_1(size_t n) { return n ? n : 1; }

/* Bytes of a texel; 0 if there are none like that. */
static size_t texel_of(const struct cudaChannelFormatDesc *f)
{
    const int bits[] = { f->x, f->y, f->z, f->w };
    int channels = 0;

    while (channels < 4 && bits[channels])
        channels++;
    for (int i = 0; i < 4; i++)
        if (i < channels ? bits[i] != bits[0] : bits[i] != 0)
            return 0;
    if (!channels || channels == 3 || (unsigned int)f->f > cudaChannelFormatKindFloat
        || (f->x != 8 && f->x != 16 && f->x != 32) || (f->x == 8 && f->f == cudaChannelFormatKindFloat))
        return 0;
    return (size_t)(channels * f->x / 8);
}

static int is_array(cudaArray_const_t array) { return cuda_cpu_is_handle(&arrays, array) && array->is_live; }

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags)
{
    size_t texel;
    cudaError_t error;
    void *data;

    if (!array || !desc || !extent.width || (flags & cudaArrayCubemap) || (flags & cudaArrayLayered && !extent.depth))
        return cuda_cpu_error(cudaErrorInvalidValue);
    texel = texel_of(desc);
    if (!texel)
        return cuda_cpu_error(cudaErrorInvalidChannelDescriptor);
    error = cudaMalloc(&data, texel * extent.width * at_least_1(extent.height) * at_least_1(extent.depth));
    if (error)
        return error;
    *array = cuda_cpu_new_handle(&arrays);
    if (!*array) {
        cudaFree(data);
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    }
    **array = (struct cudaArray){ 1, data, *desc, extent, flags };
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
                            unsigned int flags)
{
    return cudaMalloc3DArray(array, desc, make_cudaExtent(width, height, 0), flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    if (!array)
        return cudaSuccess;
    if (!is_array(array))
        return cuda_cpu_error(cudaErrorInvalidValue);
    array->is_live = 0;
    return cudaFree(array->data);
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array)
{
    if (!is_array(array))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (desc)
        *desc = array->format;
    if (extent)
        *extent = array->extent;
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    return desc ? cudaArrayGetInfo(desc, NULL, NULL, (cudaArray_t)array) : cuda_cpu_error(cudaErrorInvalidValue);
}

/* ---- Copies -------------------------------------------------------------------------------- */

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent)
{
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * at_least_1(extent.depth));
}

/* One side of a copy: where it begins, and the bytes from row to row and from layer to layer. */
struct side { char *from; size_t row, slice; };

static int find_side(struct side *s, cudaArray_const_t array, struct cudaPos pos, struct cudaPitchedPtr pointer,
                     struct cudaExtent extent)
{
    if (array) {
        size_t texel;

        if (!is_array(array) || pointer.ptr || pos.x + extent.width > array->extent.width
            || pos.y + extent.height > at_least_1(array->extent.height)
            || pos.z + extent.depth > at_least_1(array->extent.depth))
            return 0;
        texel = texel_of(&array->format);
        s->row = array->extent.width * texel;
        s->slice = s->row * at_least_1(array->extent.height);
        s->from = array->data + pos.x * texel + pos.y * s->row + pos.z * s->slice;
        return 1;
    }
    s->row = pointer.pitch;
    s->slice = pointer.pitch * pointer.ysize;
    s->from = (char *)pointer.ptr + pos.x + pos.y * s->row + pos.z * s->slice;
    return pointer.ptr != NULL;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *copy)
{
    cudaError_t error = cudaSuccess;
    struct side to, from;
    size_t texel = 1;

    if (!copy || !find_side(&from, copy->srcArray, copy->srcPos, copy->srcPtr, copy->extent)
        || !find_side(&to, copy->dstArray, copy->dstPos, copy->dstPtr, copy->extent))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (copy->srcArray || copy->dstArray)
        texel = texel_of(&(copy->srcArray ? copy->srcArray : copy->dstArray)->format);
    for (size_t z = 0; z < copy->extent.depth && !error; z++)
        error = cudaMemcpy2D(to.from + z * to.slice, to.row, from.from + z * from.slice, from.row,
                             copy->extent.width * texel, copy->extent.height, copy->kind);
    return error;
}

/* Byte x of row y of an array, if so many bytes and rows are there; otherwise NULL. */
char *cuda_cpu_place_in(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, size_t *row)
{
    if (!is_array(array))
        return NULL;
    *row = array->extent.width * texel_of(&array->format);
    return x + width <= *row && y + height <= at_least_1(array->extent.height) ? array->data + y * *row + x : NULL;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(to, x, y, width, height, &row);

    return place ? cudaMemcpy2D(place, row, from, pitch, width, height, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(from, x, y, width, height, &row);

    return place ? cudaMemcpy2D(to, pitch, place, row, width, height, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t x,
                                     size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(from, x, y, width, height, &row);

    return place ? cudaMemcpy2DToArray(to, to_x, to_y, place, row, width, height, kind)
                 : cuda_cpu_error(cudaErrorInvalidValue);
}

/* Bytes in the rows of an array, from byte x of row y on; NULL if there are not so many. */
static char *bytes_in(cudaArray_const_t array, size_t x, size_t y, size_t size)
{
    size_t row = 0;
    char *place = cuda_cpu_place_in(array, x, y, 0, 0, &row);

    return place && y * row + x + size <= row * at_least_1(array->extent.height) ? place : NULL;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                              enum cudaMemcpyKind kind)
{
    char *place = bytes_in(to, x, y, size);

    return place ? cudaMemcpy(place, from, size, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                enum cudaMemcpyKind kind)
{
    char *place = bytes_in(from, x, y, size);

    return place ? cudaMemcpy(to, place, size, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

/* ---- Textures and surfaces ----------------------------------------------------------------- */

static cudaError_t create(unsigned long long *object, const struct cudaResourceDesc *resource,
                          const struct cudaTextureDesc *how, int is_surface)
{
    struct cuda_cpu_texels t = { .is_live = 1, .is_surface = is_surface, .size = { 1, 1, 1 } }, *made;

    if (!object || !resource || (!how && !is_surface))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (resource->resType == cudaResourceTypeArray) {
        cudaArray_const_t a = resource->res.array.array;

        if (!is_array(a) || (is_surface && !(a->flags & cudaArraySurfaceLoadStore)))
            return cuda_cpu_error(cudaErrorInvalidValue);
        t.data = a->data;
        t.format = a->format;
        t.size[0] = a->extent.width;
        t.size[1] = at_least_1(a->extent.height);
        t.size[2] = at_least_1(a->extent.depth);
    } else if (resource->resType == cudaResourceTypePitch2D && !is_surface) {
        t.data = resource->res.pitch2D.devPtr;
        t.format = resource->res.pitch2D.desc;
        t.size[0] = resource->res.pitch2D.width;
        t.size[1] = resource->res.pitch2D.height;
        t.row = resource->res.pitch2D.pitchInBytes;
        if (t.row % 32)                         /* cudaDeviceProp: texturePitchAlignment */
            return cuda_cpu_error(cudaErrorInvalidValue);
    } else if (resource->resType == cudaResourceTypeLinear && !is_surface) {
        t.is_linear = 1;
        t.data = resource->res.linear.devPtr;
        t.format = resource->res.linear.desc;
    } else
        return cuda_cpu_error(cudaErrorInvalidValue);
    t.texel = texel_of(&t.format);
    if (!t.texel)
        return cuda_cpu_error(cudaErrorInvalidChannelDescriptor);
    if (t.is_linear)
        t.size[0] = resource->res.linear.sizeInBytes / t.texel;
    if (!t.data || !t.size[0])
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!t.row)
        t.row = t.size[0] * t.texel;
    t.slice = t.row * t.size[1];
    t.resource = *resource;
    if (how) {
        if (how->filterMode == cudaFilterModeLinear && t.format.f != cudaChannelFormatKindFloat
            && how->readMode != cudaReadModeNormalizedFloat)
            return cuda_cpu_error(cudaErrorInvalidFilterSetting);
        if (how->readMode == cudaReadModeNormalizedFloat && t.format.f != cudaChannelFormatKindFloat && t.format.x == 32)
            return cuda_cpu_error(cudaErrorInvalidNormSetting);
        t.how = *how;
    }
    made = cuda_cpu_new_handle(&objects);
    if (!made)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *made = t;
    *object = (unsigned long long)(size_t)made;
    return cudaSuccess;
}

static struct cuda_cpu_texels *find(unsigned long long object, int is_surface)
{
    struct cuda_cpu_texels *t = (struct cuda_cpu_texels *)(size_t)object;

    return cuda_cpu_is_handle(&objects, t) && t->is_live && t->is_surface == is_surface ? t : NULL;
}

static cudaError_t destroy(unsigned long long object, int is_surface)
{
    struct cuda_cpu_texels *t = find(object, is_surface);

    if (!object)
        return cudaSuccess;
    if (!t)
        return cuda_cpu_error(cudaErrorInvalidValue);
    t->is_live = 0;
    return cudaSuccess;
}

const struct cuda_cpu_texels *cuda_cpu_texels_of(unsigned long long object, int is_surface)
{
    static __thread unsigned long long last;    /* found before: no lock */
    struct cuda_cpu_texels *t = (struct cuda_cpu_texels *)(size_t)object;

    if (!object || object != last || !t->is_live || t->is_surface != is_surface) {
        t = find(object, is_surface);
        if (!t)
            cuda_cpu_report("fault", "0x%llx is not a %s object, or no longer", object,
                            is_surface ? "surface" : "texture");
        last = object;
    }
    return t;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view)
{
    return view ? cuda_cpu_error(cudaErrorNotSupported) : create(texture, resource, desc, 0);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) { return destroy(texture, 0); }

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture)
{
    const struct cuda_cpu_texels *t = find(texture, 0);

    if (!t || !resource)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *resource = t->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture)
{
    const struct cuda_cpu_texels *t = find(texture, 0);

    if (!t || !desc)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *desc = t->how;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource)
{
    return create(surface, resource, NULL, 1);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) { return destroy(surface, 1); }
