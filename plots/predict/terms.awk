# terms.awk: how long a reduction takes on a card, in terms of what it counts. Used after scale.awk; docs/predicting.md
# derives the terms.
#   read_table(FILE, KIND)      KIND cards, sass, counters or weights
#   make_terms(key, n, rows, card)   adds the features of each of its launches: number `first` to `last_feature` of
#                               f_...[]; returns 0 where nothing was counted
#   time_of(first, last)        of these features with the weights weight[...], in ns
#   binding(first, last)        the name of what takes longest
#   why_not(key)                why it cannot be predicted; "" where it can. After make_terms.
# default_rows[lesson] is the number of rows that the lesson declares.
# A launch takes as long as the longest of what goes on at the same time, a little longer where several are long:
#   T = (sum of T_i ^ sharpness) ^ (1 / sharpness)
# and a reduction as long as its launches, one after the other, and what each of them takes to begin.

function read_table(name, kind,    i, key) {
    while (next_row(name)) {
        if (kind == "cards") {
            if (first_listed == "")
                first_listed = field["card"]
            if (!((field["card"], "card") in card_of))
                card_list = card_list (card_list == "" ? "" : ", ") field["card"]
            for (i = 1; i <= row_names; i++)
                card_of[field["card"], row_name[i]] = field[row_name[i]]
        } else if (kind == "sass") {
            key = field["lesson"] SUBSEP field["kernel"] SUBSEP field["arch"]
            sass_registers[key] = field["registers"] + 0
            sass_loads[key] = field["most_loads_in_flight"] + 0 # of a row with quotes it would be text
        } else if (kind == "counters") {
            key = field["lesson"] SUBSEP field["kernel"]
            ncu_rows[key]++
            ncu_n[key, ncu_rows[key]] = field["n"] + 0
            ncu_block[key, ncu_rows[key]] = field["block"] + 0
            ncu_grid[key, ncu_rows[key]] = field["grid"] + 0
            ncu_instructions[key, ncu_rows[key]] = field["instructions"] + 0
        } else if (kind == "declared") {
            default_rows[field["lesson"]] = field["batch"] + 0
            default_n[field["lesson"]] = field["n"] + 0
        } else {
            weight_name[++weight_names] = field["weight"]
            weight[field["weight"]] = field["value"] + 0
            began[field["weight"]] = log(field["prior"])
            weight_text[field["weight"]] = field["prior"] "," field["what"]
        }
    }
    if (!FNR)
        bad("no such file")
}

# The recorded architecture that is the card's, or the next before it
function arch_for(arch) { return arch == "sm_86" || arch == "sm_89" ? "sm_80" : arch }

# Blocks of a function that an SM of the card has at a time. Registers are given out to warps in units of 256.
function occupancy(name, threads, shared,    key, registers, warps, blocks) {
    key = of_lesson SUBSEP name SUBSEP arch_for(card_of[card, "arch"])
    registers = key in sass_registers ? sass_registers[key] : 32
    warps = ceil(threads / 32)
    blocks = least(card_of[card, "max_blocks"], int(card_of[card, "max_threads"] / (32 * warps)))
    blocks = least(blocks, int(card_of[card, "registers"] / (ceil(registers / 8) * 256 * warps)))
    # 1 KiB of an SM's shared memory is the system's for each block
    blocks = least(blocks, int(card_of[card, "shared_kib"] * 1024 / (shared + 1024)))
    return most(blocks, 1)
}

# How much of what a weight stands for a stage does
function amount(k, what,    warps) {
    warps = ceil(stage[k, "threads"] / 32)
    if (what == "per_warp")
        return stage[k, "grid"] * warps
    if (what == "per_barrier")
        return stage[k, "barriers"] * warps
    if (what == "per_shared")
        return stage[k, "shared_load_requests"] + stage[k, "shared_store_requests"]
    if (what == "per_global_load")
        return stage[k, "global_load_requests"]
    if (what == "per_global_store")
        return stage[k, "global_store_requests"]
    if (what == "per_warp_sync")
        return stage[k, "warp_syncs"]
    return stage[k, what == "per_shuffle" ? "shuffles" : "divergent_ifs"]
}

