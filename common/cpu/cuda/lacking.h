/* lacking.h: CUDA names that programs use and the CPU device lacks. Using one is a compile error that
 * says so. (For missing headers, see rewrite/includes.c.) */
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

#define CUDA_CPU_TEXTURES "mipmapped arrays, cubemaps, and texture gathering"
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_TEXTURES) void *cudaMipmappedArray_t;
CUDA_CPU_LACKS(cudaMallocMipmappedArray, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS(cudaGetMipmappedArrayLevel, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex2Dgather, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(tex2DGrad, CUDA_CPU_TEXTURES)
CUDA_CPU_LACKS_FETCH(texCubemap, CUDA_CPU_TEXTURES)

#define CUDA_CPU_GRAPHS "external work in graphs"
CUDA_CPU_LACKS(cudaGraphAddExternalSemaphoresSignalNode, CUDA_CPU_GRAPHS)
CUDA_CPU_LACKS(cudaGraphAddExternalSemaphoresWaitNode, CUDA_CPU_GRAPHS)

/* The rest of the driver API is in cuda.h. */
#define CUDA_CPU_MODULES "modules and launches of the driver API (cu...), only the runtime (cuda...)"
CUDA_CPU_LACKS(cuModuleLoad, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuModuleLoadData, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuModuleLoadDataEx, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuModuleGetFunction, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuModuleGetGlobal, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuModuleUnload, CUDA_CPU_MODULES)
CUDA_CPU_LACKS(cuLaunchKernel, CUDA_CPU_MODULES)
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_MODULES) void *CUmodule;
typedef CUDA_CPU_NO_TYPE(CUDA_CPU_MODULES) void *CUfunction;

#endif
