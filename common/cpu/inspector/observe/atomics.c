/* atomics.c: an inspected program calls these functions for C++ atomics, in host code and in kernels. They
 * ignore the requested memory order: all are sequentially consistent, the strongest order. */
#include "../own_accesses.h"
#include "observe.h"
#include "stream.h"

enum { LOAD, UPDATE_ONE, STORE };        /* see observe_atomic() */

static inline __attribute__((always_inline)) void note(const volatile void *p, unsigned int size, int store)
{
    void **frame = __builtin_frame_address(0);

    if (cuda_cpu_lane)
        observe_atomic((const void *)p, size, store, frame[1], frame[0]);
}

#define ATOMICS(bits, T)                                                                          \
    T __tsan_atomic##bits##_load(const volatile T *p, int order)                                  \
    {                                                                                             \
        (void)order;                                                                              \
        note(p, sizeof *p, LOAD);                                                                 \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                              \
    }                                                                                             \
    void __tsan_atomic##bits##_store(volatile T *p, T value, int order)                           \
    {                                                                                             \
        (void)order;                                                                              \
        note(p, sizeof *p, STORE);                                                                \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                             \
    }                                                                                             \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *expected, T value,        \
                                                      int order, int failed)                      \
    {                                                                                             \
        (void)order, (void)failed;                                                                \
        note(p, sizeof *p, UPDATE_ONE);                                                                \
        return __atomic_compare_exchange_n(p, expected, value, 0, __ATOMIC_SEQ_CST,               \
                                           __ATOMIC_SEQ_CST);                                     \
    }                                                                                             \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T *p, T *expected, T value,          \
                                                    int order, int failed)                        \
    {                                                                                             \
        return __tsan_atomic##bits##_compare_exchange_strong(p, expected, value, order, failed);  \
    }                                                                                             \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T *p, T expected, T value, int order,   \
                                                 int failed)                                      \
    {                                                                                             \
        (void)order, (void)failed;                                                                \
        note(p, sizeof *p, UPDATE_ONE);                                                                \
        __atomic_compare_exchange_n(p, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  \
        return expected;                                                                          \
    }                                                                                             \
    UPDATE(bits, T, exchange, __atomic_exchange_n)                                                \
    UPDATE(bits, T, fetch_add, __atomic_fetch_add)                                                \
    UPDATE(bits, T, fetch_sub, __atomic_fetch_sub)                                                \
    UPDATE(bits, T, fetch_and, __atomic_fetch_and)                                                \
    UPDATE(bits, T, fetch_or, __atomic_fetch_or)                                                  \
    UPDATE(bits, T, fetch_xor, __atomic_fetch_xor)                                                \
    UPDATE(bits, T, fetch_nand, __atomic_fetch_nand)

#define UPDATE(bits, T, name, builtin)                                                            \
    T __tsan_atomic##bits##_##name(volatile T *p, T value, int order)                             \
    {                                                                                             \
        (void)order;                                                                              \
        note(p, sizeof *p, UPDATE_ONE);                                                                \
        return builtin(p, value, __ATOMIC_SEQ_CST);                                               \
    }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    cuda_cpu_observe_fence(CUDA_CPU_OF_SYSTEM | CUDA_CPU_RELEASES);
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
