/* sites.h: a number for each place in the program: an address, or a file and line. */
#ifndef CUDA_CPU_SITES_H
#define CUDA_CPU_SITES_H

#include <stdint.h>

enum { SITES = 1 << 16 };

/* pc: an address, counted from the program's beginning (code.h); file NULL: only that is known. */
struct site { uint32_t pc; int line; const char *file; };

/* The number of a place; 0: there are more than there is room for. */
uint16_t site_at(uint32_t pc);
uint16_t site_named(const char *file, int line);

/* What was asked for; all numbers are below that. */
const struct site *site_get(uint16_t site);
unsigned int site_count(void);

/* There is the declaration of a __shared__ variable, where the first thread to come goes its own way. */
void site_note_first_pass(uint16_t site);
int site_is_first_pass(uint16_t site);

#endif
