/* sites.h: a number for each place in the program: an address, or a file and line. */
#ifndef CUDA_CPU_SITES_H
#define CUDA_CPU_SITES_H

#include <stdint.h>

enum { SITES = 1 << 16 };

/* pc: an address, counted from the program's beginning (code.h); file NULL: only that is known. */
struct site { uint32_t pc; int line; const char *file; };

/* The number of a place; 0 if there is no room for more. */
uint16_t site_at(uint32_t pc);
uint16_t site_named(const char *file, int line);

/* The place with this number; all numbers are below site_count(). */
const struct site *site_get(uint16_t site);
unsigned int site_count(void);

/* A declaration of a __shared__ variable is there, and its first thread takes a path of its own. */
void site_note_first_pass(uint16_t site);
int site_is_first_pass(uint16_t site);

#endif
