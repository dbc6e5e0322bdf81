/* dropped.h: warp operations that CUDA 13 dropped: those without _sync, whose mask is the lanes that call them
 * together. Using one is a warning that says what to write today. (Others: CUDA_CPU_DROPPED in
 * cuda_runtime_api.h.) They are inlined, so that a call is the program's own. */
#ifndef CUDA_CPU_DROPPED_H
#define CUDA_CPU_DROPPED_H

#include "device_functions.h"
#include "../runtime/cuda_runtime_api.h"

#define CUDA_CPU_DROPPED_SHUFFLE(name, From)                                                      \
    template <class T> CUDA_CPU_DROPPED(#name "_sync(mask, value, ...)")                          \
    CUDA_CPU_ALIAS T name(T value, From from, int width = 32, CUDA_CPU_PLACE)                     \
    {                                                                                             \
        return name##_sync(__activemask(file, line), value, from, width, file, line);             \
    }
#define CUDA_CPU_DROPPED_VOTE(name, T)                                                            \
    CUDA_CPU_DROPPED(#name "_sync(mask, predicate)")                                              \
    CUDA_CPU_ALIAS T name(int predicate, CUDA_CPU_PLACE)                                          \
    {                                                                                             \
        return name##_sync(__activemask(file, line), predicate, file, line);                      \
    }

CUDA_CPU_DROPPED_SHUFFLE(__shfl, int)
CUDA_CPU_DROPPED_SHUFFLE(__shfl_up, unsigned)
CUDA_CPU_DROPPED_SHUFFLE(__shfl_down, unsigned)
CUDA_CPU_DROPPED_SHUFFLE(__shfl_xor, int)
CUDA_CPU_DROPPED_VOTE(__ballot, unsigned)
CUDA_CPU_DROPPED_VOTE(__any, int)
CUDA_CPU_DROPPED_VOTE(__all, int)
#undef CUDA_CPU_DROPPED_SHUFFLE
#undef CUDA_CPU_DROPPED_VOTE

#endif
