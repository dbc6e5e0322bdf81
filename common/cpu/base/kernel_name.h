/* kernel_name.h: a kernel's name in reports and tables. */
#ifndef CUDA_CPU_KERNEL_NAME_H
#define CUDA_CPU_KERNEL_NAME_H

/* The name of the function with this symbol, with or without its parameters: reduce7<256>,
 * grid_scan<256, true>. g++ and clang++ give the same name. The caller frees it; NULL: no memory. */
char *cuda_cpu_kernel_name(const char *symbol, int with_parameters);

/* Is this the symbol of a function through which the engine calls a kernel? */
int cuda_cpu_is_glue(const char *symbol);

/* Is it a copy or move constructor or assignment? */
int cuda_cpu_is_copier(const char *symbol);

/* Is it a constructor, destructor or conversion? They may run before the kernel, to make its arguments. */
int cuda_cpu_makes_argument(const char *symbol);

/* Does this name (as above) belong to a kernel of the lessons' harness, or to one made for it, name<harness::...>? */
int cuda_cpu_is_harness(const char *kernel);

#endif
