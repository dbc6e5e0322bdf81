// Textures and surfaces: an image in an array, in pitched memory, in layers and in three dimensions, read with and
// without filtering, at and beyond its edges. All weights of the filter are quarters, which it has exactly.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t e = (call);                                                                   \
        if (e != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));            \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

enum { W = 16, H = 8, D = 3, OUT = 24 };
static int failures;

static float pixel(int x, int y, int z = 0) { return (float)(x + 20 * y + 400 * z); }

static void expect(const char *what, float is, float should)
{
    if (!(fabsf(is - should) <= 1e-6f * fabsf(should) + 1e-6f)) {
        printf("%s: %g, should be %g\n", what, is, should);
        failures++;
    }
}

// Samples at x + dx, y + dy.
__global__ void sample(cudaTextureObject_t t, float dx, float dy, float scale_x, float scale_y, float *out)
{
    const int x = threadIdx.x, y = threadIdx.y;

    out[y * OUT + x] = tex2D<float>(t, ((float)x + dx) * scale_x, ((float)y + dy) * scale_y);
}

__global__ void sample_layers(cudaTextureObject_t layers, cudaTextureObject_t volume, float *out)
{
    const int x = threadIdx.x, z = threadIdx.y;

    out[z * W + x] = tex2DLayered<float>(layers, (float)x + 0.5f, 2.5f, z);
    out[(D + z) * W + x] = tex3D<float>(volume, (float)x + 0.5f, 1.0f, (float)z + 0.75f);
}

__global__ void sample_colours(cudaTextureObject_t bytes, cudaTextureObject_t numbers, cudaTextureObject_t line, float *out)
{
    const int i = threadIdx.x;
    const float4 c = tex2D<float4>(bytes, (float)i + 0.5f, 0.5f);
    const uchar4 n = tex2D<uchar4>(numbers, (float)i + 0.5f, 0.5f);

    out[3 * i] = c.y;
    out[3 * i + 1] = (float)n.z;
    out[3 * i + 2] = tex1Dfetch<float>(line, 2 * i);
}

__global__ void blur(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0, one;

    for (int d = -1; d <= 1; d++) {
        surf2Dread(&one, from, (x + d) * (int)sizeof(float), y, cudaBoundaryModeClamp);
        sum += one;
    }
    surf2Dwrite(sum, to, x * (int)sizeof(float), y);
}

#ifdef RACE     // a texture does not wait for the writes of other threads
__global__ void races(cudaTextureObject_t t, float *image)
{
    image[threadIdx.x] = 2 * tex2D<float>(t, (float)(W - 1 - threadIdx.x) + 0.5f, 0.5f);
}
#endif

static cudaTextureObject_t texture(const cudaResourceDesc &resource, cudaTextureAddressMode mode,
                                   cudaTextureFilterMode filter, bool normalized,
                                   cudaTextureReadMode read = cudaReadModeElementType)
{
    cudaTextureDesc desc;
    cudaTextureObject_t t = 0;

    memset(&desc, 0, sizeof desc);
    for (int i = 0; i < 3; i++)
        desc.addressMode[i] = mode;
    desc.borderColor[0] = 7;
    desc.filterMode = filter;
    desc.readMode = read;
    desc.normalizedCoords = normalized;
    CHECK(cudaCreateTextureObject(&t, &resource, &desc, NULL));
    return t;
}

