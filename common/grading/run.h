/* grading/run.h: beginning and end of an exercise, and the runs in between. Part of exercise.h,
 * which documents the functions. */
#ifndef GRADING_RUN_H
#define GRADING_RUN_H

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef CUDA_CPU_INSPECT
enum { EXERCISE_IS_INSPECTED = 1 };
#else
enum { EXERCISE_IS_INSPECTED = 0 };
#endif

/* Sizes at which mistakes show: one element, around a warp, around blocks, no multiple of anything,
 * and more than one wave of blocks. On a GPU larger ones too. */
#ifdef CUDA_CPU_DEVICE
#define EXERCISE_LARGE ""
#else
#define EXERCISE_LARGE ",1048577,67108867"
#endif
#define EXERCISE_SIZES "-n 1,2,31,33,64,127,257,1000,1025,2049,4097,33333" EXERCISE_LARGE
#define EXERCISE_BLOCKS " -b 32,64,128,256,512,1024"
#define EXERCISE_ANY_BLOCKS " -b 32,96,160,256,480,992,1024"
#define EXERCISE_ROWS " --batch 1,3,17"

/* Mistakes that the inspector has seen so far. */
static inline unsigned long long exercise_found(void)
{
#ifdef CUDA_CPU_INSPECT
    return cuda_cpu_inspect_found();
#else
    return 0;
#endif
}

/* For grade.sh, in the file that the environment names: what is being done, or the outcome. Its last
 * line holds, also when the program was ended from outside. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void exercise_tell(struct exercise *e, const char *format, ...)
{
    va_list args;
    if (!e->verdict)
        return;
    va_start(args, format);
    vfprintf(e->verdict, format, args);
    va_end(args);
    fputc('\n', e->verdict);
    fflush(e->verdict);
}

/* What never ends is decided by its steps, not by time, so that a slow machine gives the same verdict.
 * Solutions take at most 2^23; blocks in which every thread adds up what all have
 * loaded take 2^14 for each element. */
static inline void exercise_allow_steps(size_t volume)
{
#ifdef CUDA_CPU_INSPECT
    cuda_cpu_inspect_allow((1ull << 26) + ((unsigned long long)volume << 14));
#else
    (void)volume;
#endif
}

/* What never ends elsewhere, on a GPU or on the host, is stopped after so many seconds of processor time
 * for one run (and five times as many in all, if it only waits). That is no verdict: grade.sh says what
 * happened. It knows the exit code, which is what a shell makes of SIGALRM. */
static void exercise_give_up(int signal)
{
    (void)signal;
    _exit(142);
}

static inline void exercise_allow_time(const struct exercise *e)
{
    struct itimerval limit = {{0, 0}, {(time_t)e->seconds, 0}};
    setitimer(ITIMER_PROF, &limit, NULL);
    alarm(5 * e->seconds);
}

static inline struct exercise exercise_begin(int argc, char **argv, const char *name, int offers,
                                             const char *defaults)
{
    struct exercise e;
    char text[256];
    const char *path = getenv("EXERCISE_VERDICT");
    memset(&e, 0, sizeof e);
    snprintf(text, sizeof text, "%s%s%s", EXERCISE_SIZES,
             offers & LESSON_ANY_BLOCK ? EXERCISE_ANY_BLOCKS : EXERCISE_BLOCKS,
             offers & LESSON_BATCH ? EXERCISE_ROWS : "");
    /* a solution is its exercise but for the gap; the program's own name says which of them runs */
    const char *slash = strrchr(argv[0], '/'), *own = slash ? slash + 1 : argv[0];
    e.lesson = lesson_open(argc, argv, strncmp(own, "solution", 8) ? name : own,
                           "its file says what is asked",
                           offers | LESSON_UNTIMED, *defaults ? defaults : text);
    e.is_partial = argc > 1;
    if (path && *path && !(e.verdict = fopen(path, "w")))
        lesson_fail(LESSON_USAGE, "EXERCISE_VERDICT=%s: cannot be written: %s", path,
                    strerror(errno));
    exercise_tell(&e, "begun");
    const char *seconds = getenv("EXERCISE_SECONDS");
    e.seconds = seconds ? (unsigned)atoi(seconds) : 60;
    signal(SIGALRM, exercise_give_up);
    signal(SIGPROF, exercise_give_up);
    exercise_allow_time(&e);
    return e;
}

