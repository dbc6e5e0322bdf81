/* surface_types.h: see cuda_runtime.h. */
#include "cuda_runtime.h"
