/* traffic.c: see traffic.h. */
#include "traffic.h"

#include "../../base/devices.h"

static struct traffic traffic[2][MAX_DEVICES];

void traffic_sent(int device, int by_nccl, size_t bytes, uint64_t steps)
{
    struct traffic *t = &traffic[by_nccl][device];

    t->bytes += bytes;
    t->steps += steps;
    t->times++;
}

const struct traffic *traffic_of(int device, int by_nccl) { return &traffic[by_nccl][device]; }
