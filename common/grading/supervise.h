/* grading/supervise.h: a second process that ends what an answer has begun.
 *
 * An answer may ignore signals, stop itself, close what it should print to, or leave processes behind. So before any code
 * of the learner's runs, the program becomes two processes: one goes on and is graded; the other waits for it, kills
 * everything that descends from it, and ends as it has ended. It also ends a run that takes more than EXERCISE_SECONDS: of
 * processor time, or of waiting. Time in which it could run, but the machine is busy with others, does not count.
 *
 * Descendants whose parents have ended become ours (PR_SET_CHILD_SUBREAPER), whatever sessions and groups they made. An
 * answer that aims at this process itself, with its number, can end it: then only the first of its own is sure to end. */
#ifndef GRADING_SUPERVISE_H
#define GRADING_SUPERVISE_H

#ifdef __linux__
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    EXERCISE_TICK = 200,               /* milliseconds between two looks */
    EXERCISE_MOST_PROCESSES = 4096,
    EXERCISE_MOST_TOLD = 1 << 22,      /* bytes in the verdict's file; who writes more is not getting on */
    EXERCISE_TIME_IS_UP = 128 + SIGALRM /* exit code: what a shell makes of that signal */
};

/* A process, as /proc/PID/stat has it. */
struct exercise_process {
    int pid, parent;
    unsigned long long used; /* clock ticks, with those of children that have ended */
    int is_ours;
};

