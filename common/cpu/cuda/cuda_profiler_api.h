/* cuda_profiler_api.h: cudaProfilerStart and cudaProfilerStop are with the rest of the runtime. */
#include "cuda_runtime_api.h"
