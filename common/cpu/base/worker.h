/* worker.h: a worker is an OS thread that runs one block at a time. Here is what it knows about that block.
 * A lane is one CUDA thread while it runs. */
#ifndef CUDA_CPU_WORKER_H
#define CUDA_CPU_WORKER_H

#include "launch.h"
#include "waits.h"

#include <pthread.h>
#include <stdint.h>

enum {
    LANES = 32, WARPS = 32, THREADS = LANES * WARPS, MAX_WORKERS = 256,
    STACK = 64 << 10,                   /* bytes of stack for one CUDA thread, and its alignment */
    GUARD = 4096,                       /* unused bytes at its low end; unreadable where the OS allows it */
    SHARED_SPACE = 192 << 10,           /* room for dynamic shared memory, then as much guard */
    SHARED_STATICS = 4 << 20,           /* room for the static __shared__ variables of all kernels */
    SHARED_STATIC_LIMIT = 48 << 10,     /* of one block, in bytes; nvcc's limit */
    PATIENCE = 64,                      /* polls of one lane before another gets a turn */
    IN_A_ROW = 1024,                    /* lanes of one warp that run before another warp does */
    SMS = 4, THREADS_PER_SM = 2048, BLOCKS_PER_SM = 32, SHARED_PER_SM = 164 << 10
};

/* CANARY marks the end of each stack. POISON fills fresh dynamic shared memory, and is the result of a
 * shuffle that reads a lane which does not take part: NaN as a float, a large integer. */
#define CANARY 0x5ca1ab1e0ddba11bull
#define POISON 0x7ffadbad7ffadbadull

struct uint3 { unsigned int x, y, z; };

/* What a lane waits for, where, and with which lanes of its warp (0: not a warp operation). */
struct waiting {
    const char *file;
    unsigned int line : 24, kind : 8;
    unsigned int mask;
};

/* The return addresses from a call out to the fiber's start. Two lanes run together only if theirs are
 * the same. */
struct call_path { unsigned int depth; uintptr_t address[12]; };

/* Lanes of one warp that meet in one operation. */
struct meeting { unsigned int mask, arrived; int kind; };

struct warp {
    unsigned int pending;               /* bit i: meeting i has lanes waiting */
    struct meeting meeting[LANES];
};

/* The workers that run the blocks of one cluster at a time; a block without a cluster is alone. The job's lock
 * protects it. */
enum { CLUSTER_BLOCKS = 16, PORTABLE_CLUSTER_BLOCKS = 8 };
struct crew {
    unsigned int first, size;           /* workers first ... first + size - 1 */
    uint64_t cluster;                   /* the number of the cluster that runs */
    unsigned int gathered, generation;  /* workers at its begin or end; how often all were there */
    unsigned int phase, arrived;        /* of its barrier: phases completed, blocks that have arrived */
    unsigned int futile;                /* times that all waited in vain, since something happened */
    struct copy *copies;                /* bulk copies that are not done yet */
};

struct worker {
    void *home;                         /* the OS thread's own stack */
    struct job *job;
    unsigned int current;               /* the lane that runs */
    unsigned int threads, alive;        /* in the block; of these, not ended */
    unsigned int warps;                 /* bit i: warp i may have lanes to run */
    unsigned int ready[WARPS];          /* lanes that can run */
    unsigned int fresh[WARPS];          /* of these, not started yet */
    unsigned int live[WARPS];           /* lanes that have not ended */
    unsigned int parked[WARPS];         /* waiting in __activemask */
    unsigned int polling[WARPS];        /* yielded since the warp last made progress */
    int in_a_row;                       /* lanes that the warp may still run before another one does */
    int kind;                           /* of the block barrier in which lanes wait */
    unsigned int arrived, votes;
    struct waiting place;               /* of the last grid.sync() */
    unsigned short tile[5][THREADS / 64];   /* arrived in tiles of 64, 128, ... 1024 threads */
    unsigned int in_tiles;
    struct warp warp[WARPS];
    /* For each lane. Arrays, not a structure: one step of a block should touch few cache lines. */
    void *stack[THREADS];               /* where a waiting lane continues */
    struct uint3 index[THREADS];        /* its threadIdx */
    struct waiting waiting[THREADS];
    uint64_t in[THREADS], out[THREADS]; /* values of the operation that it waits for */
    unsigned char from[THREADS], width[THREADS];    /* of a shuffle */
    struct call_path site[THREADS];         /* its call of __activemask */
    void *idle[THREADS];                /* stacks of fibers without a lane, ... */
    unsigned int idles, fewest_idle;    /* ... their number, and the lowest number in this launch */
    unsigned int fibers;
    struct { char *base; unsigned int fibers; } stacks[5];  /* 64 fibers, 64 more, 128 more, ... */
    struct inspected *inspected;        /* the inspector's data */
    void (*run)(void *arguments);       /* runs the kernel once: the launch's function, or a plain copy of it */
    int is_observed;                    /* the inspector must know which lane of this block runs */
    void (*wait_for_room)(struct worker *w);    /* the inspector's calls to the engine, see hooks.h */
    void (*let_others_run)(void);
    unsigned int number;                /* of the worker: those of a device follow each other */
    int in_grid_sync, has_ended;        /* in a cooperative launch */
    /* Of a block in a cluster, and of lanes that wait for an mbarrier: */
    struct crew *crew, own_crew;        /* the crew is that of its first worker */
    unsigned int rank;                  /* of the block in its cluster */
    struct uint3 block;                 /* its blockIdx */
    const struct shared_space *shared;
    unsigned int outside[WARPS], outsides;      /* lanes that something outside the block may make ready */
    const struct awaited *awaited[THREADS];     /* what each of these waits for, see engine/outside.h */
    int is_outside, is_gathered;        /* no lane can run; waits for the blocks of its cluster to begin or end */
    int is_expired;                     /* its lanes that wait only for a while have waited long enough */
    unsigned int in_phase;              /* lanes that have arrived at the cluster's barrier, */
    int has_arrived;                    /* ... and so has the block */
    uint32_t arrivals[THREADS], waits[THREADS]; /* how often each lane did */
    unsigned int polls;
    uint64_t progress;                  /* lanes ended, barriers and meetings passed */
    pthread_t os_thread;
    pthread_cond_t go, has_turn;        /* with a job; with its turn among the blocks that run one at a time */
};

struct job {
    const struct cuda_cpu_launch *launch;
    uint64_t blocks, next;              /* next: the first block not taken yet */
    /* For a cooperative launch, all protected by the lock: */
    pthread_mutex_t lock;
    pthread_cond_t met;
    unsigned int waiting, ended;        /* blocks in grid.sync(), blocks that have ended */
    unsigned int generation;            /* number of grid.sync() passed */
    int one_to_each;                    /* blocks wait for each other: each has its own worker */
    uint64_t clusters;                  /* in the grid */
    int one_at_a_time;                  /* when inspected: blocks take turns ... */
    unsigned int workers, turn;         /* ... and whose turn it is */
    unsigned int first;                 /* the number of its first worker */
    unsigned int polls;                 /* in this turn of the device, and the progress before it: see executors.c */
    uint64_t progress;
    struct waiting place;               /* where the waiting blocks wait */
};

extern __thread struct worker *cuda_cpu_self;   /* while a kernel runs on this OS thread */
extern __thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;

/* The worker with this number, NULL if there is none; device i's begin at i * MAX_WORKERS. Adds one. Is this a worker? */
struct worker *cuda_cpu_worker(unsigned int number);
void cuda_cpu_add_worker(struct worker *w, unsigned int number);
int cuda_cpu_is_worker(const struct worker *w);

#endif
