/* oracle.h: small random programs, and what their parts tell each other.
 *
 *   generate.c      makes programs from a seed, and smaller ones of those where the two judges disagree
 *   judge.c         decides with the memory model of PTX whether a program has a race; knows nothing of the inspector
 *   interpreter.cu  one kernel, compiled to be inspected, that runs any of these programs
 *   schedule.c      makes the kernel's threads take their turns in the order of the program
 *   main.c          holds one judge against the other
 */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BLOCKS = 4, WARP = 32, ACTORS = 8, OPS = 56, GLOBALS = 4, SHAREDS = 3, WORDS = GLOBALS + SHAREDS };

/* What an operation does. The first five use a word. */
enum {
    READ, WRITE,                /* plain */
    LOAD, STORE, UPDATE,        /* atomic, with an order and a scope */
    FENCE,
    VOTE,                       /* of a warp: it waits like the next one, but orders nothing */
    SYNCWARP, SYNCTHREADS, GRID_SYNC,   /* each thread that takes part has an operation of its own; .meeting joins them */
    COPY, COMMIT, WAIT,         /* an asynchronous copy of a thread, from .from to .word; all but .prior groups are waited for */
    KINDS
};
enum { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, ORDERS };
enum { OF_SYSTEM, OF_DEVICE, OF_BLOCK, SCOPES };

/* How an update is written: of cuda::atomic_ref, or (relaxed only) as CUDA's older functions. */
enum { EXCHANGE, FETCH_ADD, COMPARE_EXCHANGE, ATOMIC_EXCH, ATOMIC_ADD, ATOMIC_CAS, SPELLINGS };
/* Other operations are written in one of two ways, of which 1 is the older or the lower one. */

struct op {
    uint8_t kind, actor;
    uint8_t word, from;         /* below GLOBALS: global memory; the rest is the block's shared memory */
    uint8_t order, scope;
    uint8_t spelling;
    uint8_t meeting, prior;
};

/* A thread that does something. */
struct actor { uint8_t launch, block, thread; };

/* Kernels are launched into streams: the default one, an ordinary one, two that do not wait for the default one. Before
 * that the host waits for the streams of .synced (bit by bit), and the stream for events after earlier launches. */
enum { LAUNCHES = 4, DEFAULT_STREAM = 0, BLOCKING_STREAM = 1, STREAMS = 4 };
struct launch { uint8_t stream, blocks, synced, awaited; };

/* The operations happen in this order. */
struct program {
    uint8_t launches, threads, actors, ops;
    uint8_t cooperative;        /* one launch, whose blocks mix; else one block runs after the other */
    struct launch launch[LAUNCHES];
    struct actor actor[ACTORS];
    struct op op[OPS];
};

/* Do the two threads run in one block? */
static inline int is_one_block(const struct program *p, int a, int b)
{
    return p->actor[a].launch == p->actor[b].launch && p->actor[a].block == p->actor[b].block;
}

/* The number of a word, with a word of its own for each block where it is shared. */
enum { PLACES = GLOBALS + LAUNCHES * BLOCKS * SHAREDS };
static inline int place_of(const struct program *p, int actor, int word)
{
    const struct actor *a = &p->actor[actor];

    return word < GLOBALS ? word : GLOBALS + (a->launch * BLOCKS + a->block) * SHAREDS + word - GLOBALS;
}

static inline int uses_word(const struct op *o) { return o->kind <= UPDATE; }
static inline int is_strong(const struct op *o) { return o->kind >= LOAD && o->kind <= FENCE; }
static inline int is_meeting(const struct op *o) { return o->kind >= VOTE && o->kind <= GRID_SYNC; }

/* Where the judge may be told to be weaker or stronger than the model (judge.c). */
enum {
    OLD_ATOMICS_ACQUIRE = 1,    /* atomicAdd() and the like need no fence after them */
    FENCES_OF_OTHERS = 2,       /* a fence counts for the atomics of those who meet its thread after it */
    SEEING_IS_NO_ORDER = 4,     /* a thread that sees an atomic's value, but does not acquire, may race with it */
    EARLIER_ATOMICS_GO_ALONG = 16,      /* an atomic is past where a later atomic write of the same word is */
    ONE_ACCESS_ONLY = 8,        /* the store that releases and the load that acquires are the only ones of their patterns */
    DECIDED = OLD_ATOMICS_ACQUIRE | SEEING_IS_NO_ORDER,
    /* Flaws that are planted on purpose. */
    NO_FENCES = 256, NO_WAITS = 512, NO_SCOPES = 1024
};

/* Has the program a race? Of the first, *one and *other are the operations. */
int judge(const struct program *p, unsigned int variant, int *one, int *other);

/* Program number `index` of a seed. */
enum { WITHOUT_COPIES = 1, WITHOUT_STREAMS = 2 };
void generate(struct program *p, uint64_t seed, uint64_t index, unsigned int without);

/* Has it what the generator leaves out by name? */
int is_left_out(const struct program *p);

/* A program that has fewer operations, or weaker or simpler ones; the next of them for each `step`, 0 when there are
 * none left. */
int smaller(const struct program *p, int step, struct program *result);

/* Prints it. */
void show(const struct program *p);

/* The kernel's threads: which actor one is, -1 if none; its next operation, when all before it are done; it is done, or
 * about to wait in a meeting. */
int schedule_actor(int launch, unsigned int block, unsigned int thread);
int schedule_next(int actor, struct op *op);
unsigned int schedule_mask(const struct op *op);        /* of a __syncwarp() or a vote */
void schedule_done(void);

/* The value that a write writes: unlike all others. What a read or an atomic saw. */
int schedule_value(void);
int schedule_peek(const int *p);
void schedule_saw(int actor, const struct op *op, int value);
void schedule_wrote(int actor, const struct op *op, int value);

void schedule_begin(const struct program *p, unsigned int flaw);
void schedule_told(const char *kind, const void *array);    /* a mistake was found */
int schedule_end(void);         /* the races that were found; -1: not all operations happened as they should */

/* Does the inspector report a race? -1: the device did not run the program as it should. */
int inspected(const struct program *p, unsigned int flaw);

#ifdef __cplusplus
}
#endif
#endif
