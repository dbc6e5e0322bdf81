/* fields.h: CSV fields. */
#ifndef CUDA_CPU_FIELDS_H
#define CUDA_CPU_FIELDS_H

#include <stdio.h>

/* Opens the file that an environment variable names; ends the program if it cannot. */
FILE *csv_open(const char *variable, const char *path);

/* Writes a text, in quotes if necessary; a shape as 4096 or 64x2x1. */
void csv_text(FILE *to, const char *text);
void csv_shape(FILE *to, const unsigned int *n);

#endif
