/* wrong.h: reports accesses that are wrong on their own, and describes the bytes that an access uses. */
#ifndef CUDA_CPU_WRONG_H
#define CUDA_CPU_WRONG_H

#include "../findings/findings.h"
#include "regions.h"

/* A mistake of the worker's current lane, at a site; the caller fills in the text and the fix. */
struct finding wrong_at(const struct worker *w, const char *kind, uint16_t site);

void wrong_address(struct worker *w, const struct access *a);
void wrong_shared(struct worker *w, const struct access *a, const struct memory *m);
void wrong_fresh(struct worker *w, const struct access *a);     /* it was never written */

/* An index outside an array, whose access at `address` follows: says which, if it is a __shared__ variable. */
void wrong_index(struct finding *f, const char *address, unsigned int size, long index);

/* Was a wrong use of this address by the running lane the last that was kept? (Then the fault that follows is
 * the same mistake.) */
int wrong_was_told(const void *address);

/* "sums[1]", "element 1 of an allocation of 256 elements" */
const char *wrong_bytes(const struct access *a, char *text, size_t size);

#endif
