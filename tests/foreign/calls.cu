/* calls.cu: what else programs call: the runtime beyond malloc and memcpy, and arithmetic. */
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cuComplex.h>
#include <device_launch_parameters.h>
#include <math_constants.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define ASSERT(x) ((x) ? (void)0 : (std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #x), std::exit(1)))
#define OK(call) ASSERT((call) == cudaSuccess)

__managed__ int managed_total;
__device__ float device_table[4];
__constant__ float constant_table[4];

__device__ bool close(double a, double b) { return fabs(a - b) <= 1e-5 * fmax(1.0, fabs(b)); }

__global__ void arithmetic(int *failures)
{
    float s, c;
#define SAME(a, b) do { if (!close((a), (b))) { printf("%s: %g\n", #a, (double)(a)); atomicAdd(failures, 1); } } while (0)
    sincosf(0.5f, &s, &c);
    SAME(s * s + c * c, 1);
    sincospif(0.25f, &s, &c);
    SAME(s, c);
    SAME(sinpif(0.5f), 1);
    SAME(cospif(1.0f), -1);
    SAME(rsqrtf(4.0f), 0.5);
    SAME(rcbrtf(8.0f), 0.5);
    SAME(norm3df(1.0f, 2.0f, 2.0f), 3);
    SAME(rnorm4df(1.0f, 1.0f, 1.0f, 1.0f), 0.5);
    SAME(normcdff(0.0f), 0.5);
    SAME(__fdividef(1.0f, 4.0f), 0.25);
    SAME(__expf(1.0f), 2.718281828);
    SAME(erff(0.5f), 0.5204998778);
    SAME(fmaf(2.0f, 3.0f, 4.0f), 10);
    SAME(exp10f(2.0f), 100);
    SAME(CUDART_PI_F, CUDART_PI);
    SAME(__frcp_rn(4.0f), 0.25);
    SAME(__float2int_rn(2.5f), 2);
    SAME(__float2int_rn(-1e20f), -2147483648.0);
    SAME(__float2int_rz(-2.7f), -2);
    SAME(__float2int_ru(2.1f), 3);
    SAME(__double2uint_rd(-3.0), 0);
    SAME(__float2int_rd(CUDART_NAN_F), 0);
    SAME(__hiloint2double(__double2hiint(1.5), __double2loint(1.5)), 1.5);
    SAME(__umul64hi(1ull << 63, 6), 3);
    SAME(__mul64hi(-1ll << 62, 8), -2);
    SAME(__byte_perm(0x33221100, 0x77665544, 0x7130), 0x77113300);
    SAME(__funnelshift_l(0x80000000u, 1u, 1), 3);
    SAME(__funnelshift_rc(7u, 9u, 40), 9);
    SAME(__sad(-3, 4, 1), 8);
    SAME(__hadd(5, 8), 6);
    SAME(__rhadd(5, 8), 7);
    SAME(__dp4a((int)0xff020304, 0x01020304, 10), 10 + 16 + 9 + 4 - 1);
    SAME(__brevll(1ull) >> 60, 8);
    SAME(min(3u, 5u) + max(2.0f, 3.5f), 6.5);
    cuFloatComplex z = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, -1));
    SAME(cuCrealf(z), 5);
    SAME(cuCimagf(z), 5);
    SAME(cuCabsf(cuCdivf(z, make_cuFloatComplex(3, 4))), std::sqrt(50.0f) / 5);
    atomicAdd(&managed_total, (int)(constant_table[1] + device_table[2]));
}

static void note(void *data) { ++*(int *)data; }
static void CUDART_CB callback(cudaStream_t, cudaError_t status, void *data)
{
    *(int *)data += status == cudaSuccess ? 10 : 1000;
}

int main()
{
    float values[4] = {1, 2, 3, 4}, *symbol, *rows, *managed;
    int *failures, notes = 0, can = 7, device = -1;
    size_t pitch = 0, value = 0, shared = 0;
    cudaStream_t stream;
    char image[3][5], bus[32];

    OK(cudaMallocManaged(&failures, sizeof *failures));
    *failures = 0;
    OK(cudaMemcpyToSymbol(constant_table, values, sizeof values));
    OK(cudaGetSymbolAddress((void **)&symbol, device_table));
    OK(cudaMemcpy(symbol, values, sizeof values, cudaMemcpyHostToDevice));
    arithmetic<<<2, 32>>>(failures);
    OK(cudaDeviceSynchronize());
    ASSERT(*failures == 0 && managed_total == 64 * 5);

    OK(cudaMallocPitch(&rows, &pitch, 5, 3));
    ASSERT(pitch >= 5 && pitch % 32 == 0);
    OK(cudaMemset2D(rows, pitch, 7, 5, 3));
    OK(cudaMemcpy2DAsync(image, 5, rows, pitch, 5, 3, cudaMemcpyDeviceToHost));
    OK(cudaDeviceSynchronize());
    ASSERT(image[0][0] == 7 && image[2][4] == 7);
    OK(cudaFree(rows));

    OK(cudaMallocManaged(&managed, 4096));
#if CUDART_VERSION >= 13000
    cudaMemLocation here = {};
    here.type = cudaMemLocationTypeHost;
    OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, here));
#endif
    OK(cudaFree(managed));

    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    OK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    ASSERT(value >= 64 << 20);
    OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    OK(cudaFuncSetCacheConfig(arithmetic, cudaFuncCachePreferL1));
    OK(cudaDeviceCanAccessPeer(&can, 0, 0));
    ASSERT(can == 0);
    OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    OK(cudaProfilerStart());
    OK(cudaProfilerStop());
    cudaDeviceProp wanted;
    OK(cudaGetDeviceProperties(&wanted, 0));
    OK(cudaChooseDevice(&device, &wanted));
    ASSERT(device >= 0 && std::strlen(bus) >= 10);

    OK(cudaStreamCreate(&stream));
    OK(cudaLaunchHostFunc(stream, note, &notes));
    OK(cudaStreamAddCallback(stream, callback, &notes, 0));
    OK(cudaStreamSynchronize(stream));
    ASSERT(notes == 11);
    OK(cudaStreamDestroy(stream));
    OK(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, arithmetic, 2, 256));
    ASSERT(shared <= 228 << 10);
    OK(cudaGetLastError());
    return 0;
}
