/* driver_types.h: the types of the runtime are with its functions. */
#include "cuda_runtime_api.h"