# Instructions that the warps of a stage execute, from what they do
function instructions(k,    i, sum) {
    for (i = 1; i <= parts_count; i++)
        sum += amount(k, part_name[i]) * weight[part_name[i]]
    return sum
}

# How many more instructions a warp executes than that, as ncu has counted at the nearest size; 0 where it has not.
function correction(lesson, kernel, type, block, n, sms,    key, i, best, counted) {
    key = lesson SUBSEP kernel
    if (!(key in ncu_rows) || use_counters == "no")
        return 0
    for (i = 1; i <= ncu_rows[key]; i++)
        if (best == "" || distance(ncu_n[key, i], n) < distance(ncu_n[key, best], n))
            best = i
    if ((key, block, best) in corrected)
        return corrected[key, block, best]
    counted = lesson SUBSEP kernel SUBSEP type SUBSEP ncu_block[key, best]
    # with another grid it was another task
    if (!scale_counts(counted, ncu_n[key, best], default_rows[lesson], sms) || distance(stage[1, "grid"], ncu_grid[key, best]) > 1.5)
        return 0
    return corrected[key, block, best] = (ncu_instructions[key, best] - instructions(1)) / \
        (stage[1, "grid"] * ceil(stage[1, "threads"] / 32))
}
function distance(a, b) { return a > b ? a / b : b / a }

function clock() { return card_of[card, "clock_mhz"] / 1000 } # cycles in a ns

# A figure that nobody has measured on this card is that of the first card in the table: the same number of cycles for
# what an SM does, the same time for what the whole card does.
function figure(name) { return card_of[card, name] != "" ? card_of[card, name] + 0 : card_of[first_listed, name] + 0 }
# How many times as much the first card has of something, where both were measured
function compared(name) {
    return card_of[card, name] > 0 && card_of[first_listed, name] > 0 ? card_of[first_listed, name] / card_of[card, name] : 1
}
function latency(name) {
    return card_of[card, name] != "" ? card_of[card, name] + 0 : \
        card_of[first_listed, name] * card_of[first_listed, "clock_mhz"] / card_of[card, "clock_mhz"]
}

# The card that is asked for
function use_card(name) {
    card = name
    if (!((card, "card") in card_of)) {
        print "CARD=" name ": there is no such card in " cards "; there are: " card_list ". Add a row there, or on a " \
            "machine with the card: make calibrate" > "/dev/stderr"
        failed = 2
        exit failed
    }
}

function make_terms(key, n, rows, wanted,    part, more, k) {
    use_card(wanted)
    split(key, part, SUBSEP)
    of_lesson = part[1]
    more = correction(part[1], part[2], part[3], part[4], n, card_of[card, "sms"])
    if (!scale_counts(key, n, rows, card_of[card, "sms"]))
        return 0
    return make_features(more)
}

