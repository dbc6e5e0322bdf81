/* cuda_profiler_api.h: cudaProfilerStart and cudaProfilerStop are declared with the rest of the runtime. */
#include "cuda_runtime_api.h"
