/* arithmetic.h: sums and the like of arrays of NCCL's types. */
#ifndef CUDA_CPU_ARITHMETIC_H
#define CUDA_CPU_ARITHMETIC_H

#include "nccl.h"

/* Bytes of an element; 0: no such type. Its name: "float". */
size_t cuda_cpu_type_size(ncclDataType_t type);
const char *cuda_cpu_type_name(ncclDataType_t type);

/* to[i] = to[i] op from[i]. ncclAvg adds; the division comes at the end. */
void cuda_cpu_combine(void *to, const void *from, size_t count, ncclDataType_t type, ncclRedOp_t op);
void cuda_cpu_divide(void *to, size_t count, ncclDataType_t type, int by);

#endif
