# own.awk: kernels that are not the lessons', from counters of one run. Used after terms.awk.
#   read_inspected(FILE, key, n)   its launches become those of a kernel `key`, as if counted at `n` elements
#   read_bytes(FILE)               what common/cpu/inspector/findings/footprint.h counts of them
#   own_stage(key, k, times)       launch k becomes the only stage, with `times` as many blocks
#   own_why_not()                  why its time is not predicted; "" where it is. After make_features.
#   assert_possible(ns, limit)     ends the program where a prediction beats the card

function read_inspected(name, key, n,    i, k, old) {
    sizes[key] = 1
    size_n[key, 1] = n
    size_rows[key, 1] = 1
    is_steady[key] = 1
    k = 0
    while (next_row(name)) {
        if (field["file"] != "" || field["kernel"] ~ /(^|<)harness::/ && field["kernel"] !~ /^harness::finish/)
            continue
        k++
        old = key SUBSEP 1 SUBSEP k
        of_function[old] = field["kernel"]
        of_grid[old] = product(field["grid"])
        of_threads[old] = product(field["block"])
        of_shared[old] = field["shared_bytes"] + 0
        of_launches[old] = field["launches"] + 0
        for (i = 1; i <= counter_count; i++)
            of_count[old, counter_name[i]] = field[counter_name[i]] / field["blocks"] * of_grid[old]
        of_count[old, "global_atomic_lanes"] = field["global_atomic_lanes"] / field["blocks"] * of_grid[old]
        of_count[old, "shared_atomic_requests"] = field["shared_atomic_requests"] / field["blocks"] * of_grid[old]
    }
    size_stages[key, 1] = k
    size_bytes[key, 1] = 4 * n
    return k
}

function read_bytes(name,    of, scale) {
    while (next_row(name)) {
        of = field["kernel"] SUBSEP product(field["grid"]) SUBSEP product(field["block"])
        scale = 32 * product(field["grid"]) / field["blocks"]
        distinct[of, "loaded"] = field["loaded_sectors"] * scale
        distinct[of, "stored"] = field["stored_sectors"] * scale
        distinct[of, "partial"] = field["partial_sectors"] * scale
    }
}

function own_stage(key, k, times,    old, of, i, name) {
    old = key SUBSEP 1 SUBSEP k
    of = of_function[old] SUBSEP of_grid[old] SUBSEP of_threads[old]
    for (i in stage)
        delete stage[i]
    stages = 0
    new_stage(old, of_grid[old] * times)
    stage[1, "launches"] = stage[1, "from_memory"] = stage[1, "own"] = 1
    for (i = 1; i <= counter_count; i++)
        stage[1, counter_name[i]] = of_count[old, counter_name[i]] * times
    stage[1, "global_atomic_lanes"] = of_count[old, "global_atomic_lanes"] * times
    stage[1, "shared_atomic_requests"] = of_count[old, "shared_atomic_requests"] * times
    stage[1, "loaded"] = distinct[of, "loaded"] * times
    stage[1, "stored"] = distinct[of, "stored"] * times
    stage[1, "partial"] = distinct[of, "partial"] * times
    stage[1, "bytes"] = stage[1, "loaded"] + stage[1, "stored"] + stage[1, "partial"]
}

function is_scattered(requests, sectors, bytes) { return sectors > 8 * requests && 32 * sectors > 1.5 * bytes }

function own_why_not(    warps) {
    warps = stage[1, "grid"] * ceil(stage[1, "threads"] / 32)
    if (!stage[1, "bytes"])
        return "it moves nothing to or from memory"
    if (stage[1, "shared_atomic_requests"])
        return "atomics in shared memory: how many meet at one word is not counted"
    if (stage[1, "global_atomic_lanes"] > stage[1, "global_atomic_requests"])
        return "several lanes of a warp add at once: how many meet at one word is not counted"
    if (is_scattered(stage[1, "global_load_requests"], stage[1, "global_load_sectors"], stage[1, "loaded"]) || \
            is_scattered(stage[1, "global_store_requests"], stage[1, "global_store_sectors"], stage[1, "stored"] + stage[1, "partial"]))
        return "its warps touch the same sectors again, far apart: whether a cache still has them is not counted"
    if (stage[1, "divergent_ifs"] > warps)
        return "its warps divide more than once: how long their ways are is not counted"
    time_of(first, first)
    if (t_issue > t_memory)
        return "instructions take longer than memory: on a CPU device they are estimated, not counted"
    if (t_latency > t_memory && stage[1, "global_load_requests"] > 4 * warps)
        return "waiting takes longer than memory: how many of its loads are in flight at a time is not counted"
    return ""
}

# What launches take at least on this card
function sure_ns(first, last,    k, sum) {
    for (k = first; k <= last; k++)
        sum += f_sure[k] * f_launches[k]
    return sum
}

# A prediction that beats the card is an error of this program.
function assert_possible(ns, limit) {
    if (ns >= limit * 0.999999)
        return
    printf "predict: %.0f ns are predicted where the %s needs %.0f at least: an error of the model\n", ns, toupper(card), limit > "/dev/stderr"
    failed = 1
    exit failed
}
