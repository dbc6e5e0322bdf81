/* grading/waits.h: for how many launches has the host waited, and how often has it copied? */
#ifndef GRADING_WAITS_H
#define GRADING_WAITS_H

#include "grading/state.h"

LESSON_SHARED double exercise_waited_for; /* launches; known only in an inspected program */

static inline double exercise_launches(void)
{
#ifdef CUDA_CPU_INSPECT
    return cuda_cpu_inspect_count("launches");
#else
    return 0;
#endif
}

/* Notes that the host waits now for all that it has launched. */
static inline void exercise_note_wait(void) { exercise_waited_for = exercise_launches(); }

LESSON_SHARED int exercise_copies; /* calls of cudaMemcpy, or the like */

static inline void exercise_note_copy(void)
{
    exercise_copies++;
    exercise_note_wait();
}

#endif
