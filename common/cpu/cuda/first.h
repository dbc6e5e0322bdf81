/* first.h: what cpucc puts before each CUDA file; a header of its own, so that it can be compiled in advance. */
#include "cuda_runtime.h"
