/* cuda_runtime_api.h: the part of the CUDA runtime API that the CPU device has, as of CUDA 13.0.
 *
 * For C and C++. Names, numbers and meanings are NVIDIA's. The device has only what is declared here:
 * anything else is a compile error, never a call that does nothing. All work is synchronous: when a
 * launch or a copy returns, it has finished. Where there are several devices, it may wait for
 * another device, as far as its stream allows (queues.h). */
#ifndef CUDA_RUNTIME_API_H
#define CUDA_RUNTIME_API_H

#include "errors.h"

#include <limits.h>                 /* nvcc's headers have INT_MAX and the like, too */
#include <stddef.h>

/* Programs, and the CUDA samples' headers, ask for these: are CUDA's own headers there? */
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__

#define CUDART_VERSION 13000        /* the API's version: 13.0 */
#define CUDA_CPU_DEVICE 1           /* tells host code that there is no GPU */

/* Names that CUDA 13 dropped: using one is a warning that says what to write today. */
#define CUDA_CPU_DROPPED(today) __attribute__((deprecated("CUDA 13 dropped it; write " today)))

#ifdef __cplusplus
#define CUDA_CPU_DEFAULT(value) = value     /* a default argument, in C++ */
extern "C" {
#else
#define CUDA_CPU_DEFAULT(value)
#endif

#define CUDA_CPU_NUMBER(name, number, text) name = number,
typedef enum cudaError { CUDA_CPU_ERRORS(CUDA_CPU_NUMBER) } cudaError_t;
#undef CUDA_CPU_NUMBER

/* Errors: Get clears the error that it returns, Peek does not. */
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

/* ---- Devices, made up: all alike ------------------------------------------------------------------ */

typedef struct cudaUUID_st { char bytes[16]; } cudaUUID_t;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int multiProcessorCount, integrated, canMapHostMemory;
    int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2];
    int maxTexture2DLayered[3], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
    int asyncEngineCount, unifiedAddressing;
    int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
    int hostNativeAtomicSupported, pageableMemoryAccess, concurrentManagedAccess;
    int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, memoryPoolsSupported, clusterLaunch, unifiedFunctionPointers;

    /* CUDA 13 dropped these members; cudaDeviceGetAttribute still has them. */
#define CUDA_CPU_MEMBER(name, attribute)                                                          \
    int name CUDA_CPU_DROPPED("cudaDeviceGetAttribute(&value, cudaDevAttr" #attribute ", device)");
    CUDA_CPU_MEMBER(clockRate, ClockRate)
    CUDA_CPU_MEMBER(memoryClockRate, MemoryClockRate)
    CUDA_CPU_MEMBER(deviceOverlap, GpuOverlap)
    CUDA_CPU_MEMBER(kernelExecTimeoutEnabled, KernelExecTimeout)
    CUDA_CPU_MEMBER(computeMode, ComputeMode)
    CUDA_CPU_MEMBER(singleToDoublePrecisionPerfRatio, SingleToDoublePrecisionPerfRatio)
    CUDA_CPU_MEMBER(cooperativeMultiDeviceLaunch, CooperativeMultiDeviceLaunch)
#undef CUDA_CPU_MEMBER
};
typedef struct cudaDeviceProp cudaDeviceProp;

