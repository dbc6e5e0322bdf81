/* printing.h: what kernels print. */
#ifndef CUDA_CPU_PRINTING_H
#define CUDA_CPU_PRINTING_H

#include <stddef.h>

/* A launch begins on this device. The bytes that each launch may print: cudaLimitPrintfFifoSize. */
void cuda_cpu_begin_printing(int device);
void cuda_cpu_set_printing_limit(size_t bytes);

#endif
