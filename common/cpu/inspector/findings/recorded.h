/* recorded.h: the one block whose steps are recorded, for a picture or for the player. */
#ifndef CUDA_CPU_RECORDED_H
#define CUDA_CPU_RECORDED_H

#include "kernels.h"

/* Does the worker's block belong to it? It is the first block of the first launch of the kernel that
 * CUDA_CPU_INSPECT_KERNEL names, with or without template arguments; of the first kernel that is not the
 * harness' own, if that names none. */
int recorded_is_here(const struct inspected *s);

/* The file that the steps, or the steps with their values, go to: of CUDA_CPU_INSPECT_STEPS and _TRACE. NULL: not
 * recorded. */
enum recorded { RECORDED_STEPS, RECORDED_TRACE };
const char *recorded_path(enum recorded what);

struct kernel *recorded_kernel(void);   /* NULL: none yet */

#endif
