/* footprint.h: which 32-byte sectors of global memory a kernel touches, each counted once: what has to be moved however
 * good the caches are. Only if CUDA_CPU_INSPECT_BYTES names a file. */
#ifndef CUDA_CPU_FOOTPRINT_H
#define CUDA_CPU_FOOTPRINT_H

#include "kernels.h"

/* Distinct sectors that were loaded; that were stored to in full, or in part; and words that atomics have changed. */
struct footprint { unsigned long long loaded, stored, partial, atomic_words; };

const char *footprint_path(void);       /* NULL: not wanted */

/* These lanes access global memory. data[lane]: the second word of an ACCESS. */
void footprint_add(struct kernel *k, const uint64_t *data, unsigned int lanes);

struct footprint footprint_of(const struct kernel *k);

#endif
