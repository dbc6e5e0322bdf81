/* environment.h: what the environment asks of the device: the variables CUDA_CPU_... . */
#ifndef CUDA_CPU_ENVIRONMENT_H
#define CUDA_CPU_ENVIRONMENT_H

/* The value that a variable had when the program began, whatever the program has made of it since; NULL if it
 * was not set, or empty. */
const char *cuda_cpu_setting(const char *name);

#endif
