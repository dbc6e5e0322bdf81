/* wrong.h: accesses that are wrong by themselves, as findings, and which bytes an access is to. */
#ifndef CUDA_CPU_WRONG_H
#define CUDA_CPU_WRONG_H

#include "../findings/findings.h"
#include "regions.h"

/* A mistake of the current lane of the worker, at a site; text and fix are the caller's to fill in. */
struct finding wrong_at(const struct worker *w, const char *kind, uint16_t site);

void wrong_address(struct worker *w, const struct access *a);
void wrong_shared(struct worker *w, const struct access *a, const struct memory *m);
void wrong_fresh(struct worker *w, const struct access *a);     /* it was never written */

/* "byte 4 of an allocation of 1024 bytes" */
const char *wrong_bytes(const struct access *a, char *text, size_t size);

#endif
