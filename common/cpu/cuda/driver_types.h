/* driver_types.h: the runtime's types are declared with its functions. */
#include "cuda_runtime_api.h"
