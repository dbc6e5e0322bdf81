/* inspected.h: the inspector's part of a worker, and the events recorded for a lane. */
#ifndef CUDA_CPU_INSPECTED_H
#define CUDA_CPU_INSPECTED_H

#include "../base/worker.h"

enum { CALL_DEPTH = 8 };                     /* nested functions that replay.c follows */

/* One CUDA thread's stream of events that replay.c has not seen yet. */
struct lane {
    uint64_t *next, *limit;             /* where the next event goes; NULL: no room yet */
    uint64_t *first, *begin;            /* the oldest event; the room */
    uint64_t base;                      /* of its keys, see stream.h */
};

/* An event is a key, and for ACCESS and SYNC also a second word. Keys are compared as numbers: the
 * lanes of a warp with the smallest key run next, which are those in the deepest call, and among them those
 * at the lowest address. So lanes that left a loop or an `if` wait for those that did not.
 *   12 bits  frame of the function, in units of 16 bytes from the end of the stack
 *   32 bits  address in the program, from its beginning
 *    4 bits  kind
 *   16 bits  site (ACCESS, SYNC, BARRIER)
 * For events in the CPU device's own functions, the place is the program's call of them. */
enum { EVENT_BLOCK, EVENT_ACCESS, EVENT_SYNC, EVENT_BARRIER, EVENT_END, EVENT_CALL };
enum { FRAME = 52, WHERE = 20, KIND = 16 };     /* shifts: key >> WHERE says where the lane is */
enum { CALL_BY_OWN = 1 };               /* the site of a CALL that the CPU device makes */

/* The second word of an ACCESS: the address, or the offset in shared memory, in 48 bits; above it
 * the size in bytes (1 to 16), 5 bits, and these. */
#define ACCESS_ADDRESS ((1ull << 48) - 1)
#define ACCESS_SHARED (1ull << 63)
#define ACCESS_STORE (1ull << 62)
#define ACCESS_ATOMIC (1ull << 61)
#define ACCESS_VOLATILE (1ull << 60)
#define ACCESS_REMOTE (1ull << 59)      /* shared memory of another block of the cluster, with this rank: */
#define ACCESS_RANK (15ull << RANK)
enum { ACCESS_SIZE = 48, RANK = 53 };

/* A barrier, and how often the worker's block has passed it. */
struct passed { const char *file; int line; unsigned long long times; };
enum { PLACES = 16 };

/* The cells of the worker's shared memory (memory/cells.h). */
struct shared_cells { struct cell *dynamic, *statics; uint16_t epoch; };

/* The inspector's part of a worker. */
struct inspected {
    struct lane lane[THREADS];
    uint64_t *room[WARPS];              /* for the streams of a warp's lanes; NULL: none yet */
    uint64_t *spare[WARPS];
    unsigned int spares;
    unsigned int full[WARPS];           /* lanes whose room is full */
    unsigned int ended[WARPS];          /* lanes that have ended, in the replay */
    uint32_t barriers[WARPS], syncs[WARPS];     /* passed by the replay: the block's, and since then the warp's */
    uint64_t together[THREADS];         /* 0, or where the lane last was with others; it waits for more events */
    uint64_t call[THREADS][CALL_DEPTH];      /* where the lane is in each function on its stack */
    unsigned char calls[THREADS];
    unsigned int calling[WARPS];        /* lanes that have such calls */
    uint32_t deepest_call[WARPS];       /* its frame, over all lanes; or more than any frame */
    struct { unsigned int count, lanes; uint64_t data[4][LANES]; } loads;   /* see replay.c */
    struct clock *clock;                /* what its block has done that orders accesses */
    struct noted *noted;                /* what its accesses leave behind, see order.c */
    struct points *points;              /* the cluster's, see points.c; only its first worker has them */
    int has_points;                     /* are there any? */
    struct shared_cells cells;
    uint64_t cluster;                   /* 1 + the last cluster of which it was the first to begin, ... */
    int cluster_observed, cluster_alone;        /* ... and what was decided about it (its first worker's) */
    unsigned char awaited[THREADS];     /* has the thread waited for the launch before this one? */
    int has_ended;                      /* the block, in its cluster */
    uint32_t cluster_phases;            /* of its barrier, counted for this block */
    struct visit { uint64_t block; uint32_t when; uint16_t site; } visit[CLUSTER_BLOCKS];
                                        /* by rank: that block's last use of this one's shared memory; when 0: none */
    struct passed passed[PLACES];
    unsigned int barriers_passed, last_passed;
    uint64_t block;                     /* its number in the grid */
    int observed;                       /* this block is observed */
    int counted;                        /* and its counts are kept */
    int is_alone;                       /* some blocks before this one were not observed */
    int skip_check;                     /* the next access has been reported already */
    struct finding *outside;            /* how; NULL: an equal one was reported earlier */
    long outside_index;
    const char *told;                   /* the last address whose use was wrong, and its bytes */
    unsigned int told_size;
    struct finding *told_as;            /* its report; NULL: an equal one was there already */
    int unsettled;                      /* order.c has not decided yet about: */
};

enum { WRITE_PENDING = 1, READ_PENDING = 2 };   /* a write of perhaps the same value; reads before CAS */

extern __thread struct lane *cuda_cpu_lane;     /* of the current thread, while it is observed */

#endif
