/* findings.h: keeps the mistakes that were found. */
#ifndef CUDA_CPU_FINDINGS_H
#define CUDA_CPU_FINDINGS_H

#include "kernels.h"

/* One mistake. `thread` and `other` are numbers in their blocks, other_block is the block of `other`.
 * does, did: "reads", "had written them"; NULL: no such place. */
struct finding {
    const char *kind;
    char text[200];
    uint64_t block, other_block;
    uint16_t site, other_site;
    unsigned int thread, other;
    const void *object;                 /* what it happened to, to tell mistakes apart; NULL: nothing */
    const char *does, *did, *fix;
    struct kernel *other_kernel;        /* of `other`; NULL: the same */
    int device, other_device;           /* where they run, if the kernels differ or are two launches */
    int is_copy;                        /* `other` is no thread, but a copy or fill in a stream */
};

/* Keeps a mistake of the running kernel. Returns where, or NULL if an equal one is there already. */
struct finding *finding_add(const struct finding *f);
struct finding *finding_add_for(struct kernel *k, const struct finding *f);     /* of another kernel */

/* The two are of two launches, or one is a copy. */
struct member;
void finding_is_of(struct finding *f, const struct member *mine, const struct member *other);

/* How far apart the two threads are. Of several equal mistakes, the widest is reported, because its fix also
 * fixes the others. 0: only one thread is at fault, or both are in one warp. */
int finding_reach(const struct finding *f);

/* A mistake, and how often it happened. There is room for so many. */
enum { FINDINGS = 200 };
struct found { struct finding f; struct kernel *kernel; uint64_t times; int is_mistake; };
struct found *findings(unsigned int *count);
int findings_are_mistakes(void);        /* any of them: a note is none, and does not change the exit code */
uint64_t findings_not_kept(void);       /* for want of room */

/* Calls this function for each mistake, also for equal ones (inspect_counts.h). */
void findings_tell(void (*told)(const char *kind, const void *array));

#endif
