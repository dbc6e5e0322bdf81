/* queues.h: the work of a stream waits in its queue until the device's executor does it. Where there are no queues
 * (cuda_cpu_has_queues()), all work is done at once. */
#ifndef CUDA_CPU_QUEUES_H
#define CUDA_CPU_QUEUES_H

#include "cuda_runtime_api.h"

#include "../base/times.h"

#include <stdint.h>
#include <time.h>

enum { HINTS = 10 };                    /* kinds of hints that a stream remembers */

struct entry;
struct queue {
    int is_used, device;
    int is_legacy, is_blocking;         /* the device's default stream, and one that is ordered with that */
    struct entry *first, **last;
    int timeline;
    struct times times;                 /* what is past for its next work */
    struct queue *next;                 /* of the same device */
};
struct CUstream_st {
    int is_live, device;
    unsigned int flags;
    cudaStreamAttrValue hint[HINTS];
    struct cuda_cpu_capture_at captured;
    struct queue queue;
};
struct CUevent_st {
    int is_live, device;
    unsigned int flags;
    int recorded;
    struct timespec time;
    struct cuda_cpu_capture_at captured;        /* where it was recorded in a stream that is captured */
    uint64_t records, done;             /* how often it was recorded, and which of these the device has reached */
    struct times times;
};

/* The stream behind a handle, also of the two default streams of the current device. The handle must be valid. */
struct CUstream_st *cuda_cpu_stream(cudaStream_t stream);

/* The stream is there from now on. */
void cuda_cpu_begin_queue(struct CUstream_st *s);

/* The stream is destroyed: its work is done all the same. */
void cuda_cpu_end_queue(struct CUstream_st *s);

/* The device of a stream. */
int cuda_cpu_device_of(cudaStream_t stream);

/* Appends work, an event, or the wait for an event, to a stream. The work is dropped when it is done. Returns the
 * work's error if it is done at once. */
cudaError_t cuda_cpu_defer(cudaStream_t stream, struct cuda_cpu_work *work);
void cuda_cpu_defer_event(cudaStream_t stream, cudaEvent_t event, int is_wait);

/* The host waits for what was given to a stream, to a device, to all devices, or for an event. Returns the error of
 * work that failed meanwhile. No effect where there are no queues. cuda_cpu_finish_default: what comes before new work of
 * the current device's default stream. */
cudaError_t cuda_cpu_finish_stream(cudaStream_t stream);
cudaError_t cuda_cpu_finish_default(void);
cudaError_t cuda_cpu_finish_device(int device);
cudaError_t cuda_cpu_finish_all(void);
cudaError_t cuda_cpu_finish_event(cudaEvent_t event);

/* Called before the host waits in one of these, if it is not NULL: a mistake that would make it wait forever ends the
 * program there. */
extern void (*cuda_cpu_before_wait)(void);

/* Are there others, be it host threads or processes, for whom it makes sense to wait? (NULL: there is one process.) */
int cuda_cpu_has_others(void);
extern int (*cuda_cpu_other_processes)(void);

/* Is there nothing left to do in the stream? Has the event been reached? */
int cuda_cpu_is_finished(cudaStream_t stream);
int cuda_cpu_is_reached(cudaEvent_t event);

/* The host, which has entered, does work of the default stream itself, between these two. */
void cuda_cpu_begin_on_host(void);
void cuda_cpu_end_on_host(void);

/* Work that an executor does, of parts that do not all come one after another. Each part has its times, and a timeline:
 * of its own, which is given back after the last part, or that of a part before it (-1: there is none left).
 * cuda_cpu_begin_parts: sets what is past for all of them; 0: no times are known, as no executor does it.
 * cuda_cpu_end_parts: what the last ones leave. */
struct parts { struct times begin; struct times *now; const struct times *times; int timeline; };
int cuda_cpu_begin_parts(struct parts *parts);
void cuda_cpu_begin_part(struct times *times, int timeline);
void cuda_cpu_end_parts(const struct parts *parts, const struct times *end);
int cuda_cpu_take_timeline(struct times *times);
void cuda_cpu_give_timeline(int timeline, const struct times *times);

/* In work that an executor does: waits until is_there(of); others go on meanwhile. If that can never be, report(of) ends
 * the program. cuda_cpu_learn: what these times say is past for what the stream does next. */
void cuda_cpu_wait_for_host(int (*is_there)(void *of), void (*report)(void *of), void *of);
void cuda_cpu_learn(const struct times *times);

#endif