/* X(name, number, value on this device) */
#define CUDA_CPU_ATTRIBUTES(X)                                                                    \
    X(MaxThreadsPerBlock, 1, 1024)                                                                \
    X(MaxBlockDimX, 2, 1024)                                                                      \
    X(MaxBlockDimY, 3, 1024)                                                                      \
    X(MaxBlockDimZ, 4, 64)                                                                        \
    X(MaxGridDimX, 5, 0x7fffffff)                                                                 \
    X(MaxGridDimY, 6, 65535)                                                                      \
    X(MaxGridDimZ, 7, 65535)                                                                      \
    X(MaxSharedMemoryPerBlock, 8, 48 << 10)                                                       \
    X(TotalConstantMemory, 9, 64 << 10)                                                           \
    X(WarpSize, 10, 32)                                                                           \
    X(MaxPitch, 11, 0x7fffffff)                                                                   \
    X(MaxRegistersPerBlock, 12, 65536)                                                            \
    X(ClockRate, 13, 0)                                                                           \
    X(GpuOverlap, 15, 0)                                                                          \
    X(MultiProcessorCount, 16, 4)                                                                 \
    X(KernelExecTimeout, 17, 0)                                                                   \
    X(Integrated, 18, 0)                                                                          \
    X(CanMapHostMemory, 19, 1)                                                                    \
    X(ComputeMode, 20, 0)                                                                         \
    X(ConcurrentKernels, 31, 0)                                                                   \
    X(EccEnabled, 32, 0)                                                                          \
    X(PciBusId, 33, 0)                                                                            \
    X(PciDeviceId, 34, 0)                                                                         \
    X(TccDriver, 35, 0)                                                                           \
    X(MemoryClockRate, 36, 0)           /* unknown, as some drivers say of some GPUs */           \
    X(GlobalMemoryBusWidth, 37, 0)      /* unknown */                                             \
    X(L2CacheSize, 38, 4 << 20)                                                                   \
    X(MaxThreadsPerMultiProcessor, 39, 2048)                                                      \
    X(AsyncEngineCount, 40, 0)                                                                    \
    X(UnifiedAddressing, 41, 1)                                                                   \
    X(PciDomainId, 50, 0)                                                                         \
    X(ComputeCapabilityMajor, 75, 9)                                                              \
    X(ComputeCapabilityMinor, 76, 0)                                                              \
    X(StreamPrioritiesSupported, 78, 0)                                                           \
    X(GlobalL1CacheSupported, 79, 1)                                                              \
    X(LocalL1CacheSupported, 80, 1)                                                               \
    X(MaxSharedMemoryPerMultiprocessor, 81, 164 << 10)                                            \
    X(MaxRegistersPerMultiprocessor, 82, 65536)                                                   \
    X(ManagedMemory, 83, 1)                                                                       \
    X(IsMultiGpuBoard, 84, 0)                                                                     \
    X(MultiGpuBoardGroupID, 85, 0)                                                                \
    X(HostNativeAtomicSupported, 86, 1)                                                           \
    X(SingleToDoublePrecisionPerfRatio, 87, 2)                                                    \
    X(PageableMemoryAccess, 88, 0)                                                                \
    X(ConcurrentManagedAccess, 89, 1)                                                             \
    X(ComputePreemptionSupported, 90, 1)                                                          \
    X(CooperativeLaunch, 95, 1)                                                                   \
    X(CooperativeMultiDeviceLaunch, 96, 0)                                                        \
    X(MaxSharedMemoryPerBlockOptin, 97, 163 << 10)                                                \
    X(HostRegisterSupported, 99, 1)                                                               \
    X(PageableMemoryAccessUsesHostPageTables, 100, 0)                                             \
    X(DirectManagedMemAccessFromHost, 101, 1)                                                     \
    X(MaxBlocksPerMultiprocessor, 106, 32)                                                        \
    X(MaxPersistingL2CacheSize, 108, 0)                                                           \
    X(ReservedSharedMemoryPerBlock, 111, 1 << 10)                                                 \
    X(MemoryPoolsSupported, 115, 1)                                                               \
    X(ClusterLaunch, 120, 1)

#define CUDA_CPU_NUMBER(name, number, value) cudaDevAttr##name = number,
enum cudaDeviceAttr { CUDA_CPU_ATTRIBUTES(CUDA_CPU_NUMBER) };
#undef CUDA_CPU_NUMBER
enum cudaComputeMode {
    cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited,
    cudaComputeModeExclusiveProcess
};