static int address(int i, int n, cudaTextureAddressMode mode)
{
    if (mode == cudaAddressModeClamp)
        return i < 0 ? 0 : i < n ? i : n - 1;
    if (mode == cudaAddressModeWrap)
        return (i % n + n) % n;
    if (mode == cudaAddressModeMirror) {
        i = (i % (2 * n) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    }
    return i < 0 || i >= n ? -1 : i;
}

static float texel(int x, int y, cudaTextureAddressMode mode)
{
    x = address(x, W, mode);
    y = address(y, H, mode);
    return x < 0 || y < 0 ? 7 : pixel(x, y);
}

static void check_samples(cudaTextureObject_t t, cudaTextureAddressMode mode, bool linear, bool normalized, float *out,
                          const char *what)
{
    const float dx = linear ? -3.25f : -3.5f, dy = linear ? -2.0f : -1.5f;     // the middles are at 0.5
    static float got[OUT * OUT];

    sample<<<1, dim3(OUT, 14)>>>(t, dx, dy, normalized ? 1.0f / W : 1, normalized ? 1.0f / H : 1, out);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 14; y++)
        for (int x = 0; x < OUT; x++) {
            const int ix = x - 4, iy = linear ? y - 3 : y - 2;                  // below and to the left
            float should = texel(ix, iy, mode);

            if (linear)
                should = 0.5f * (0.75f * should + 0.25f * texel(ix + 1, iy, mode))
                         + 0.5f * (0.75f * texel(ix, iy + 1, mode) + 0.25f * texel(ix + 1, iy + 1, mode));
            expect(what, got[y * OUT + x], should);
        }
}

