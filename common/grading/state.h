/* grading/state.h: what a running exercise knows. */
#ifndef GRADING_STATE_H
#define GRADING_STATE_H

#include "harness/api.h"
#include "harness/check.h"
#include <math.h> /* for answers, too: a gap cannot include anything */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef CUDA_CPU_INSPECT
#include "inspect_counts.h"
#endif

#ifdef CUDA_CPU_INSPECT
enum { EXERCISE_IS_INSPECTED = 1 };
#else
enum { EXERCISE_IS_INSPECTED = 0 };
#endif

/* What grade.sh looks for in the program: the checksum of the source that make has built it from. */
#ifdef EXERCISE_SOURCE
#define EXERCISE_TEXT(x) #x
#define EXERCISE_TEXT_OF(x) EXERCISE_TEXT(x)
static const char exercise_made_of[] __attribute__((used)) =
    "made of source " EXERCISE_TEXT_OF(EXERCISE_SOURCE) ";";
#endif

/* Sizes at which mistakes show: one element, around a warp, around blocks, no multiple of a block,
 * and more than one wave of blocks. On a GPU larger ones, too. */
#ifdef CUDA_CPU_DEVICE
#define EXERCISE_LARGE ""
#else
#define EXERCISE_LARGE ",1048577,67108867"
#endif
#define EXERCISE_SIZES "-n 1,2,31,33,64,127,257,1000,1025,2049,4097,33333" EXERCISE_LARGE
#define EXERCISE_BLOCKS " -b 32,64,128,256,512,1024"
#define EXERCISE_ANY_BLOCKS " -b 32,96,160,256,480,992,1024"
#define EXERCISE_ROWS " --batch 1,3,17"

/* The largest shape that exercise_count may run. */
#define EXERCISE_COUNTED_ELEMENTS ((size_t)1 << 16)
#define EXERCISE_COUNTED_ROWS 1024

/* A prediction that has not been made yet. */
#define EXERCISE_UNKNOWN (-1)

/* What a row's result should be, where it is no sum. */
typedef int (*exercise_expected)(const int *elements, size_t n);

/* What a launch function is known to compute, because a check of its results has passed: then its
 * results in a counted run must be right as well. */
struct exercise_known {
    lesson_launch launch;
    const struct lesson_check *check;
    exercise_expected expected; /* or NULL: `check` knows */
};
enum { EXERCISE_MOST_KNOWN = 16 };

/* A count that was at most what was asked. */
struct exercise_met {
    char check[128]; /* "barriers per block (n = 2^12, block 256): at most 9" */
    double count;
};
enum { EXERCISE_MOST_MET = 16 };

struct exercise {
    struct lesson lesson;
    int sm_count;        /* if set, what launch functions see as r->sm_count; 0: the device's own */
    int checks, failed;  /* checks so far, and the number of the one that failed, or 0 */
    int hint;            /* the hint that fits that one */
    char check[128];     /* the one being made now */
    int is_partial;      /* options were given: nothing is decided */
    struct lesson_row wrong;   /* the run that gave wrong results, to be explained at the end, */
    struct lesson_verdict found_wrong; /* what it gave, */
    char message[256];         /* or what else is to be said there */
    struct lesson_row counted; /* the run that exercise_count observed, */
    unsigned counted_runs;     /* and how many there were */
    struct lesson_row first;   /* the first kernel that was right, to be timed on a GPU */
    struct exercise_known known[EXERCISE_MOST_KNOWN];
    int knowns;
    struct exercise_met met[EXERCISE_MOST_MET]; /* in the order of the checks */
    int mets;
    unsigned seconds;    /* of processor time after which a run is ended; from the environment
                            variable EXERCISE_SECONDS, or 60 */
};

/* Mistakes that the inspector has seen so far. */
static inline unsigned long long exercise_found(void)
{
#ifdef CUDA_CPU_INSPECT
    return cuda_cpu_inspect_found();
#else
    return 0;
#endif
}

#endif