enum {  /* flags of cudaSetDeviceFlags: accepted, without effect */
    cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
    cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceMapHost = 8,
    cudaDeviceLmemResizeToMax = 16
};
enum cudaLimit {
    cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
    cudaLimitDevRuntimeSyncDepth, cudaLimitDevRuntimePendingLaunchCount,
    cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize
};
enum cudaFuncCache {
    cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1,
    cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

cudaError_t cudaGetDeviceCount(int *count);             /* CUDA_CPU_DEVICES; 1 */
cudaError_t cudaGetDevice(int *device);                 /* of this host thread; 0 at first */
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);     /* no effect */
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);                /* with one device, all work has finished already */
cudaError_t cudaDeviceReset(void);                      /* frees all memory of the device */
cudaError_t cudaDriverGetVersion(int *version);         /* CUDART_VERSION, both */
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaGetDeviceFlags(unsigned int *flags);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);     /* 0 */
cudaError_t cudaDeviceGetPCIBusId(char *id, int size, int device);

/* Limits and preferences are remembered but have no effect, except for cudaLimitPrintfFifoSize. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);

/* Dropped by CUDA 13: the old names of functions of a device. */
#define CUDA_CPU_OLD_NAME(name, parameters, today) cudaError_t name parameters CUDA_CPU_DROPPED(today "()");
CUDA_CPU_OLD_NAME(cudaThreadSynchronize, (void), "cudaDeviceSynchronize")
CUDA_CPU_OLD_NAME(cudaThreadExit, (void), "cudaDeviceReset")
CUDA_CPU_OLD_NAME(cudaThreadSetLimit, (enum cudaLimit limit, size_t value), "cudaDeviceSetLimit")
CUDA_CPU_OLD_NAME(cudaThreadGetLimit, (size_t *value, enum cudaLimit limit), "cudaDeviceGetLimit")
CUDA_CPU_OLD_NAME(cudaThreadSetCacheConfig, (enum cudaFuncCache config), "cudaDeviceSetCacheConfig")
CUDA_CPU_OLD_NAME(cudaThreadGetCacheConfig, (enum cudaFuncCache *config), "cudaDeviceGetCacheConfig")
#undef CUDA_CPU_OLD_NAME

/* May kernels of a device use memory of a peer? From when this is enabled; CUDA_CPU_PEER_ACCESS=no: never. */
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported,
    cudaDevP2PAttrCudaArrayAccessSupported
};
typedef enum cudaDeviceP2PAttr cudaDeviceP2PAttr;
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);

cudaError_t cudaProfilerStart(void);                    /* no effect, both */
cudaError_t cudaProfilerStop(void);

/* ---- Memory -------------------------------------------------------------------------------- */

enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
enum cudaMemoryType {
    cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2, cudaMemAttachSingle = 4 };
enum {
    cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
    cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8
};
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost,
    cudaMemLocationTypeHostNuma, cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation { enum cudaMemLocationType type; int id; };
typedef struct cudaMemLocation cudaMemLocation;
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
    cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
    cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic,
    cudaMemPoolReuseAllowInternalDependencies, cudaMemPoolAttrReleaseThreshold
};
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum {
    cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
    cudaHostAllocWriteCombined = 4
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

/* Fresh memory holds an implausible pattern (NaN as float), except far inside
 * large allocations. An access past the end of an allocation faults within 256 bytes. */
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaMallocManaged(void **pointer, size_t size,
                              unsigned int flags CUDA_CPU_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *p);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
/* Memory of malloc() or a variable becomes memory that kernels may use, and stops being that. */
cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaHostUnregister(void *p);

/* Where to put managed memory, and how much the pool should keep: no effect. */
cudaError_t cudaMemPrefetchAsync(const void *p, size_t size, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *p, size_t size, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t size CUDA_CPU_DEFAULT(0),
                                     unsigned int flags CUDA_CPU_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);

/* A copy or fill that leaves the allocation is refused with cudaErrorInvalidValue. */
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemset(void *to, int byte, size_t size);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, enum cudaMemcpyKind kind,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemsetAsync(void *to, int byte, size_t size,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int byte, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t size);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t size, cudaStream_t stream CUDA_CPU_DEFAULT(0));

#include "arrays.h"

/* ---- Streams and events: in order, and done at once ---------------------------------------- */

