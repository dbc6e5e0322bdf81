/* settings.h: what the environment asks of the device, checked. */
#ifndef CUDA_CPU_SETTINGS_H
#define CUDA_CPU_SETTINGS_H

#include "environment.h"

/* The value of a variable, as a whole number: 4096, or with K, M, G or T behind it, of 1024 each; `otherwise` if it is not
 * set. Anything else, or a number out of bounds, ends the program (exit code 2) with a line that says so. `what`: of
 * what, for that line ("bytes"). */
unsigned long long cuda_cpu_setting_number(const char *name, const char *what, unsigned long long least,
                                           unsigned long long most, unsigned long long otherwise);

/* The same, where only `word` is allowed. Returns whether it is set. */
int cuda_cpu_setting_is(const char *name, const char *word);

#endif
