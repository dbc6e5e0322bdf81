/* device_launch_parameters.h: cuda_runtime.h already declares threadIdx and the like. */
#include "cuda_runtime.h"
