/* engine.h: the C engine's functions for the CUDA headers of the CPU device. Not for lessons.
 *
 * `file` and `line` are the call's place in the lesson, for reports. */
#ifndef CUDA_CPU_ENGINE_H
#define CUDA_CPU_ENGINE_H

#include "../base/launch.h"
#include "../base/report.h"
#include "../base/waits.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a whole grid; returns a cudaError_t if the device refuses the launch, else 0. */
int cuda_cpu_run(const struct cuda_cpu_launch *launch, size_t shared_limit);

/* How many blocks of this shape one SM holds at a time. */
int cuda_cpu_blocks_per_sm(unsigned int threads, size_t shared);

/* Can it launch cooperatively? */
int cuda_cpu_can_cooperate(void);

/* Does the device have clusters, as from compute capability 9.0? How many clusters of so many blocks of this shape
 * are resident at a time? */
int cuda_cpu_has_clusters(void);
int cuda_cpu_active_clusters(unsigned int threads, size_t shared, unsigned int blocks);

/* The start of the block's dynamic shared memory. The place of a static __shared__ variable on this OS
 * thread, aligned to 128 bytes; called once for each variable. */
extern __thread char *cuda_cpu_dynamic_shared;
#ifdef CUDA_CPU_INSPECT
char *cuda_cpu_named_shared(const char *name);  /* the same, and what the program calls it, for reports */
#else
static inline char *cuda_cpu_named_shared(const char *name) { return (void)name, cuda_cpu_dynamic_shared; }
#endif
void *cuda_cpu_static_shared_in(size_t size, const char *name, const char *file, int line, const char *in);
/* The function tells variables in two instances of a template apart. Outside of one, the word is empty. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpredefined-identifier-outside-function"
#endif
#define cuda_cpu_static_shared(...) cuda_cpu_static_shared_in(__VA_ARGS__, __PRETTY_FUNCTION__)

/* Addresses of 32 bits in shared memory, see base/shared.h. */
uint32_t cuda_cpu_shared_address(const void *p);
void *cuda_cpu_shared_pointer(uint32_t address);
int cuda_cpu_is_shared(const void *p);
uint32_t cuda_cpu_dynamic_shared_size(void);

/* Block barrier: __syncthreads, or with the sum, AND or OR over the block's predicates. */
uint64_t cuda_cpu_barrier(int kind, int predicate, const char *file, int line);
uint64_t cuda_cpu_syncthreads(const char *file, int line);

/* Barrier of `size` threads of the block (a power of two above 32), beginning with thread `first`. */
uint64_t cuda_cpu_tile_barrier(unsigned int first, unsigned int size, const char *file,
                               int line);

/* Warp operations: each waits until all live lanes of the mask have called it with the same mask. For a
 * shuffle, from_width is the lane, distance or bits (up to 31) times 256, plus the width. */
uint64_t cuda_cpu_warp(int kind, unsigned int mask, uint64_t value, unsigned int from_width,
                       const char *file, int line);

/* The lanes of the warp that reach this call together: as many as possible. */
#if defined(__clang__) && __has_attribute(nomerge)
__attribute__((nomerge))        /* calls in two branches stay two calls */
#endif
uint64_t cuda_cpu_activemask(const char *file, int line);

/* Lets other lanes run. The functions that polling loops call do this every so often. */
void cuda_cpu_yield(void);
extern __thread int cuda_cpu_patience;   /* polls left until the next yield */

/* Nonzero in a cooperative launch. */
int cuda_cpu_is_cooperative(void);

/* Clusters (clusters.c). A cluster's blocks have ranks, x first; shape[] is the number of blocks in each dimension.
 * The barrier of more than one block: arrives, and waits for that phase. The place of a shared variable in the block of another rank. The
 * rank of the block whose shared memory an address is in. */
struct cuda_cpu_cluster { unsigned int shape[3], blocks, rank; int is_asked; };
void cuda_cpu_this_cluster(struct cuda_cpu_cluster *c);
void cuda_cpu_cluster_sync(const char *file, int line);
void cuda_cpu_cluster_arrive(const char *file, int line);
void cuda_cpu_cluster_wait(const char *file, int line);
void *cuda_cpu_map_shared(const void *p, unsigned int rank, const char *file, int line);
unsigned int cuda_cpu_shared_rank(const void *p, const char *file, int line);

/* mbarriers (mbarriers.c): words that count the arrivals of threads and the bytes of bulk copies. An arrival also
 * expects more bytes. It returns the word before it, as the token of a phase. Waits until the phase with this
 * parity is complete; returns whether it is. */
enum { CUDA_CPU_TEST, CUDA_CPU_TRY, CUDA_CPU_WAIT };
void cuda_cpu_mbarrier_init(uint64_t *barrier, uint32_t count, const char *file, int line);
void cuda_cpu_mbarrier_end(uint64_t *barrier, const char *file, int line);
uint64_t cuda_cpu_mbarrier_arrive(uint64_t *barrier, uint32_t count, uint32_t bytes, int drops, const char *file,
                                  int line);
void cuda_cpu_mbarrier_expect(uint64_t *barrier, uint32_t bytes, const char *file, int line);
int cuda_cpu_mbarrier_wait(uint64_t *barrier, uint32_t parity, int how, const char *file, int line);
static inline uint32_t cuda_cpu_mbarrier_parity(uint64_t token) { return token >> 61 & 1; }

/* Bulk copies (copies.c). They are made as late as possible: when a thread waits for the mbarrier that counts their
 * bytes; without one (NULL), when their thread waits for its groups of copies. Wait: until all but `left` groups are
 * done, or only have been read. */
void cuda_cpu_copy(void *to, const void *from, uint32_t size, uint64_t *barrier, const char *file, int line);
void cuda_cpu_copy_commit(void);
void cuda_cpu_copy_wait(unsigned int left, int only_read, const char *file, int line);

/* cp.async: small copies to shared memory, of which the bytes after `valid` become 0. Made as late as possible, too; no
 * mbarrier (NULL): when their thread waits for its groups of them, of which it has others than of bulk copies. `id`: the
 * inspector's, from cuda_cpu_observe_copy(). Wait: for all but `left` groups, or for all. */
void cuda_cpu_copy_small(void *to, const void *from, uint32_t size, uint32_t valid, uint64_t *barrier, uint32_t id,
                         const char *file, int line);
void cuda_cpu_small_commit(void);
void cuda_cpu_small_wait(unsigned int left, int is_all);

#ifdef __cplusplus
}
#endif
#endif
