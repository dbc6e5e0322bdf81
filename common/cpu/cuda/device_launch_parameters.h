/* device_launch_parameters.h: threadIdx and its kind are there from the beginning. */
#include "cuda_runtime.h"
