/* cuda.h: of the driver API, what programs ask next to the runtime: devices, contexts, memory, errors. It is the
 * runtime in other words, and their numbers are the same. Modules and launches are missing: see lacking.h. Virtual
 * memory is refused, and its attribute says so. */
#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#include "cuda_runtime_api.h"

#include <string.h>

/* X(name, the runtime's error) */
#define CUDA_CPU_DRIVER_ERRORS(X)                                                                 \
    X(CUDA_SUCCESS, cudaSuccess)                                                                  \
    X(CUDA_ERROR_INVALID_VALUE, cudaErrorInvalidValue)                                            \
    X(CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation)                                        \
    X(CUDA_ERROR_NOT_INITIALIZED, cudaErrorInitializationError)                                   \
    X(CUDA_ERROR_DEINITIALIZED, cudaErrorCudartUnloading)                                         \
    X(CUDA_ERROR_NO_DEVICE, cudaErrorNoDevice)                                                    \
    X(CUDA_ERROR_INVALID_DEVICE, cudaErrorInvalidDevice)                                          \
    X(CUDA_ERROR_INVALID_CONTEXT, cudaErrorDeviceUninitialized)                                   \
    X(CUDA_ERROR_INVALID_HANDLE, cudaErrorInvalidResourceHandle)                                  \
    X(CUDA_ERROR_NOT_FOUND, cudaErrorSymbolNotFound)                                              \
    X(CUDA_ERROR_NOT_READY, cudaErrorNotReady)                                                    \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, cudaErrorIllegalAddress)                                        \
    X(CUDA_ERROR_LAUNCH_FAILED, cudaErrorLaunchFailure)                                           \
    X(CUDA_ERROR_NOT_PERMITTED, cudaErrorNotPermitted)                                            \
    X(CUDA_ERROR_NOT_SUPPORTED, cudaErrorNotSupported)                                            \
    X(CUDA_ERROR_UNKNOWN, cudaErrorUnknown)
#define CUDA_CPU_NUMBER(name, error) name = error,
typedef enum cudaError_enum { CUDA_CPU_DRIVER_ERRORS(CUDA_CPU_NUMBER) } CUresult;
#undef CUDA_CPU_NUMBER

/* X(name, the runtime's attribute) */
#define CUDA_CPU_DRIVER_ATTRIBUTES(X)                                                             \
    X(MAX_THREADS_PER_BLOCK, MaxThreadsPerBlock)                                                  \
    X(MAX_BLOCK_DIM_X, MaxBlockDimX)                                                              \
    X(MAX_BLOCK_DIM_Y, MaxBlockDimY)                                                              \
    X(MAX_BLOCK_DIM_Z, MaxBlockDimZ)                                                              \
    X(MAX_GRID_DIM_X, MaxGridDimX)                                                                \
    X(MAX_GRID_DIM_Y, MaxGridDimY)                                                                \
    X(MAX_GRID_DIM_Z, MaxGridDimZ)                                                                \
    X(MAX_SHARED_MEMORY_PER_BLOCK, MaxSharedMemoryPerBlock)                                       \
    X(TOTAL_CONSTANT_MEMORY, TotalConstantMemory)                                                 \
    X(WARP_SIZE, WarpSize)                                                                        \
    X(MAX_PITCH, MaxPitch)                                                                        \
    X(MAX_REGISTERS_PER_BLOCK, MaxRegistersPerBlock)                                              \
    X(CLOCK_RATE, ClockRate)                                                                      \
    X(GPU_OVERLAP, GpuOverlap)                                                                    \
    X(MULTIPROCESSOR_COUNT, MultiProcessorCount)                                                  \
    X(KERNEL_EXEC_TIMEOUT, KernelExecTimeout)                                                     \
    X(INTEGRATED, Integrated)                                                                     \
    X(CAN_MAP_HOST_MEMORY, CanMapHostMemory)                                                      \
    X(COMPUTE_MODE, ComputeMode)                                                                  \
    X(CONCURRENT_KERNELS, ConcurrentKernels)                                                      \
    X(ECC_ENABLED, EccEnabled)                                                                    \
    X(PCI_BUS_ID, PciBusId)                                                                       \
    X(PCI_DEVICE_ID, PciDeviceId)                                                                 \
    X(TCC_DRIVER, TccDriver)                                                                      \
    X(MEMORY_CLOCK_RATE, MemoryClockRate)                                                         \
    X(GLOBAL_MEMORY_BUS_WIDTH, GlobalMemoryBusWidth)                                              \
    X(L2_CACHE_SIZE, L2CacheSize)                                                                 \
    X(MAX_THREADS_PER_MULTIPROCESSOR, MaxThreadsPerMultiProcessor)                                \
    X(ASYNC_ENGINE_COUNT, AsyncEngineCount)                                                       \
    X(UNIFIED_ADDRESSING, UnifiedAddressing)                                                      \
    X(PCI_DOMAIN_ID, PciDomainId)                                                                 \
    X(COMPUTE_CAPABILITY_MAJOR, ComputeCapabilityMajor)                                           \
    X(COMPUTE_CAPABILITY_MINOR, ComputeCapabilityMinor)                                           \
    X(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, MaxSharedMemoryPerMultiprocessor)                     \
    X(MAX_REGISTERS_PER_MULTIPROCESSOR, MaxRegistersPerMultiprocessor)                            \
    X(MANAGED_MEMORY, ManagedMemory)                                                              \
    X(COOPERATIVE_LAUNCH, CooperativeLaunch)                                                      \
    X(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, MaxSharedMemoryPerBlockOptin)                            \
    X(MAX_BLOCKS_PER_MULTIPROCESSOR, MaxBlocksPerMultiprocessor)                                  \
    X(MEMORY_POOLS_SUPPORTED, MemoryPoolsSupported)
