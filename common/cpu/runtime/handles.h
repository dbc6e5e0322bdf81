/* handles.h: streams, events, graphs, arrays: what the runtime gives to the program and must know again.
 *
 * A destroyed one stays there, so that a later use is detected. Whether something is a handle is known without
 * looking at what it points to. */
#ifndef CUDA_CPU_HANDLES_H
#define CUDA_CPU_HANDLES_H

#include <stddef.h>

/* All of one kind, in pieces of 64, 128, 256, ... that never move. Begins as { .size = sizeof(one) }. */
enum { HANDLE_PIECES = 24 };
struct handles { size_t size, count; char *piece[HANDLE_PIECES]; };

void *cuda_cpu_new_handle(struct handles *h);   /* of zeros; NULL: no memory */
int cuda_cpu_is_handle(struct handles *h, const void *p);

#endif
