/* kernel_name.h: what a kernel is called, in reports and tables. */
#ifndef CUDA_CPU_KERNEL_NAME_H
#define CUDA_CPU_KERNEL_NAME_H

/* The name of the function with this symbol: reduce7<256>, grid_scan<256, true>. With its parameters,
 * or without. The same from g++ and clang++. The caller's to free; NULL: no memory. */
char *cuda_cpu_kernel_name(const char *symbol, int with_parameters);

/* Is a function with this symbol one of those through which the engine calls a kernel? */
int cuda_cpu_is_glue(const char *symbol);

/* Is it a copy or move constructor or assignment? */
int cuda_cpu_is_copier(const char *symbol);

/* Is it a constructor, destructor or conversion? They, too, may run before the kernel, for its arguments. */
int cuda_cpu_makes_argument(const char *symbol);

/* Is it a kernel of the lessons' harness, by its name as above? */
int cuda_cpu_is_harness(const char *kernel);

#endif