#define CUDA_CPU_NUMBER(name, attribute) CU_DEVICE_ATTRIBUTE_##name = cudaDevAttr##attribute,
typedef enum CUdevice_attribute_enum {
    CUDA_CPU_DRIVER_ATTRIBUTES(CUDA_CPU_NUMBER)
    CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102
} CUdevice_attribute;
#undef CUDA_CPU_NUMBER

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef cudaUUID_t CUuuid;

static inline CUresult cuGetErrorName(CUresult error, const char **name)
{
#define X(name_, number) case name_: *name = #name_; return CUDA_SUCCESS;
    switch (error) { CUDA_CPU_DRIVER_ERRORS(X) }
#undef X
    *name = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

static inline CUresult cuGetErrorString(CUresult error, const char **text)
{
    CUresult result = cuGetErrorName(error, text);

    if (result == CUDA_SUCCESS)
        *text = cudaGetErrorString((cudaError_t)error);
    return result;
}

/* The driver's errors are not the runtime's last error. */
static inline CUresult cuda_cpu_result(cudaError_t error)
{
    if (error)
        cudaGetLastError();
    return (CUresult)error;
}

/* ---- Devices and contexts: one ------------------------------------------------------------- */

static inline CUresult cuInit(unsigned int flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
static inline CUresult cuDriverGetVersion(int *version) { return cuda_cpu_result(cudaDriverGetVersion(version)); }
static inline CUresult cuDeviceGetCount(int *count) { return cuda_cpu_result(cudaGetDeviceCount(count)); }
static inline CUresult cuDeviceGet(CUdevice *device, int number)
{
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = number;
    return number ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

static inline CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    struct cudaDeviceProp p;
    cudaError_t error = name && size > 0 ? cudaGetDeviceProperties(&p, device) : cudaErrorInvalidValue;

    if (!error) {
        strncpy(name, p.name, (size_t)size - 1);
        name[size - 1] = 0;
    }
    return cuda_cpu_result(error);
}

static inline CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    size_t unused;

    return device ? CUDA_ERROR_INVALID_DEVICE : cuda_cpu_result(cudaMemGetInfo(&unused, bytes));
}

static inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    if (attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED && value && !device) {
        *value = 0;
        return CUDA_SUCCESS;
    }
    return cuda_cpu_result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

static inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    CUresult result = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);

    return result ? result : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

static inline CUresult cuCtxGetCurrent(CUcontext *context)
{
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = (CUcontext)1;            /* the primary context, of the runtime */
    return CUDA_SUCCESS;
}

static inline CUresult cuCtxGetDevice(CUdevice *device) { return cuda_cpu_result(cudaGetDevice(device)); }
static inline CUresult cuCtxSetCurrent(CUcontext context) { return (void)context, CUDA_SUCCESS; }
static inline CUresult cuCtxPushCurrent(CUcontext context) { return (void)context, CUDA_SUCCESS; }
static inline CUresult cuCtxPopCurrent(CUcontext *context) { return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS; }
static inline CUresult cuCtxSynchronize(void) { return cuda_cpu_result(cudaDeviceSynchronize()); }
static inline CUresult cuCtxDestroy(CUcontext context) { return (void)context, CUDA_SUCCESS; }
static inline CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_DEVICE : cuCtxGetCurrent(context);
}
static inline CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

