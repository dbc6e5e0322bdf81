/* harness/api.h: where the functions of lesson.h and of the headers above it are. By hand, one line of nvcc or cpucc builds a
 * lesson, and they come with its header. make compiles them once, from the files *_linked.cu, which define LESSON_OBJECT, and says
 * so with -DLESSON_LINKED: then the headers only declare them, and a lesson takes a fifth of the time to compile. What both halves
 * of such a program change must be one variable: LESSON_SHARED. */
#ifndef HARNESS_API_H
#define HARNESS_API_H

#if defined(LESSON_LINKED) || defined(LESSON_OBJECT)
#ifdef CUDA_CPU_INSPECT
#define LESSON_API CUDA_CPU_UNOBSERVED
#else
#define LESSON_API
#endif
#else
#define LESSON_API static inline
#endif

/* (Not `inline`, which host_begin.h makes more of than a variable can be.) */
#define LESSON_SHARED __inline__

#endif