# The features of all stages; warps of those that read from memory execute so many instructions more than it seems
function make_features(more,    k, sms, warps, per, sectors, loads, active, counted, s, rounds, fresh) {
    sms = card_of[card, "sms"]
    first = features + 1
    for (k = 1; k <= stages; k++) {
        features++
        per = occupancy(stage[k, "function"], stage[k, "threads"], stage[k, "shared"])
        warps = ceil(stage[k, "threads"] / 32)
        active = least(stage[k, "grid"], sms)
        sectors = stage[k, "global_load_sectors"] + stage[k, "global_store_sectors"]
        s = of_lesson SUBSEP stage[k, "function"] SUBSEP arch_for(card_of[card, "arch"])
        loads = s in sass_loads ? sass_loads[s] : 4
        counted = instructions(k)
        counted = most(counted / 4, counted + (stage[k, "from_memory"] ? more * stage[k, "grid"] * warps : 0))
        # what all have to share
        f_issue[features] = counted / (4 * active * clock())
        f_memory[features] = traffic(k, least(stage[k, "grid"], sms * per)) / card_of[card, "peak_gbps"] * \
            compared("read_share")
        f_l1[features] = sectors / (4 * active * clock())
        f_shared[features] = (stage[k, "shared_load_wavefronts"] + stage[k, "shared_store_wavefronts"]) / (active * clock())
        f_blocks[features] = stage[k, "grid"] * figure("block_ns")
        f_atomics[features] = stage[k, "global_atomic_requests"] * figure("atomic_ns")
        # a block's life: rounds of loads, instructions of a warp, barriers
        f_waves[features] = most(stage[k, "grid"] / (sms * per), 1)
        rounds = stage[k, "global_load_requests"] / (stage[k, "grid"] * warps)
        rounds = rounds > loads ? rounds / loads : least(rounds, 1)
        fresh = first_read(k, least(stage[k, "grid"], sms * per))
        f_loads[features] = rounds * fresh * (stage[k, "from_memory"] ? latency("memory_ns") : latency("l2_ns"))
        f_again[features] = rounds * (1 - fresh) * latency("l2_ns")
        f_steps[features] = counted / (stage[k, "grid"] * warps) / clock()
        f_waits[features] = stage[k, "barriers"] / stage[k, "grid"] / clock()
        f_warps[features] = warps
        # what comes at the end of the last blocks: their atomics; or they wait for each other, where nothing else brings
        # together what blocks of a grid as large as the device have
        f_tail[features] = least(stage[k, "global_atomic_requests"], sms * per) * figure("atomic_ns")
        # what is read comes over the bus, and what is written and does not fit into L2
        f_sure[features] = stage[k, "own"] ? limit_ns() : most(least(stage[k, "bytes"], 32 * stage[k, "global_load_sectors"]), \
            least(stage[k, "bytes"], 32 * (stage[k, "global_load_sectors"] + stage[k, "global_store_sectors"])) - \
            card_of[card, "l2_mib"] * 1048576) / card_of[card, "peak_gbps"]
        is_own[features] = stage[k, "own"]
        f_sync[features] = k == stages && stage[k, "as_device"] && stage[k, "grid"] > 1 && !stage[k, "global_atomic_requests"]
        f_grid[features] = stage[k, "grid"]
        f_launches[features] = stage[k, "launches"]
    }
    last_feature = features
    return stages
}

# What a kernel that is not a lesson's takes at least: what it moves comes over the bus, and an SM has one wavefront in a
# cycle.
function limit_ns() {
    return most(traffic(1, 0) / card_of[card, "peak_gbps"], (stage[1, "shared_load_wavefronts"] + \
        stage[1, "shared_store_wavefronts"]) / (least(stage[1, "grid"], card_of[card, "sms"]) * clock()))
}

# The bytes that a stage moves to and from memory, with so many blocks at a time. What a block reads again is still in a
# cache, unless all of them together have read more since then than L2 holds.
function traffic(k, resident,    reads, writes, once) {
    # a kernel whose distinct sectors are known: L2 keeps some of what was written last, and reads what was written in part
    if (stage[k, "own"])
        return stage[k, "loaded"] + stage[k, "partial"] + \
            most(0, stage[k, "stored"] + stage[k, "partial"] - KEPT_DIRTY * card_of[card, "l2_mib"] * 1048576)
    reads = 32 * stage[k, "global_load_sectors"]
    writes = 32 * stage[k, "global_store_sectors"]
    once = stage[k, "bytes"]
    if (!once)
        return 0
    if (once * resident / stage[k, "grid"] > card_of[card, "l2_mib"] * 1048576)
        return most(once, reads + writes * weight["write"])
    return least(once, reads) + least(writes, once) * (reads > once ? weight["write"] : 0)
}

