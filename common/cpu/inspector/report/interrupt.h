/* interrupt.h: an inspected program that is stopped by SIGINT or SIGTERM first reports what was found. */
#ifndef CUDA_CPU_INTERRUPT_H
#define CUDA_CPU_INTERRUPT_H

/* From now on; a signal that the program handles or ignores is left to it. */
void interrupt_begin(void (*report_all)(void));

/* Waits for the end if the program is being stopped: nothing may be recorded while the report is written. */
extern int interrupt_asked;
void interrupt_wait(void);
static inline void interrupt_check(void)
{
    if (__atomic_load_n(&interrupt_asked, __ATOMIC_RELAXED))
        interrupt_wait();
}

#endif
