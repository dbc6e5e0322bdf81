/* counts.c: gives programs their counts while they run (inspect_counts.h). */
#include "../inspect_counts.h"

#include "../../base/devices.h"
#include "../../base/hooks.h"
#include "../../base/kernel_name.h"
#include "../../base/process.h"
#include "../../base/settings.h"
#include "../findings/allowance.h"
#include "../findings/findings.h"
#include "../findings/traffic.h"
#include "../memory/regions.h"
#include "../program/code.h"
#include "../program/functions.h"
#include "../program/sites.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

unsigned long long cuda_cpu_inspect_found(void)
{
    unsigned long long times = findings_not_kept();
    unsigned int found_count;
    const struct found *found = findings(&found_count);

    for (unsigned int i = 0; i < found_count; i++)
        times += found[i].is_mistake ? found[i].times : 0;
    return times;
}

void cuda_cpu_inspect_tell(void (*told)(const char *kind, const void *array)) { findings_tell(told); }

void cuda_cpu_inspect_report(void)
{
    traffic_restart();                  /* no mistakes, and may be the answer to what the program asks */
    report_all();
}

void cuda_cpu_inspect_child(void) { cuda_cpu_keep_device(); }

void cuda_cpu_inspect_keep(unsigned number)
{
    const char *csv = cuda_cpu_setting("CUDA_CPU_INSPECT_CSV");
    char path[4096];

    if (csv && snprintf(path, sizeof path, "%s.%u", csv, number) < (int)sizeof path)
        report_counters_now(path);
}

void cuda_cpu_inspect_restart(void)
{
    kernel_restart();
    traffic_restart();
}

void cuda_cpu_inspect_allow(unsigned long long most) { allowance_set(most); }

void cuda_cpu_inspect_name(const void *allocation, const char *name) { region_name(allocation, name); }

void cuda_cpu_inspect_limit(const void *from, unsigned long used, unsigned long period)
{
    region_limit(from, used, period);
}

void cuda_cpu_inspect_unwritten(const void *from, unsigned long bytes) { region_unwritten(from, bytes); }

void cuda_cpu_inspect_written(const void *from, unsigned long bytes) { HOOK(written, from, bytes); }

void cuda_cpu_inspect_allow_passes(unsigned long long passes) { allowance_set_passes(passes); }

/* The index of the counter with this column; COUNTERS if no counter has that name. */
static unsigned int counter_of(const char *wanted)
{
    const char *at = COUNTER_NAMES;
    size_t length = strlen(wanted);
    unsigned int c = 0;

    for (; c < COUNTERS && at; c++, at = strchr(at, ',') + 1)
        if (!strncmp(at, wanted, length) && at[length] == ',')
            break;
    return c;
}

unsigned long long cuda_cpu_inspect_sent(int device, int way, unsigned long long *steps)
{
    int is_known = cuda_cpu_is_device(device) && way >= 0 && way < TRAFFIC_WAYS;

    if (steps)
        *steps = is_known ? traffic_of(device, way)->steps : 0;
    return is_known ? traffic_of(device, way)->bytes : 0;
}

double cuda_cpu_inspect_count(const char *column)
{
    unsigned int c = counter_of(column);
    int blocks = !strcmp(column, "blocks"), launches = !strcmp(column, "launches");
    int asks_block = !strcmp(column, "blockDim_reads");
    double all = 0;

    if (c == COUNTERS && !blocks && !launches && !asks_block)
        return -1;
    for (const struct kernel *k = kernels(); k; k = k->next) {
        double grid = (double)k->grid[0] * k->grid[1] * k->grid[2], sum = asks_block ? (double)k->asks_block : 0;

        if (!k->blocks || cuda_cpu_is_harness(k->name))
            continue;
        for (unsigned int i = 1; c < COUNTERS && i < k->sites && i < site_count(); i++) {
            const struct site *s = site_get((uint16_t)i);

            if (c != DIVERGENT_IFS || s->file || !function_is_own((const void *)code_address(s->pc)))
                sum += (double)k->counts[i][c];
        }
        all += (double)k->launches
               * (launches ? 1 : blocks ? grid : sum / (double)k->blocks * grid);
    }
    return all;
}
