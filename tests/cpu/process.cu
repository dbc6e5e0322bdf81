/* process.cu: the host goes on during a kernel: its signal handlers run, and it may fork. */
#include "check.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;
static int table[4];

static void on_alarm(int)
{
    ticks = ticks + 1;
    table[ticks % 4]++;
}

__global__ void spin(int *out, int turns)
{
    int sum = 0;

    for (int i = 0; i < turns; i++)
        sum += i ^ threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = sum;
}

/* A handler of the host uses the host's variables, while a kernel runs, too. */
static void handles_signals(int *out)
{
    struct itimerval every = { { 0, 2000 }, { 0, 2000 } }, never;
    struct sigaction action;

    memset(&action, 0, sizeof action);
    memset(&never, 0, sizeof never);
    action.sa_handler = on_alarm;
    action.sa_flags = SA_RESTART;
    EXPECT(!sigaction(SIGALRM, &action, NULL));
    EXPECT(!setitimer(ITIMER_REAL, &every, NULL));
    for (int i = 0; i < 100000 && ticks < 20; i++)
        RUN(spin<<<4, 256>>>(out, 5000));
    EXPECT(!setitimer(ITIMER_REAL, &never, NULL));
    EXPECT(ticks >= 20);
}

/* A child of a process that has used the device cannot use it, and is told so. */
static void forks(int *out)
{
    int status = 0;
    pid_t child = fork();

    EXPECT(child >= 0);
    if (!child) {
        int *more = NULL;

        spin<<<8, 32>>>(out, 1);
        if (cudaGetLastError() != cudaErrorInitializationError)
            _exit(1);
        if (cudaMalloc(&more, 4) != cudaErrorInitializationError)
            _exit(2);
        _exit(cudaDeviceSynchronize() == cudaErrorInitializationError ? 0 : 3);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    RUN(spin<<<8, 32>>>(out, 1));       /* the parent can */
}

int main(void)
{
    int *out;

    CHECK(cudaMalloc(&out, 256 * sizeof *out));
    handles_signals(out);
    forks(out);
    CHECK(cudaFree(out));
    return 0;
}