int main()
{
    static float image[D][H][W], got[OUT * OUT];
    float *out, *pitched;
    size_t pitch;
    cudaArray_t array, layers, volume, to;
    cudaResourceDesc in_array, in_pitched, other;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();

    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                image[z][y][x] = pixel(x, y, z);
    CHECK(cudaMalloc(&out, sizeof got));
    CHECK(cudaMemset(out, 0, sizeof got));
    CHECK(cudaMallocArray(&array, &format, W, H, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, image, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
    CHECK(cudaMallocPitch(&pitched, &pitch, W * sizeof(float), H));
    CHECK(cudaMemcpy2D(pitched, pitch, image, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
    memset(&in_array, 0, sizeof in_array);
    in_array.resType = cudaResourceTypeArray;
    in_array.res.array.array = array;
    memset(&in_pitched, 0, sizeof in_pitched);
    in_pitched.resType = cudaResourceTypePitch2D;
    in_pitched.res.pitch2D.devPtr = pitched;
    in_pitched.res.pitch2D.desc = format;
    in_pitched.res.pitch2D.width = W;
    in_pitched.res.pitch2D.height = H;
    in_pitched.res.pitch2D.pitchInBytes = pitch;

#ifdef RACE
    races<<<1, W>>>(texture(in_pitched, cudaAddressModeClamp, cudaFilterModePoint, false), pitched);
    CHECK(cudaDeviceSynchronize());
    return 0;
#endif

    static const struct { cudaTextureAddressMode mode; bool linear, normalized; const char *what; } cases[] = {
        {cudaAddressModeClamp, false, false, "clamp"}, {cudaAddressModeClamp, true, false, "clamp, linear"},
        {cudaAddressModeBorder, false, false, "border"}, {cudaAddressModeBorder, true, false, "border, linear"},
        {cudaAddressModeWrap, false, true, "wrap"}, {cudaAddressModeWrap, true, true, "wrap, linear"},
        {cudaAddressModeMirror, false, true, "mirror"}, {cudaAddressModeMirror, true, true, "mirror, linear"},
        {cudaAddressModeClamp, true, true, "clamp, linear, normalized"},
    };
    for (const auto &c : cases)
        for (const cudaResourceDesc *r : {&in_array, &in_pitched}) {
            cudaTextureObject_t t = texture(*r, c.mode, c.linear ? cudaFilterModeLinear : cudaFilterModePoint, c.normalized);

            check_samples(t, c.mode, c.linear, c.normalized, out, c.what);
            CHECK(cudaDestroyTextureObject(t));
        }

    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(image, W * sizeof(float), W, H);
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMalloc3DArray(&layers, &format, copy.extent, cudaArrayLayered));
    CHECK(cudaMalloc3DArray(&volume, &format, copy.extent));
    copy.dstArray = layers;
    CHECK(cudaMemcpy3D(&copy));
    copy.dstArray = volume;
    CHECK(cudaMemcpy3D(&copy));
    other = in_array;
    other.res.array.array = layers;
    cudaTextureObject_t t1 = texture(other, cudaAddressModeClamp, cudaFilterModePoint, false);
    other.res.array.array = volume;
    cudaTextureObject_t t2 = texture(other, cudaAddressModeClamp, cudaFilterModeLinear, false);
    sample_layers<<<1, dim3(W, D)>>>(t1, t2, out);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int z = 0; z < D; z++)
        for (int x = 0; x < W; x++) {
            expect("layered", got[z * W + x], pixel(x, 2, z));
            expect("3D", got[(D + z) * W + x],
                   0.75f * pixel(x, 0, z) + 0.25f * pixel(x, 0, z + 1 < D ? z + 1 : z) + 10);
        }
    CHECK(cudaDestroyTextureObject(t1));
    CHECK(cudaDestroyTextureObject(t2));

    uchar4 colours[W], *on_device;
    cudaArray_t of_colours;
    cudaChannelFormatDesc four = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    for (int i = 0; i < W; i++)
        colours[i] = make_uchar4(i, 2 * i, 3 * i, 255);
    CHECK(cudaMallocArray(&of_colours, &four, W));
    CHECK(cudaMemcpy2DToArray(of_colours, 0, 0, colours, sizeof colours, sizeof colours, 1, cudaMemcpyHostToDevice));
    CHECK(cudaMalloc(&on_device, sizeof colours));
    CHECK(cudaMemcpy(on_device, colours, sizeof colours, cudaMemcpyHostToDevice));
    other.res.array.array = of_colours;
    t1 = texture(other, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    t2 = texture(other, cudaAddressModeClamp, cudaFilterModePoint, false);
    memset(&other, 0, sizeof other);
    other.resType = cudaResourceTypeLinear;
    other.res.linear.devPtr = pitched;
    other.res.linear.desc.f = cudaChannelFormatKindFloat;
    other.res.linear.desc.x = 32;
    other.res.linear.sizeInBytes = W * sizeof(float);
    cudaTextureObject_t t3 = texture(other, cudaAddressModeClamp, cudaFilterModePoint, false);
    sample_colours<<<1, W>>>(t1, t2, t3, out);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < W; i++) {
        expect("normalized", got[3 * i], (float)(2 * i) / 255);
        expect("bytes", got[3 * i + 1], (float)(3 * i));
        expect("linear memory", got[3 * i + 2], 2 * i < W ? pixel(2 * i, 0) : 0);
    }

    CHECK(cudaMallocArray(&to, &format, W, H, cudaArraySurfaceLoadStore));
    cudaSurfaceObject_t s1, s2;
    CHECK(cudaCreateSurfaceObject(&s1, &in_array));
    other = in_array;
    other.res.array.array = to;
    CHECK(cudaCreateSurfaceObject(&s2, &other));
    blur<<<1, dim3(W, H)>>>(s1, s2);
    CHECK(cudaMemcpy2DFromArray(got, W * sizeof(float), to, 0, 0, W * sizeof(float), H, cudaMemcpyDeviceToHost));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            expect("surface", got[y * W + x], texel(x - 1, y, cudaAddressModeClamp) + pixel(x, y) + texel(x + 1, y, cudaAddressModeClamp));
    CHECK(cudaDestroySurfaceObject(s1));
    CHECK(cudaDestroySurfaceObject(s2));

    // What is refused.
    cudaTextureObject_t none;
    cudaTextureDesc desc = {};
    desc.filterMode = cudaFilterModeLinear;
    other.res.array.array = of_colours;
    failures += cudaCreateTextureObject(&none, &other, &desc, NULL) == cudaSuccess;
    failures += cudaMemcpy2DToArray(array, 0, 1, image, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice)
                != cudaErrorInvalidValue;
    cudaGetLastError();
    for (cudaArray_t a : {array, layers, volume, of_colours, to})
        CHECK(cudaFreeArray(a));
    CHECK(cudaFree(out));
    CHECK(cudaFree(pitched));
    CHECK(cudaFree(on_device));
    printf("%s\n", failures ? "FAILED" : "PASSED");
    return failures != 0;
}
