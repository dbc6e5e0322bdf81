/* lesson_cub_block.h: what CUB has for a kernel's own use: cub::BlockReduce, cub::WarpReduce. The CPU device has no CUB: a
 * lesson leaves out there what uses it (#ifdef CUDA_CPU_DEVICE). */
#ifndef LESSON_CUB_BLOCK_H
#define LESSON_CUB_BLOCK_H

#ifndef CUDA_CPU_DEVICE
#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>
#endif

#endif
