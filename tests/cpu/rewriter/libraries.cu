#include <thrust/device_vector.h>   // a comment
#  include <cub/cub.cuh>
#include "curand_kernel.h"
#include <cuda/std/atomic>
#include <cuda_bf16.h> /* and
another */
#include <mma.h>
#include <cooperative_groups/memcpy_async.h>
#include <texture_types.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include "mma.hpp"
#include <cuda_fp16.h>
#include HEADER
// #include <thrust/sort.h>
const char *text = "\
#include <thrust/sort.h>";
