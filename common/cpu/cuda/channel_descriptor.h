/* channel_descriptor.h: see cuda_runtime.h. */
#include "cuda_runtime.h"