# The part of a stage's loads that has to wait for memory, as nobody has read that before: by the same rule
function first_read(k, resident,    reads, once) {
    reads = 32 * stage[k, "global_load_sectors"]
    if (stage[k, "own"])
        return reads ? least(1, stage[k, "loaded"] / reads) : 1
    once = stage[k, "bytes"]
    return !once || !reads || once * resident / stage[k, "grid"] > card_of[card, "l2_mib"] * 1048576 ? 1 : least(1, once / reads)
}

# A kernel that is not a lesson's brings nothing together, and clears nothing for that
function begin_of(k) { return is_own[k] ? own_begin : weight["begin"] }
function has_clear(k) { return f_tail[k] > 0 && !is_own[k] }

# Of features first to last
function time_of(first, last,    k, all, life, x, p, q) {
    p = weight["sharpness"]
    all = begin_of(first)
    for (k = first; k <= last; k++) {
        life = f_loads[k] * weight["loaded_latency"] + f_again[k] * weight["again"] + f_steps[k] * weight["step"] + \
            f_waits[k] * (weight["barrier"] + weight["barrier_warp"] * f_warps[k]) + weight["block_life"]
        t_issue = f_issue[k] / weight["issue_share"]
        t_memory = f_memory[k] / weight["read_share"]
        t_l1 = f_l1[k] / weight["l1_share"]
        t_shared = f_shared[k] / weight["shared_share"]
        t_latency = f_waves[k] * life
        x = t_issue ^ p + t_latency ^ p + t_l1 ^ p + t_shared ^ p
        q = weight["memory_sharpness"]
        x = x ^ (q / p) + t_memory ^ q
        t_smooth = x ^ (1 / q) + f_tail[k] * weight["tail"]
        x = most(most(t_smooth, f_sure[k]), most(f_blocks[k], f_atomics[k])) # one at a time
        x += has_clear(k) * weight["clear"] + f_sync[k] * (weight["grid_sync"] + weight["grid_sync_block"] * f_grid[k])
        all += (x + (k > first ? weight["next_launch"] : 0)) * f_launches[k]
    }
    return all
}

# The longest term of the longest launch, or what launches take to begin
function binding(first, last,    k, begins, whole, longest, which) {
    whole = time_of(first, last)
    begins = begin_of(first)
    for (k = first; k <= last; k++)
        begins += (k > first ? weight["next_launch"] : 0) + has_clear(k) * weight["clear"] + f_sync[k] * weight["grid_sync"]
    if (begins > whole / 2)
        return "launches"
    for (k = first; k <= last; k++) {
        time_of(k, k)
        larger("memory", t_memory)
        larger("issue", t_issue)
        larger("latency", t_latency)
        larger("shared", t_shared)
        larger("l1", t_l1)
        # these two decide alone, or not at all
        if (f_blocks[k] >= t_smooth)
            larger("blocks", f_blocks[k])
        if (f_atomics[k] >= t_smooth)
            larger("atomics", f_atomics[k])
    }
    which = largest_name
    largest_name = ""
    largest = 0
    return which
}
function larger(name, t) {
    if (t > largest) {
        largest = t
        largest_name = name
    }
}

function why_not(key,    s) {
    if (!is_steady[key])
        return "its work depends on the data"
    for (s = 2; s <= sizes[key]; s++)
        if (of_function[key, s, 1] != of_function[key, s - 1, 1])
            return "it launches other kernels at other sizes"
    # neither a later launch, nor atomics, nor the grid itself brings together what several blocks have
    if (stage[stages, "grid"] > 1 && !stage[stages, "global_atomic_requests"] && !stage[stages, "as_device"] && !of_rows)
        return "the host adds up what its blocks leave"
    return ""
}
BEGIN {
    KEPT_DIRTY = 0.36 # of L2; ncu on an H100: of 67 and of 1074 MB, 48 and 1055 were written while a copy ran
    parts_count = split("per_warp per_global_load per_global_store per_shared per_barrier per_warp_sync per_shuffle" \
        " per_divergent_if", part_name, " ")
}
