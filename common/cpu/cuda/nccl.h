/* nccl.h: sums between devices, see runtime/nccl.h. */
#include "../runtime/nccl.h"