/* What is said of a process or a thread; returns whether it is there. */
static inline int exercise_read_stat(const char *path, char *state, struct exercise_process *p)
{
    char text[1024];
    unsigned long long user = 0, system = 0;
    long long of_children[2] = {0, 0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    char *after_name = strrchr(text, ')'); /* a name may have blanks and brackets */
    if (!after_name || sscanf(after_name + 1, " %c %d %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu %lld %lld", state, &p->parent,
                              &user, &system, &of_children[0], &of_children[1]) != 6)
        return 0;
    p->used = user + system + (unsigned long long)(of_children[0] + of_children[1]);
    return 1;
}

/* Calls do_it(number) for each entry of a folder that is a number. */
template <class Function> static inline void exercise_for_numbers(const char *path, Function do_it)
{
    DIR *folder = opendir(path);
    if (!folder)
        return;
    while (struct dirent *entry = readdir(folder))
        if (isdigit((unsigned char)entry->d_name[0]))
            do_it(atoi(entry->d_name));
    closedir(folder);
}

/* All that descend from this process, in found[]; returns how many. */
static inline int exercise_descendants(struct exercise_process *found)
{
    static struct exercise_process all[EXERCISE_MOST_PROCESSES];
    int count = 0, ours = 0, before = -1, self = (int)getpid();
    exercise_for_numbers("/proc", [&](int pid) {
        char path[64], state;
        struct exercise_process p = {pid, 0, 0, 0};
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        if (count < EXERCISE_MOST_PROCESSES && exercise_read_stat(path, &state, &p))
            all[count++] = p;
    });
    while (ours != before) {
        before = ours;
        for (int i = 0; i < count; i++) {
            int is_child = all[i].parent == self;
            for (int k = 0; k < ours && !is_child; k++)
                is_child = all[i].parent == found[k].pid;
            if (is_child && !all[i].is_ours) {
                all[i].is_ours = 1;
                found[ours++] = all[i];
            }
        }
    }
    return ours;
}

/* Can one of its threads run? */
static inline int exercise_is_running(int pid)
{
    char folder[64];
    int is_running = 0;
    snprintf(folder, sizeof folder, "/proc/%d/task", pid);
    exercise_for_numbers(folder, [&](int thread) {
        char path[96], state = 0;
        struct exercise_process p = {0, 0, 0, 0};
        snprintf(path, sizeof path, "/proc/%d/task/%d/stat", pid, thread);
        is_running |= exercise_read_stat(path, &state, &p) && state == 'R';
    });
    return is_running;
}

static inline double exercise_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Kills all descendants, and those that they may still make. */
static inline void exercise_kill_all(void)
{
    static struct exercise_process found[EXERCISE_MOST_PROCESSES];
    double until = exercise_clock() + 10; /* one that waits in a driver cannot be killed */
    while (waitpid(-1, NULL, WNOHANG) >= 0 && exercise_clock() < until) { /* until there is none */
        int count = exercise_descendants(found);
        for (int i = 0; i < count; i++)
            kill(found[i].pid, SIGSTOP); /* nobody begins another while we go through them */
        for (int i = 0; i < count; i++)
            kill(found[i].pid, SIGKILL);
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
}

/* How long the present run has taken. */
struct exercise_watch {
    double looked, charged;  /* seconds */
    unsigned long long used; /* clock ticks of all processes */
    long long told;          /* bytes in the verdict's file */
};

/* Looks once. A new line of the verdict begins another run. */
static inline void exercise_look(struct exercise_watch *w, int file)
{
    static struct exercise_process found[EXERCISE_MOST_PROCESSES];
    unsigned long long used = 0;
    int count = exercise_descendants(found), is_running = 0;
    struct stat about;
    for (int i = 0; i < count; i++) {
        used += found[i].used;
        is_running |= exercise_is_running(found[i].pid);
    }
    double now = exercise_clock(), passed = now - w->looked;
    double worked = used > w->used ? (double)(used - w->used) / (double)sysconf(_SC_CLK_TCK) : 0;
    if (passed > 1)
        passed = 1; /* this process was stopped, too: Ctrl-Z */
    w->charged += is_running || worked > passed ? worked : passed;
    w->looked = now;
    w->used = used;
    if (fstat(file, &about) == 0 && about.st_size > w->told && about.st_size < EXERCISE_MOST_TOLD) {
        w->told = about.st_size;
        w->charged = 0;
    }
}

/* Waits for `child`, and ends as it does. */
static inline void exercise_wait_for(pid_t child, int file, const sigset_t *signals)
{
    const char *text = getenv("EXERCISE_SECONDS");
    double seconds = text && atof(text) > 0 ? atof(text) : 60; /* the child says what is wrong with another */
    struct exercise_watch watch = {exercise_clock(), 0, 0, 0};
    int status = 0, has_ended = 0, signal_got = 0;
    while (!has_ended && !signal_got && watch.charged <= seconds) {
        struct timespec tick = {0, EXERCISE_TICK * 1000000};
        int got = sigtimedwait(signals, NULL, &tick);
        if (got > 0 && got != SIGCHLD)
            signal_got = got;
        if (got < 0 && errno == EAGAIN)
            exercise_look(&watch, file);
        for (int state, pid; (pid = waitpid(-1, &state, WNOHANG)) > 0;)
            if (pid == child) {
                status = state;
                has_ended = 1;
            }
    }
    exercise_kill_all();
    if (has_ended && WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    if (!has_ended && !signal_got)
        _exit(EXERCISE_TIME_IS_UP);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal_got = has_ended ? WTERMSIG(status) : signal_got;
    signal(signal_got, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, signals, NULL);
    raise(signal_got);
    _exit(128 + signal_got);
}

/* Returns in the process that is graded. `file`: where the verdict goes. */
static inline void exercise_supervise(int file)
{
    sigset_t signals, before;
    const int wanted[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigemptyset(&signals);
    for (int signal : wanted)
        sigaddset(&signals, signal);
    pid_t self = getpid();
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || sigprocmask(SIG_BLOCK, &signals, &before) != 0)
        return;
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, nobody can be waited for */
    pid_t child = fork();
    if (child > 0)
        exercise_wait_for(child, file, &signals);
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY);
        setpgid(0, 0); /* what it sends to its group is for itself */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != self)
            _exit(1);
        signal(SIGTTOU, SIG_IGN); /* it may print, with or without a terminal */
        if (nothing >= 0) {
            dup2(nothing, STDIN_FILENO);
            close(nothing);
        }
    }
    sigprocmask(SIG_SETMASK, &before, NULL); /* also if there can be no other process */
}
#else
static inline void exercise_supervise(int) {}
#endif

#endif
