/* trace.h: keeps what the warps of one block do, step by step and with the values, for the player.
 *
 * Lanes run one after another, and replay.c brings them together later. So the values wait in a queue for each lane:
 * one entry for each of its events that have a second word, and for each barrier. Replay takes them out in the
 * same order. */
#ifndef CUDA_CPU_TRACE_H
#define CUDA_CPU_TRACE_H

#include "kernels.h"

enum { TRACE_STEPS = 4000, TRACE_OBJECTS = 256, TRACE_COUNTED = 8 };
enum { TRACE_SHARED, TRACE_GLOBAL, TRACE_REMOTE };      /* which memory */

/* An array that the block uses. at: its place in shared memory, which says its banks. */
struct trace_object { char name[64]; const char *base; size_t size; uint64_t at; int memory; };

/* What one lane did: at byte `from` of an array, or in a warp operation (of a shuffle, `from` is the lane whose value it
 * gets); and the bytes before and after it (what the lane gave to the operation, and what it got). */
struct trace_value { int64_t from; uint16_t object; uint8_t kind, size; unsigned char before[16], after[16]; };

/* Lanes of one warp did something together. */
struct trace_step {
    enum { TRACE_LOAD, TRACE_STORE, TRACE_ATOMIC, TRACE_MEETING, TRACE_BARRIER, TRACE_BRANCH, TRACE_WAIT, TRACE_END } kind;
    unsigned int warp, active, conflicts;
    unsigned int waiting, live;         /* lanes that wait for others of the warp; that have not ended */
    uint16_t site;
    uint32_t barriers, syncs;           /* that the warp has passed */
    unsigned int operation;             /* of a MEETING or BARRIER: what it is (waits.h) */
    int opens;                          /* all warps of the block have come to the barrier: it opens */
    unsigned int more;                  /* of a LOAD: how often the warp does the same again, without a change */
    size_t values;                      /* the first of its values, one for each active lane; or NO_VALUES */
    struct { unsigned int counter, by; } counted[TRACE_COUNTED];        /* how much it adds; by 0: no more */
};
#define NO_VALUES ((size_t)-1)

struct trace {
    struct kernel *kernel;              /* NULL: none yet */
    int cut;                            /* there was no room for all */
    unsigned int count, threads, objects;
    struct trace_object object[TRACE_OBJECTS];
    struct trace_step step[TRACE_STEPS];
    struct trace_value *value;
};

struct trace *trace_recorded(void);

/* Once: what a warp did after a barrier of the block comes after all warps have come to it. Replay reads a warp
 * when it can do no more for now; that may be later than another goes on. */
void trace_order(void);

/* The worker of the block whose values are kept; NULL: none is. */
extern struct worker *trace_worker;
void trace_begin_block(struct worker *w);
void trace_end_block(struct worker *w);

/* The current lane is about to use memory, or has reached something that it waits for (waits.h). where: as in its
 * event. */
void trace_access(struct worker *w, const void *address, unsigned int size, int write, struct trace_object object);
void trace_arrive(struct worker *w, int kind);

/* In the replay: takes the next entry of each of these lanes' queues. */
void trace_take(struct worker *w, unsigned int warp, unsigned int lanes);

/* Before a step is counted at this site; and after it: keeps the step, with the entries taken last if it has
 * values. */
void trace_before(struct worker *w, uint16_t site);
void trace_step(struct worker *w, struct trace_step step, int has_values);

#endif
