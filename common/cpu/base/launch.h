/* launch.h: one launch of a kernel, as the program asks for it. */
#ifndef CUDA_CPU_LAUNCH_H
#define CUDA_CPU_LAUNCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cuda_cpu_launch {
    const char *text;               /* the kernel's name in the launch */
    const void *function;           /* where the kernel begins; NULL: known only when it runs */
    void (*run)(void *arguments);   /* runs the kernel's body once, as the current lane */
    void *arguments;
    unsigned int grid[3], block[3];
    size_t shared;                  /* bytes of dynamic shared memory */
    int cooperative;
    unsigned int cluster[3];        /* blocks of a cluster; 0: it has none */
    unsigned int most_in_cluster;   /* blocks that a cluster of this kernel may have */
    int is_early;                   /* it may begin before the launch before it in its stream has ended */
};

/* The source line of the next launch (file NULL: unknown), and of the running one. */
extern __thread struct cuda_cpu_launch_place { const char *file; int line; } cuda_cpu_launch_place;
extern struct cuda_cpu_launch_place cuda_cpu_last_launch;

#ifdef __cplusplus
}
#endif
#endif
