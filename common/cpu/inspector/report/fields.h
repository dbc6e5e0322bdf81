/* fields.h: fields of CSV. */
#ifndef CUDA_CPU_FIELDS_H
#define CUDA_CPU_FIELDS_H

#include <stdio.h>

/* Opens the file that a variable of the environment asks for; ends the program if it cannot. */
FILE *csv_open(const char *variable, const char *path);

/* A text, in quotes where it needs them; 4096 or 64x2x1. */
void csv_text(FILE *to, const char *text);
void csv_shape(FILE *to, const unsigned int *n);

#endif
