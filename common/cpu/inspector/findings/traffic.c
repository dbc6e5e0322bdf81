/* traffic.c: see traffic.h. */
#include "traffic.h"

#include "../../base/devices.h"

#include <string.h>

static struct traffic traffic[TRAFFIC_WAYS][MAX_DEVICES];

void traffic_sent(int device, int way, size_t bytes, uint64_t steps)
{
    struct traffic *t = &traffic[way][device];

    t->bytes += bytes;
    t->steps += steps;
    t->times++;
}

const struct traffic *traffic_of(int device, int way) { return &traffic[way][device]; }

void traffic_restart(void) { memset(traffic, 0, sizeof traffic); }
