/* cuda_runtime_api.h: the CUDA runtime in C. */
#include "../runtime/cuda_runtime_api.h"
