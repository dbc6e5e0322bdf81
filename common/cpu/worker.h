/* worker.h: the engine's own data: what a worker knows of the block that it runs. */
#ifndef CUDA_CPU_WORKER_H
#define CUDA_CPU_WORKER_H

#include "engine.h"

#include <pthread.h>

enum {
    LANES = 32, WARPS = 32, THREADS = LANES * WARPS, MAX_WORKERS = 256,
    STACK = 64 << 10,                   /* bytes of stack for one CUDA thread */
    GUARD = 4096,                       /* of these, kept free below, to catch an overflow */
    SHARED_SPACE = 192 << 10,           /* room for dynamic shared memory, then as much guard */
    PATIENCE = 64,                      /* polls of one lane before another gets a turn */
    TURNS = 1024,                       /* lanes of one warp before another warp gets a turn */
    SMS = 4, THREADS_PER_SM = 2048, BLOCKS_PER_SM = 32, SHARED_PER_SM = 164 << 10,
    TILE = CUDA_CPU_KINDS, PARKED       /* two more things that a lane waits for */
};

/* Below each stack; what a shuffle gives that reads a lane which is not there: NaN as a float, and
 * no small integer; dynamic shared memory begins with it, too. */
#define CANARY 0x5ca1ab1e0ddba11bull
#define POISON 0x7ffadbad7ffadbadull

struct uint3 { unsigned int x, y, z; };

/* What a lane waits for: with which lanes of its warp (0: not a warp operation), and where. */
struct waiting {
    const char *file;
    unsigned int line : 24, kind : 8;
    unsigned int mask;
};

/* Lanes of one warp that meet in one operation. */
struct meeting { unsigned int mask, arrived; int kind; };

struct warp {
    unsigned int pending;               /* bit i: meeting i has lanes waiting */
    struct meeting meeting[LANES];
};

struct worker {
    void *home;                         /* the OS thread's own stack */
    const struct job *job;
    unsigned int current;               /* the lane that runs */
    unsigned int threads, alive;        /* of the block; of these, not ended */
    unsigned int warps;                 /* bit i: warp i may have lanes to run */
    unsigned int ready[WARPS];          /* lanes that can run */
    unsigned int fresh[WARPS];          /* of these, not begun */
    unsigned int live[WARPS];           /* lanes that have not ended */
    unsigned int parked[WARPS];         /* in __activemask */
    unsigned int polling[WARPS];        /* yielded since the warp last got somewhere */
    int turns;                          /* until another warp gets one */
    int kind;                           /* of the block barrier that lanes wait in */
    unsigned int arrived, votes;
    struct waiting place;               /* of the last grid.sync() */
    unsigned short tile[5][THREADS / 64];   /* arrived in tiles of 64, 128, ... 1024 threads */
    unsigned int in_tiles;
    struct warp warp[WARPS];
    /* For each lane. Not a structure: one step of a block should touch few cache lines. */
    void *stack[THREADS];               /* where it goes on, while it waits */
    struct uint3 index[THREADS];        /* its threadIdx */
    struct waiting waiting[THREADS];
    uint64_t in[THREADS], out[THREADS]; /* of the operation that it waits for */
    unsigned char from[THREADS], width[THREADS];    /* of a shuffle */
    uint64_t site[THREADS];             /* the calls that led it to __activemask */
    void *idle[THREADS];                /* stacks of fibers that run no lane */
    uint64_t *bottom[THREADS];          /* end of each stack, where the canary is */
    unsigned int fibers, idles, fewest_idle;
    char *shared_space;
    pthread_t os_thread;
    pthread_cond_t go;
};

struct job {
    const struct cuda_cpu_launch *launch;
    uint64_t blocks, next;              /* next: the first block that nobody took */
    unsigned int waiting, ended, generation;    /* blocks, in a cooperative launch */
    struct waiting place;               /* where the waiting ones wait */
};

struct pool {
    pthread_mutex_t launch;             /* one grid at a time */
    pthread_mutex_t lock;               /* for all below, and the counts of a cooperative job */
    pthread_cond_t done, grid;
    struct worker *worker[MAX_WORKERS];
    int count, running, size;
};

extern __thread struct worker *cuda_cpu_self;   /* while a kernel runs on this OS thread */

extern struct pool cuda_cpu_pool;
extern __thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;

/* switch.S */
uint64_t cuda_cpu_switch(void **save, void *to, uint64_t value);
void cuda_cpu_start(void);

/* engine.c: the body of a fiber; all that a worker has to do in a launch. */
void cuda_cpu_fiber(void);
void cuda_cpu_run_blocks(struct worker *w);

/* report.c: each of the reports ends the program with exit code 3. */
extern const char *const cuda_cpu_kind_name[];
__attribute__((noreturn)) void cuda_cpu_report_deadlock(const struct worker *w);
__attribute__((noreturn)) void cuda_cpu_report_grid_deadlock(const struct job *job);
int cuda_cpu_overflowed(const struct worker *w);
void cuda_cpu_catch_signals(void);

#endif
