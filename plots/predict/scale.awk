# scale.awk: what a kernel would count at another size and on another card. Used after common/csv/read.awk.
#   read_counts(FILE)                 what plots/predict/counts.sh recorded
#   scale_counts(key, n, rows, sms)   sets stages and stage[1..stages, ...]: the launches of one reduction
# key is lesson SUBSEP kernel SUBSEP type SUBSEP block. A launch has a function, a grid, threads, shared bytes, and what
# all its blocks count. `occupancy(function, threads, shared)` is given by those who use this.
#
# How launches change with the size, from those at the recorded sizes:
#   - Where the grid grows with n, all counts grow with n.
#   - Where it does not, it is as large as the device: so many blocks for each SM. Counts are then a part for each block
#     and a part for each element.
#   - Where several rows were counted, and the grid is that of the rows, it grows with the rows.
#   - A launch that moves little adds up what the one before it left: as many numbers as that had blocks.

BEGIN {
    device_sms = 4 # of the CPU device: its grids that are as large as the device
    first_counter = 14 # the column; those after it are counters, too
}

function read_counts(name,    i, key, s, k, old) {
    while (next_row(name)) {
        key = field["lesson"] SUBSEP field["kernel"] SUBSEP field["type"] SUBSEP field["block"]
        if (!(key in sizes)) {
            sizes[key] = 0
            kernel_key[++kernels] = key
        }
        is_steady[key] = field["steady"] == "yes"
        s = sizes[key]
        if (!s || size_n[key, s] != field["n"] + 0) {
            s = ++sizes[key]
            size_n[key, s] = field["n"] + 0
            size_rows[key, s] = field["batch"] + 0
            size_bytes[key, s] = field["bytes"] + 0
            size_stages[key, s] = 0
        }
        k = ++size_stages[key, s]
        old = key SUBSEP s SUBSEP k
        of_function[old] = field["function"]
        of_grid[old] = field["grid"] + 0
        of_threads[old] = field["threads"] + 0
        of_shared[old] = field["shared_bytes"] + 0
        of_launches[old] = field["launches"] + 0
        for (i = first_counter; i <= row_names; i++)
            of_count[old, row_name[i]] = field[row_name[i]] + 0
        # A later launch: how does it depend on the grid before it?
        if (k > 1)
            learn_later(later_name(field["function"], field["threads"]), of_grid[key, s, k - 1], of_grid[old], old)
    }
    if (!FNR)
        bad("no such file")
    counter_count = row_names - first_counter + 1
    for (i = 1; i <= counter_count; i++)
        counter_name[i] = row_name[first_counter + i - 1]
}

# Whatever it is instantiated for
function later_name(function_name, threads) { sub(/<.*/, "", function_name); return function_name SUBSEP threads }

# A function that adds up `before` numbers with `grid` blocks
function learn_later(f, before, grid, old) {
    if (grid > 1 && (!(f in most_numbers) || before / grid > most_numbers[f]))
        most_numbers[f] = before / grid
    if (grid > 1)
        return
    if (!(f in few) || before < few[f]) { few[f] = before; few_at[f] = old }
    if (!(f in many) || before > many[f]) { many[f] = before; many_at[f] = old }
}

function sectors_of(old) { return of_count[old, "global_load_sectors"] + of_count[old, "global_store_sectors"] }

function new_stage(old, grid,    i) {
    stages++
    stage[stages, "function"] = of_function[old]
    stage[stages, "grid"] = grid
    stage[stages, "threads"] = of_threads[old]
    stage[stages, "shared"] = of_shared[old]
    stage[stages, "launches"] = of_launches[old]
    stage[stages, "from_memory"] = 0
}

function ceil(x) { return x == int(x) ? x : int(x) + 1 }
function least(a, b) { return a + 0 < b + 0 ? a + 0 : b + 0 }
function most(a, b) { return a + 0 > b + 0 ? a + 0 : b + 0 }

