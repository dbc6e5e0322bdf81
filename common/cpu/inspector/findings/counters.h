/* counters.h: the counters of a site, over the observed blocks. */
#ifndef CUDA_CPU_COUNTERS_H
#define CUDA_CPU_COUNTERS_H

/* In the order of their names, which are the CSV's columns. Bytes are those that lanes ask for. */
enum {
    GLOBAL_LOAD, GLOBAL_STORE = GLOBAL_LOAD + 3, SHARED_LOAD = GLOBAL_STORE + 3,
    SHARED_STORE = SHARED_LOAD + 4, GLOBAL_ATOMIC = SHARED_STORE + 4,
    SHARED_ATOMIC = GLOBAL_ATOMIC + 2, BARRIERS = SHARED_ATOMIC + 2, WARP_SYNCS, SHUFFLES,
    DIVERGENT_IFS, GLOBAL_LOAD_BYTES, GLOBAL_STORE_BYTES,
    /* Shared memory of another block of the cluster; its wavefronts are those of its banks. */
    REMOTE_LOAD, REMOTE_STORE = REMOTE_LOAD + 3, REMOTE_ATOMIC = REMOTE_STORE + 3,
    BULK_COPIES = REMOTE_ATOMIC + 2, BULK_COPY_BYTES, COUNTERS
};

#define COUNTER_NAMES                                                                             \
    "global_load_requests,global_load_sectors,global_load_lanes,"                                 \
    "global_store_requests,global_store_sectors,global_store_lanes,"                              \
    "shared_load_requests,shared_load_wavefronts,shared_load_excess,shared_load_lanes,"           \
    "shared_store_requests,shared_store_wavefronts,shared_store_excess,shared_store_lanes,"       \
    "global_atomic_requests,global_atomic_lanes,shared_atomic_requests,shared_atomic_lanes,"      \
    "barriers,warp_syncs,shuffles,divergent_ifs,global_load_bytes,global_store_bytes,"            \
    "remote_load_requests,remote_load_wavefronts,remote_load_lanes,"                              \
    "remote_store_requests,remote_store_wavefronts,remote_store_lanes,"                           \
    "remote_atomic_requests,remote_atomic_lanes,bulk_copies,bulk_copy_bytes,"

#endif
