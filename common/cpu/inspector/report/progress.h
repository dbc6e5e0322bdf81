/* progress.h: on a terminal, a line says how far a long launch is. */
#ifndef CUDA_CPU_PROGRESS_H
#define CUDA_CPU_PROGRESS_H

#include <stdint.h>

void progress_show(uint64_t block, uint64_t blocks);    /* the running launch begins this block */
void progress_end(void);                /* takes the line away */

#endif
