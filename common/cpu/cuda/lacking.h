/* lacking.h: CUDA names that programs use and the CPU device lacks. Using one is a compile error that
 * says so. (For missing headers, see rewrite.awk.) */
#ifndef CUDA_CPU_LACKING_H
#define CUDA_CPU_LACKING_H

#include "cuda_runtime_api.h"
#include "vector_types.h"

/* g++ 11 cannot refuse types: it warns, and functions that use them are errors. */
#if __has_attribute(unavailable)
#define CUDA_CPU_REFUSED(why) __attribute__((unavailable(why)))
#define CUDA_CPU_NO_TYPE(why) CUDA_CPU_REFUSED("the CPU device has no " why)
#else
#define CUDA_CPU_REFUSED(why) __attribute__((error(why)))
#define CUDA_CPU_NO_TYPE(why) __attribute__((deprecated("the CPU device has no " why)))
#endif
#define CUDA_CPU_NO_FUNCTION(why) CUDA_CPU_REFUSED("the CPU device has no " why)

#define CUDA_CPU_LACKS(name, why)                                                                 \
    template <class... A> CUDA_CPU_NO_FUNCTION(why) cudaError_t name(A &&...);
#define CUDA_CPU_LACKS_FETCH(name, why)                                                           \
    template <class T, class... A> CUDA_CPU_NO_FUNCTION(why) T name(A &&...);                     \
    template <class... A> CUDA_CPU_NO_FUNCTION(why) void name(A &&...);

#define CUDA_CPU_TEXTURES "textures, surfaces and arrays"
struct CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) cudaArray;
struct CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) cudaResourceDesc {};
struct CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) cudaTextureDesc {};
struct CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) cudaChannelFormatDesc {};
struct CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) cudaMemcpy3DParms {};
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) unsigned long long cudaTextureObject_t;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) unsigned long long cudaSurfaceObject_t;
CUDA_CPU_LACKS(cudaCreateTextureObject, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaDestroyTextureObject, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaCreateSurfaceObject, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaDestroySurfaceObject, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMallocArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMalloc3DArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaFreeArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMemcpyToArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMemcpy2DToArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMemcpy2DFromArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(cudaCreateChannelDesc, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex1Dfetch, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex1D, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex2D, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex3D, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(surf2Dread, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(surf2Dwrite, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaMalloc3D, "cudaMalloc3D: use cudaMalloc or cudaMallocPitch")
CUDA_CPU_LACKS(cudaMemcpy3D, "cudaMemcpy3D: use cudaMemcpy or cudaMemcpy2D")
CUDA_CPU_LACKS(cudaMemcpy3DAsync, "cudaMemcpy3D: use cudaMemcpy or cudaMemcpy2D")

#define CUDA_CPU_GRAPHS "graphs"
CUDA_CPU_LACKS(cudaGraphCreate, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddKernelNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddMemcpyNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddMemsetNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddHostNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphExecUpdate, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphUpload, CUDA_CPU_GRAPHS)

#define CUDA_CPU_DRIVER "driver API (cu...), only the runtime (cuda...)"
CUDA_CPU_LACKS(cuInit, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuDeviceGet, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuDeviceGetCount, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuCtxCreate, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuModuleLoad, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuModuleGetFunction, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemAlloc, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuLaunchKernel, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuGetErrorString, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuGetErrorName, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuDeviceGetAttribute, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuModuleLoadData, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemFree, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemcpyHtoD, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemcpyDtoH, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemGetAddressRange, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemCreate, CUDA_CPU_DRIVER)
CUDA_CPU_LACKS(cuMemMap, CUDA_CPU_DRIVER)
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) int CUresult;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) unsigned long long CUdeviceptr;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) int CUdevice;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) void *CUcontext;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) void *CUmodule;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_DRIVER) void *CUfunction;

#endif
