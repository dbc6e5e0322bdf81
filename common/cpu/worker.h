/* worker.h: the engine's own data: what a worker knows of the block that it runs. */
#ifndef CUDA_CPU_WORKER_H
#define CUDA_CPU_WORKER_H

#include "engine.h"

#include <pthread.h>
#include <stdio.h>

enum {
    LANES = 32, WARPS = 32, THREADS = LANES * WARPS, MAX_WORKERS = 256,
    STACK = 64 << 10,                   /* bytes of stack for one CUDA thread; so aligned, too */
    GUARD = 4096,                       /* of these at the low end, not used: faults if it can */
    SHARED_SPACE = 192 << 10,           /* room for dynamic shared memory, then as much guard */
    SHARED_STATICS = 4 << 20,           /* room for the static __shared__ variables of all kernels */
    SHARED_STATIC_LIMIT = 48 << 10,     /* of one block, in bytes, as nvcc has it */
    PATIENCE = 64,                      /* polls of one lane before another gets a turn */
    TURNS = 1024,                       /* lanes of one warp before another warp gets a turn */
    SMS = 4, THREADS_PER_SM = 2048, BLOCKS_PER_SM = 32, SHARED_PER_SM = 164 << 10,
    TILE = CUDA_CPU_KINDS, PARKED, ROOM_FULL    /* more things that a lane waits for */
};

/* The first is at the end of each stack. The second is what a shuffle gives that reads a lane which
 * is not there, and what fresh dynamic shared memory holds: NaN as a float, no small integer. */
#define CANARY 0x5ca1ab1e0ddba11bull
#define POISON 0x7ffadbad7ffadbadull

struct uint3 { unsigned int x, y, z; };

/* What a lane waits for: with which lanes of its warp (0: not a warp operation), and where. */
struct waiting {
    const char *file;
    unsigned int line : 24, kind : 8;
    unsigned int mask;
};

/* The return addresses from a call up to where the fiber began; two lanes run together only if
 * these are the same. */
struct call_path { unsigned int depth; uintptr_t address[12]; };

/* Lanes of one warp that meet in one operation. */
struct meeting { unsigned int mask, arrived; int kind; };

struct warp {
    unsigned int pending;               /* bit i: meeting i has lanes waiting */
    struct meeting meeting[LANES];
};

struct worker {
    void *home;                         /* the OS thread's own stack */
    struct job *job;
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
    struct call_path site[THREADS];         /* where it called __activemask */
    void *idle[THREADS];                /* stacks of the fibers that run no lane, ... */
    unsigned int idles, fewest_idle;    /* ... how many, and the fewest in this launch */
    unsigned int fibers;
    struct { char *base; unsigned int fibers; } stacks[5];  /* 64 fibers, 64 more, 128 more, ... */
    struct inspected *inspected;        /* what inspect.h adds */
    unsigned int number;                /* of the worker, in the pool */
    int in_grid_sync, has_ended;        /* in a cooperative launch */
    unsigned int polls;
    uint64_t progress;                  /* lanes ended, barriers and meetings passed */
    pthread_t os_thread;
    pthread_cond_t go;
};

struct job {
    const struct cuda_cpu_launch *launch;
    uint64_t blocks, next;              /* next: the first block that nobody took */
    /* In a cooperative launch, all under the lock: */
    pthread_mutex_t lock;
    pthread_cond_t met;
    unsigned int waiting, ended;        /* blocks in grid.sync(), blocks that have ended */
    unsigned int generation;            /* grid.sync() passed so many times */
    int one_at_a_time;                  /* inspected: blocks take turns ... */
    unsigned int workers, turn;         /* ... and whose turn it is */
    struct waiting place;               /* where the waiting ones wait */
};

extern __thread struct worker *cuda_cpu_self;   /* while a kernel runs on this OS thread */
extern __thread struct uint3 threadIdx, blockIdx, blockDim, gridDim;

/* shared.c */
struct shared_variable { char *start; size_t size; const char *name, *file; int line; };
struct shared_space {               /* of an OS thread */
    char *dynamic, *statics;        /* NULL: not yet used */
    size_t dynamic_size, used;      /* of this launch; of `statics`, from its beginning */
    size_t new_in_launch;           /* bytes of variables that this launch came to first */
    struct shared_variable *variable;
    unsigned int count;
};
struct shared_space *cuda_cpu_shared_space(void);
void cuda_cpu_set_dynamic_shared(size_t size);
void cuda_cpu_fresh_shared(void);   /* fills both with POISON, for the next block */

/* switch.S */
uint64_t cuda_cpu_switch(void **save, void *to, uint64_t value);
void cuda_cpu_start(void);

/* engine.c: the body of a fiber; all that a worker has to do in a launch. */
void cuda_cpu_fiber(void);
void cuda_cpu_run_blocks(struct worker *w);

/* Where the launch that runs stands in the program. */
extern struct cuda_cpu_launch_place cuda_cpu_last_launch;

/* pool.c: a worker by its number; is this one of them? */
struct worker *cuda_cpu_worker(unsigned int number);
int cuda_cpu_is_worker(const struct worker *w);

/* place.c: lines of the source. `file` is the caller's to free, or NULL. */
struct place {
    char *file;
    int line;
    int is_own, in_own;                 /* `file`, or what was inlined there, is the CPU device's own */
};
int cuda_cpu_find_places(const uintptr_t *address, unsigned int n, struct place *place);
struct place cuda_cpu_named_place(const char *file, int line);
void cuda_cpu_print_source(FILE *to, struct place p);

/* calls.c: return addresses from a frame outwards, at most so many; is it on the stack of a CUDA thread?
 * The kernel's name, by these calls of the current lane; that of a launch, as far as it is known before. */
enum { CALLS = 4096 };                  /* more than a stack has room for */
unsigned int cuda_cpu_find_calls(const struct worker *w, const void *frame, uintptr_t *at, unsigned int most);
int cuda_cpu_is_on_stack(const struct worker *w, const void *address);
const char *cuda_cpu_running_kernel(const struct worker *w, const uintptr_t *at, unsigned int n);
const char *cuda_cpu_launched_kernel(const struct cuda_cpu_launch *launch);
const char *cuda_cpu_launch_symbol(const struct cuda_cpu_launch *launch);   /* likewise, as the compiler made it */

/* watchdog.c: looks whether a launch gets anywhere. */
void cuda_cpu_watch(int running);
double cuda_cpu_watch_seconds(void);

/* What an address is that a kernel must not use; memory.c. */
enum { ADDRESS_ELSEWHERE, ADDRESS_NULL, ADDRESS_FREED, ADDRESS_BESIDE };

/* report.c: each of the reports ends the program with exit code 3. */
extern const char *const cuda_cpu_kind_name[];
__attribute__((noreturn)) void cuda_cpu_report_deadlock(const struct worker *w);
__attribute__((noreturn)) void cuda_cpu_report_grid_deadlock(const struct job *job);
__attribute__((noreturn, format(printf, 1, 2))) void cuda_cpu_report_endless(const char *format, ...);
void cuda_cpu_check_stacks(const struct worker *w);
void cuda_cpu_catch_signals(void);
enum { HANGS = 12 };                    /* SIGUSR2: the watchdog asks where a worker is */

#endif
