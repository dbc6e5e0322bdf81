/* transfers.h: copies and fills in streams, beside what kernels of other streams do meanwhile. */
#ifndef CUDA_CPU_TRANSFERS_H
#define CUDA_CPU_TRANSFERS_H

#include <stddef.h>

/* Work that runs on a device reads or writes these bytes, and is no kernel. Reports a race. */
void transfer_read(const void *p, size_t size);
void transfer_written(const void *p, size_t size);

#endif
