/* hooks.c: the table through which the engine calls the inspector. */
#include "../base/hooks.h"

#include "findings/traffic.h"
#include "memory/regions.h"
#include "memory/wrong.h"
#include "order/transfers.h"
#include "observe/observe.h"
#include "observe/stream.h"
#include "replay/replay.h"

/* The bytes are no longer what they were; and in a stream, that is a use of them. */
static void written(const void *p, size_t size)
{
    transfer_written(p, size);
    region_written(p, size);
}

const struct cuda_cpu_hooks cuda_cpu_hooks = {
    .begin_launch = observe_begin_launch, .end_launch = observe_end_launch, .refused = observe_refused,
    .begin_block = observe_begin_block, .end_block = observe_end_block,
    .become = stream_become, .begin_lane = stream_begin_lane, .end_lane = stream_end_lane,
    .arrive = observe_arrive, .barrier = observe_barrier, .tile = observe_tile,
    .meeting = observe_meeting, .grid_sync = observe_grid_sync, .absent = observe_absent,
    .cluster_arrive = observe_cluster_arrive, .cluster_waited = observe_cluster_waited,
    .cluster_phase = observe_cluster_phase, .mbarrier_init = observe_mbarrier_init,
    .mbarrier_used = observe_mbarrier_used, .mbarrier_arrive = observe_mbarrier_arrive,
    .mbarrier_waited = observe_mbarrier_waited, .mbarrier_phase = observe_mbarrier_phase,
    .copy = observe_copy, .copied = observe_copied,
    .drain = replay_drain, .first_pass = observe_first_pass,
    .allocated = region_allocated, .freed = region_freed, .written = written, .copied_from = transfer_read,
    .sent = traffic_sent, .awaited = region_awaited,
    .told = wrong_was_told, .print = observe_print
};