/* One run from poisoned outputs. */
static inline struct lesson_verdict exercise_run_once(struct exercise *e, struct lesson_row *row)
{
    struct lesson *l = &e->lesson;
    lesson_prepare(l, row->shape);
    if (e->sm_count)
        row->r.sm_count = e->sm_count;
    lesson_expect(l, row->shape);
    exercise_allow_time(e);
    exercise_allow_steps(lesson_volume(row->shape));
    return lesson_run_once(l, row);
}

/* A line for a check: is it to be made? Not after one that failed. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline int exercise_check_begins(struct exercise *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->check, sizeof e->check, format, args);
    va_end(args);
    e->checks++;
    if (e->failed)
        printf("  %2d  %-66s  -\n", e->checks, e->check);
    return !e->failed;
}

/* Prints the line: passed (outcome NULL), or failed, how. */
static inline void exercise_check_ends(struct exercise *e, const char *outcome, int hint)
{
    printf("  %2d  %-66s  %s\n", e->checks, e->check, outcome ? outcome : "ok");
    fflush(stdout);
    if (outcome) {
        e->failed = e->checks;
        e->hint = hint;
    }
    exercise_tell(e, "at what follows check %d, hint 1", e->checks);
}

#ifndef CUDA_CPU_DEVICE
/* As an extra: how fast is it? */
static inline void exercise_show_speed(struct exercise *e)
{
    struct lesson *l = &e->lesson;
    struct lesson_row *row = &e->first;
    if (e->is_partial || !row->launch || lesson_volume(row->shape) < (size_t)1 << 24)
        return;
    lesson_prepare(l, row->shape);
    lesson_time(l, row);
    double gbps = lesson_gbps(l, row);
    printf("\n  %s on this GPU: %zu elements in %.4f ms, %.0f GB/s", row->kernel,
           lesson_volume(row->shape), row->median, gbps);
    if (!isnan(l->device.peak))
        printf(", %.1f %% of the peak", 100 * gbps / l->device.peak);
    puts(" (decides nothing)");
}
#endif

static inline int exercise_end(struct exercise *e)
{
    struct lesson *l = &e->lesson;
    if (!e->failed && exercise_found() > 0) { /* in a run that no check looked at */
        e->failed = e->checks;
        e->hint = 1;
    }
    int is_wrong = e->failed > 0;
    const char *number = l->name + 8; /* of exercise05b, solution05b */
    if (e->wrong.launch || *e->message || exercise_found() > 0)
        puts("");
    fflush(stdout);
    if (e->wrong.launch)
        lesson_explain(l, &e->wrong, e->found_wrong, "outputs poisoned before");
    if (*e->message)
        fprintf(stderr, "  %s\n", e->message);
#ifdef CUDA_CPU_INSPECT
    cuda_cpu_inspect_report();
#endif
    fflush(stderr);
    if (!is_wrong && e->checks == 0)
        lesson_fail(LESSON_USAGE, "nothing was checked");
#ifndef CUDA_CPU_DEVICE
    if (!is_wrong)
        exercise_show_speed(e);
#endif
    lesson_close(l);
    if (is_wrong)
        printf("\n%s: not passed yet. Hint %d is about this: make hint%s HINT=%d\n"
               "(without HINT: the first that you have not seen)\n", l->name, e->hint, number,
               e->hint);
    else if (e->is_partial)
        printf("\n%s: right so far; without options every check is made\n", l->name);
    else if (EXERCISE_IS_INSPECTED)
        printf("\n%s: all checks passed\n", l->name);
    else
        printf("\n%s: right on %s\n", l->name, l->device.name);
    exercise_tell(e, "%s", is_wrong ? "failed" : e->is_partial ? "partial" : "passed");
    fflush(stdout);
    return exercise_found() > 0 ? LESSON_CUDA_ERROR : is_wrong ? LESSON_WRONG : LESSON_OK;
}

#endif
