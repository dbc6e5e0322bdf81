/* lesson_cub_sum.h: the sum of one array by CUB, for lesson_run_library: what a library reaches with
 * the same input. CUB takes long to compile (it would more than triple the time for a lesson), so it is
 * compiled once, in lesson_cub_sum.cu, and make links it to the lessons that use it. The symbol is
 * weak: a lesson that is compiled without that file has NULL here, and its table says so. To have it:
 *
 *     nvcc -O3 -Icommon lessons/05_unroll_last_warp.cu common/lesson_cub_sum.cu -o lesson05
 *
 * Of floats, CUB promises the same bits in each run on one GPU. Since version 3.1 it can be asked for another promise:
 * lesson_cub_sum_on_any_gpu has the same bits on all GPUs, lesson_cub_sum_in_any_order perhaps others in each run. With an
 * older CUB these are NULL. Here CUB allocates its memory itself, with cudaMallocAsync.
 */
#ifndef LESSON_CUB_SUM_H
#define LESSON_CUB_SUM_H

#include "harness/reduction.h"

#ifdef CUDA_CPU_DEVICE /* has no libraries of the CUDA Toolkit */
static const lesson_launch lesson_cub_sum = NULL, lesson_cub_sum_on_any_gpu = NULL, lesson_cub_sum_in_any_order = NULL;
#else
extern "C" {
__attribute__((weak)) void lesson_cub_sum(struct reduction *r);
__attribute__((weak)) void lesson_cub_sum_on_any_gpu(struct reduction *r);
__attribute__((weak)) void lesson_cub_sum_in_any_order(struct reduction *r);
}
#endif

#endif
