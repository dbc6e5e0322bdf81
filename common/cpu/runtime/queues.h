/* queues.h: where there are several devices, the work of a stream waits in its queue until the device's executor does
 * it. Otherwise all work is done at once, and there are no queues. */
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

/* The stream is destroyed: its work is done all the same. */
void cuda_cpu_end_queue(struct CUstream_st *s);

/* The device of a stream. */
int cuda_cpu_device_of(cudaStream_t stream);

/* Appends work, an event, or the wait for an event, to a stream. The work is dropped when it is done. Returns the
 * work's error if it is done at once. */
cudaError_t cuda_cpu_defer(cudaStream_t stream, struct cuda_cpu_work *work);
void cuda_cpu_defer_event(cudaStream_t stream, cudaEvent_t event, int is_wait);

/* The host waits for what was given to a stream, to a device, to all devices, or for an event. Returns the error of
 * work that failed meanwhile. No effect where there is one device. */
cudaError_t cuda_cpu_finish_stream(cudaStream_t stream);
cudaError_t cuda_cpu_finish_device(int device);
cudaError_t cuda_cpu_finish_all(void);
cudaError_t cuda_cpu_finish_event(cudaEvent_t event);

/* Called before the host waits in one of these, if it is not NULL: a mistake that would make it wait forever ends the
 * program there. */
extern void (*cuda_cpu_before_wait)(void);

/* Is there nothing left to do in the stream? Has the event been reached? */
int cuda_cpu_is_finished(cudaStream_t stream);
int cuda_cpu_is_reached(cudaEvent_t event);

/* In work that an executor does: waits until is_there(of); others go on meanwhile. If that can never be, report(of) ends
 * the program. cuda_cpu_learn: what these times say is past for what the stream does next. */
void cuda_cpu_wait_for_host(int (*is_there)(void *of), void (*report)(void *of), void *of);
void cuda_cpu_learn(const struct times *times);

#endif
