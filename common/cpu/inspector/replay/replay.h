/* replay.h: brings the lanes of a warp together. */
#ifndef CUDA_CPU_REPLAY_H
#define CUDA_CPU_REPLAY_H

#include "../inspected.h"

void replay_begin_block(struct worker *w);

/* No lane of the warp can run: reads what they did. Lanes whose room was full can then run again. */
void replay_drain(struct worker *w, unsigned int warp);

#endif
