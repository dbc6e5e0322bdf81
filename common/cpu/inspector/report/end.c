/* end.c: writes all reports when an inspected program ends. */
#include "report.h"

#include "../../base/devices.h"
#include "../../base/settings.h"
#include "../findings/findings.h"
#include "../findings/footprint.h"
#include "../findings/recorded.h"
#include "../findings/steps.h"
#include "../findings/trace.h"
#include "../findings/traffic.h"
#include "interrupt.h"
#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Without kernels, there may still have been copies and calls of NCCL. */
static int has_traffic(void)
{
    int has = 0;

    for (int d = 0; d < MAX_DEVICES; d++)
        has |= traffic_of(d, TRAFFIC_COPIES)->times || traffic_of(d, TRAFFIC_NCCL)->times;
    return has;
}

void report_all(void)
{
    const char *csv = cuda_cpu_setting("CUDA_CPU_INSPECT_CSV");
    const char *trace = recorded_path(RECORDED_TRACE), *steps = recorded_path(RECORDED_STEPS);
    static int printed;

    if (__atomic_exchange_n(&printed, 1, __ATOMIC_SEQ_CST) || !(kernels() || has_traffic()))
        return;
    fflush(stdout);
    lines_find();
    if (trace)
        report_trace(trace);
    report_findings();
    if (csv)
        report_counters(csv);
    if (footprint_path())
        report_bytes(footprint_path());
    if (steps)
        report_steps(steps);
    fflush(stderr);
}

static pid_t program;

/* The program has ended on its own. Sets the exit code if something was found. */
static void at_exit(void)
{
    if (getpid() != program)            /* a child process reports nothing */
        return;
    interrupt_check();
    report_all();
    fflush(NULL);
    if (findings_are_mistakes())
        _exit(3);
}

/* Registered before the program's own handlers and destructors, so that those run first. */
__attribute__((constructor(101))) static void register_at_exit(void)
{
    program = getpid();
    atexit(at_exit);
}
