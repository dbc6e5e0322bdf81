/* cuda.h: programs include it out of habit. The driver API itself is missing: see lacking.h. */
#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#include "cuda_runtime_api.h"
#endif
