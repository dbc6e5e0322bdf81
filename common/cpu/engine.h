/* engine.h: what the C engine offers to the CUDA headers of the CPU device. Not for lessons.
 *
 * Words: a lane is one CUDA thread while it runs; a worker is one OS thread that runs a block at
 * a time. `file` and `line` say where in the lesson a call stands, for the reports. */
#ifndef CUDA_CPU_ENGINE_H
#define CUDA_CPU_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cuda_cpu_launch {
    const char *text;               /* what the launch calls the kernel */
    const void *function;           /* where the kernel begins; NULL: known only when it runs */
    void (*run)(void *arguments);   /* runs the kernel's body once, as the current lane */
    void *arguments;
    unsigned int grid[3], block[3];
    size_t shared;                  /* bytes of dynamic shared memory */
    int cooperative;
};

/* Runs a whole grid; returns a cudaError_t when the device would refuse the launch. */
int cuda_cpu_run(const struct cuda_cpu_launch *launch, size_t shared_limit);

/* Blocks of this shape that one SM holds at a time. */
int cuda_cpu_blocks_per_sm(unsigned int threads, size_t shared);

/* Can it launch cooperatively? */
int cuda_cpu_can_cooperate(void);

/* Where in the program the next launch stands; file NULL: unknown. */
extern __thread struct cuda_cpu_launch_place { const char *file; int line; } cuda_cpu_launch_place;

/* Where the block's dynamic shared memory begins; where a static __shared__ variable has its place
 * on this OS thread (asked once for each), aligned to 128 bytes. */
extern __thread char *cuda_cpu_dynamic_shared;
void *cuda_cpu_static_shared(size_t size, const char *name, const char *file, int line);

/* Block barrier: __syncthreads, or with the sum, AND or OR over the block's predicates. */
enum { CUDA_CPU_BARRIER = 1, CUDA_CPU_COUNT, CUDA_CPU_AND, CUDA_CPU_OR, CUDA_CPU_GRID };
uint64_t cuda_cpu_barrier(int kind, int predicate, const char *file, int line);
uint64_t cuda_cpu_syncthreads(const char *file, int line);

/* Barrier of the `size` threads (a power of two above 32) of the block that follow `first`. */
uint64_t cuda_cpu_tile_barrier(unsigned int first, unsigned int size, const char *file,
                               int line);

/* Warp operations: each waits until all live lanes of the mask came with the same mask. A shuffle
 * has in from_width the lane, distance or bits (up to 31) times 256, plus its width. */
enum {
    CUDA_CPU_SYNCWARP = 8, CUDA_CPU_SHFL, CUDA_CPU_SHFL_UP, CUDA_CPU_SHFL_DOWN, CUDA_CPU_SHFL_XOR,
    CUDA_CPU_BALLOT, CUDA_CPU_ALL, CUDA_CPU_MATCH_ANY, CUDA_CPU_MATCH_ALL, CUDA_CPU_ADD,
    CUDA_CPU_MIN_S, CUDA_CPU_MAX_S, CUDA_CPU_MIN_U, CUDA_CPU_MAX_U, CUDA_CPU_BITAND,
    CUDA_CPU_BITOR, CUDA_CPU_BITXOR, CUDA_CPU_KINDS
};
uint64_t cuda_cpu_warp(int kind, unsigned int mask, uint64_t value, unsigned int from_width,
                       const char *file, int line);

/* The lanes of the warp that come to this call together: as many as can. */
#if defined(__clang__) && __has_attribute(nomerge)
__attribute__((nomerge))        /* calls in two branches stay two calls */
#endif
uint64_t cuda_cpu_activemask(const char *file, int line);

/* Lets other lanes run; called by what a polling loop calls, every so often. */
void cuda_cpu_yield(void);
extern __thread int cuda_cpu_patience;   /* polls left until the next yield */

/* Nonzero in a kernel that was launched as a cooperative one. */
int cuda_cpu_is_cooperative(void);

/* Ends the program with exit code 3 after a report on stderr that names the kernel. */
#if defined(__GNUC__)
__attribute__((noreturn, format(printf, 1, 2)))
#endif
void cuda_cpu_fail(const char *format, ...);
#if defined(__GNUC__)
__attribute__((noreturn, format(printf, 2, 3)))
#endif
void cuda_cpu_report(const char *kind, const char *format, ...);  /* of a kind of mistake */

/* memory.c, for the reports of engine.c: which allocation an address belongs to. */
int cuda_cpu_describe_address(const void *address, char *text, size_t size);

/* In an inspected program: what device functions do to memory (they are not instrumented). */
void cuda_cpu_observe_atomic(const volatile void *p, unsigned int size, int in_block);
void cuda_cpu_observe_load(const void *p, unsigned int size, int is_volatile);
void cuda_cpu_observe_store(void *p, unsigned int size);
void cuda_cpu_observe_fence(int whole_device);

#ifdef __cplusplus
}
#endif
#endif