#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum {
    cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2, cudaEventInterprocess = 4
};
enum { cudaEventRecordDefault = 0, cudaEventWaitDefault = 0 };
#define CUDART_CB                       /* a calling convention, on Windows */
typedef void (*cudaHostFn_t)(void *data);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);       /* with one device always cudaSuccess: all work has finished */
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);    /* 0 and 0 */
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);      /* 0 */
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);
/* Host functions in a stream: called immediately. */
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *data,
                                  unsigned int flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream CUDA_CPU_DEFAULT(0),
                                     unsigned int flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

/* Hints of a stream, for example which memory should stay in the L2 cache: remembered, without effect. */
enum cudaAccessProperty {
    cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting
};
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    enum cudaAccessProperty hitProp, missProp;
};
enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield, cudaSyncPolicyBlockingSync
};
typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributePriority = 8
} cudaLaunchAttributeID;
enum cudaClusterSchedulingPolicy {      /* accepted, without effect */
    cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread, cudaClusterSchedulingPolicyLoadBalancing
};
typedef union cudaLaunchAttributeValue {
    char pad[64];
    struct cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    enum cudaSynchronizationPolicy syncPolicy;
    struct { unsigned int x, y, z; } clusterDim;
    enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
    int programmaticStreamSerializationAllowed;
    int priority;
} cudaLaunchAttributeValue;
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id, const cudaStreamAttrValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID id, cudaStreamAttrValue *value);
cudaError_t cudaCtxResetPersistingL2Cache(void);

/* Memory and events shared between processes: refused with cudaErrorNotSupported. */
#define CUDA_IPC_HANDLE_SIZE 64
typedef struct cudaIpcMemHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_st { char reserved[CUDA_IPC_HANDLE_SIZE]; } cudaIpcEventHandle_t;
enum { cudaIpcMemLazyEnablePeerAccess = 1 };
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p);
cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned int flags);
cudaError_t cudaIpcCloseMemHandle(void *p);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#include "graphs.h"

/* ---- Kernels ------------------------------------------------------------------------------- */

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;     /* 0: unknown */
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
    int clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
};
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15
};
enum { cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1 };

/* Called by the templates of cuda_runtime.h; `kernel` is the function's address. */
cudaError_t cuda_cpu_func_attributes(struct cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cuda_cpu_func_set(const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cuda_cpu_occupancy(int *blocks, const void *kernel, int threads, size_t shared);
cudaError_t cuda_cpu_check_stream(cudaStream_t stream);     /* is it one? */
int cuda_cpu_is_stream(cudaStream_t stream);
/* May memory be filled? Fills it now, whatever streams wait for; and row by row, with this function. */
cudaError_t cuda_cpu_check_fill(void *to, size_t size);
cudaError_t cuda_cpu_fill(void *to, int byte, size_t size);
cudaError_t cuda_cpu_fill_rows(void *to, size_t pitch, int byte, size_t width, size_t height,
                               cudaError_t (*fill)(void *row, int byte, size_t width));
cudaError_t cuda_cpu_error(cudaError_t error);   /* remembers it for cudaGetLastError */
size_t cuda_cpu_shared_limit(const void *kernel);       /* dynamic; NULL: of any kernel */
/* Clusters of a kernel: notes the shape that its __cluster_dims__ gives; returns it, or NULL. The most blocks. How many
 * are resident at a time; the largest that is possible. */
int cuda_cpu_set_cluster(const void *kernel, unsigned int x, unsigned int y, unsigned int z);
const unsigned int *cuda_cpu_cluster_of(const void *kernel);
unsigned int cuda_cpu_most_in_cluster(const void *kernel);
cudaError_t cuda_cpu_active(int *clusters, const void *kernel, int threads, size_t shared, const unsigned int *shape);
cudaError_t cuda_cpu_largest_cluster(int *blocks, const void *kernel, int threads, size_t shared);
void *cuda_cpu_symbol(const void *address, size_t size);        /* where a __device__ variable is on this device */
cudaError_t cuda_cpu_address_range(void **begin, size_t *size, const void *p);  /* the allocation that p is in */
size_t cuda_cpu_device_memory(void);

#ifdef __cplusplus
}
#endif
#endif