# The stage that was `old` at the larger size and `older` at the smaller: with n elements, and as many times as many rows
function scale_large(old, older, key, s, n, times, sms,    grid, i, c, slope, per, each, smallest, name) {
    grid = of_grid[old]
    if (older == "" || of_grid[older] != grid) { # it grows
        new_stage(old, ceil(grid * n / size_n[key, s]) * times)
        for (i = 1; i <= counter_count; i++)
            stage[stages, counter_name[i]] = of_count[old, counter_name[i]] * n / size_n[key, s] * times
        return
    }
    if (size_by_rows && grid <= size_rows[key, s])
        new_stage(old, grid * times)
    else if (grid == 1)
        new_stage(old, 1)
    else {
        # as many as are there at a time, or many more than that
        per = grid / device_sms
        if (per <= 32)
            per = least(per, occupancy(of_function[old], of_threads[old], of_shared[old]))
        each = per < 1 ? 1 : sms * int(per)
        # fewer, where there is too little for them
        smallest = key SUBSEP 1 SUBSEP 1
        if (of_grid[smallest] <= grid)
            each = least(each, ceil(n * times * of_grid[smallest] / size_n[key, 1]))
        new_stage(old, each)
        stage[stages, "as_device"] = 1
    }
    for (i = 1; i <= counter_count; i++) {
        name = counter_name[i]
        slope = (of_count[old, name] - of_count[older, name]) / (size_n[key, s] - size_n[key, s - 1])
        slope = most(slope, 0)
        c = most(of_count[old, name] - slope * size_n[key, s], 0) / grid
        stage[stages, name] = size_by_rows && grid <= size_rows[key, s] ? (c * grid + slope * n) * times : \
            c * stage[stages, "grid"] + slope * n * times
    }
}

# A launch that adds up `before` numbers
function scale_later(old, before,    f, grid, i, slope, name, a, b) {
    f = later_name(of_function[old], of_threads[old])
    grid = f in most_numbers ? ceil(before / most_numbers[f]) : 1
    new_stage(old, grid)
    a = few_at[f]
    b = many_at[f]
    for (i = 1; i <= counter_count; i++) {
        name = counter_name[i]
        if (a == "") {
            stage[stages, name] = of_count[old, name] * grid / of_grid[old]
            continue
        }
        slope = many[f] > few[f] ? (of_count[b, name] - of_count[a, name]) / (many[f] - few[f]) : 0
        stage[stages, name] = most(of_count[a, name] + slope * (before / grid - few[f]), 0) * grid
    }
    return grid
}

function scale_counts(key, n, rows, sms,    s, k, all, times, before, old, older, i) {
    for (i in stage)
        delete stage[i]
    stages = 0
    of_rows = rows > 1
    if (!(key in sizes))
        return 0
    s = sizes[key]
    times = 1
    size_by_rows = s > 1 && size_rows[key, s] > 1 && size_rows[key, s] == size_rows[key, s - 1]
    if (size_by_rows)
        times = rows / size_rows[key, s]
    all = 0
    for (k = 1; k <= size_stages[key, s]; k++)
        all += sectors_of(key SUBSEP s SUBSEP k)
    before = 0
    for (k = 1; k <= size_stages[key, s]; k++) {
        old = key SUBSEP s SUBSEP k
        older = s > 1 && k <= size_stages[key, s - 1] ? key SUBSEP (s - 1) SUBSEP k : ""
        if (sectors_of(old) * 20 > all || of_grid[old] > 1 && size_by_rows) {
            scale_large(old, older, key, s, n / times, times, sms)
            stage[stages, "from_memory"] = sectors_of(old) * 20 > all
            before = stage[stages, "grid"]
            continue
        }
        if (before <= 1 && k > 1 && of_function[old] == stage[stages, "function"])
            continue # it has been added up
        before = scale_later(old, before)
    }
    # as often as it needs until one is left
    for (i = 0; i < 4 && stages > 1 && before > 1 && !stage[stages, "from_memory"] && !size_by_rows; i++)
        before = scale_later(old, before)
    # The bytes that the reduction reads and writes, and where they are moved
    elements_bytes = size_bytes[key, s] / size_n[key, s] * n
    all = 0
    for (k = 1; k <= stages; k++)
        if (stage[k, "from_memory"])
            all += stage[k, "global_load_sectors"] + stage[k, "global_store_sectors"]
    for (k = 1; k <= stages; k++)
        stage[k, "bytes"] = stage[k, "from_memory"] ? \
            elements_bytes * (stage[k, "global_load_sectors"] + stage[k, "global_store_sectors"]) / all : 0
    return stages
}