#ifdef __cplusplus
struct CUctxCreateParams;
static inline CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *, unsigned int, CUdevice device)
{
    return cuDevicePrimaryCtxRetain(context, device);
}
static inline CUresult cuCtxCreate(CUcontext *context, unsigned int, CUdevice device)      /* before CUDA 13 */
{
    return cuDevicePrimaryCtxRetain(context, device);
}
#endif

/* ---- Memory -------------------------------------------------------------------------------- */

static inline CUresult cuMemAlloc(CUdeviceptr *p, size_t size)
{
    void *memory;
    cudaError_t error = p && size ? cudaMalloc(&memory, size) : cudaErrorInvalidValue;

    if (!error)
        *p = (CUdeviceptr)(size_t)memory;
    return cuda_cpu_result(error);
}

static inline CUresult cuMemFree(CUdeviceptr p) { return cuda_cpu_result(cudaFree((void *)(size_t)p)); }
static inline CUresult cuMemGetInfo(size_t *unused, size_t *total) { return cuda_cpu_result(cudaMemGetInfo(unused, total)); }
static inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size)
{
    return cuda_cpu_result(cudaMemcpy((void *)(size_t)to, from, size, cudaMemcpyHostToDevice));
}
static inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size)
{
    return cuda_cpu_result(cudaMemcpy(to, (void *)(size_t)from, size, cudaMemcpyDeviceToHost));
}
static inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    return cuda_cpu_result(cudaMemcpy((void *)(size_t)to, (void *)(size_t)from, size, cudaMemcpyDeviceToDevice));
}
static inline CUresult cuMemsetD8(CUdeviceptr to, unsigned char byte, size_t n)
{
    return cuda_cpu_result(cudaMemset((void *)(size_t)to, byte, n));
}

/* The allocation that holds p: also a constant of a kernel, such as a string. */
static inline CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr p)
{
    void *begin;
    size_t bytes;
    cudaError_t error = cuda_cpu_address_range(&begin, &bytes, (const void *)(size_t)p);

    if (!error && base)
        *base = (CUdeviceptr)(size_t)begin;
    if (!error && size)
        *size = bytes;
    return error ? CUDA_ERROR_NOT_FOUND : CUDA_SUCCESS;
}

/* ---- Virtual memory: refused --------------------------------------------------------------- */

typedef unsigned long long CUmemGenericAllocationHandle;
typedef enum { CU_MEM_ALLOCATION_TYPE_INVALID, CU_MEM_ALLOCATION_TYPE_PINNED } CUmemAllocationType;
typedef enum { CU_MEM_LOCATION_TYPE_INVALID, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST } CUmemLocationType;
typedef enum { CU_MEM_HANDLE_TYPE_NONE, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR } CUmemAllocationHandleType;
typedef enum {
    CU_MEM_ACCESS_FLAGS_PROT_NONE = 0, CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef enum { CU_MEM_ALLOC_GRANULARITY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED } CUmemAllocationGranularity_flags;
typedef struct { CUmemLocationType type; int id; } CUmemLocation;
typedef struct { CUmemLocation location; CUmemAccess_flags flags; } CUmemAccessDesc;
typedef struct {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; unsigned char reserved[4]; } allocFlags;
} CUmemAllocationProp;

#define CUDA_CPU_NO_VIRTUAL_MEMORY(name, ...)                                                     \
    static inline CUresult name(__VA_ARGS__) { return CUDA_ERROR_NOT_SUPPORTED; }
#ifdef __cplusplus
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemGetAllocationGranularity, size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemAddressReserve, CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemAddressFree, CUdeviceptr, size_t)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemCreate, CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemRelease, CUmemGenericAllocationHandle)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemMap, CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemUnmap, CUdeviceptr, size_t)
CUDA_CPU_NO_VIRTUAL_MEMORY(cuMemSetAccess, CUdeviceptr, size_t, const CUmemAccessDesc *, size_t)
#endif
#undef CUDA_CPU_NO_VIRTUAL_MEMORY

#endif
