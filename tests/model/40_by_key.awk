# 40_by_key.awk: the kernels of lesson 40, with 256 random keys (see tests/model.awk).
#
# at n=16384
# at n=30007
# at n=1003

function launches()
{
    bins = 256
    launch_with("global_atomics", 0)
    launch_with("shared_bins<ones>", 1)
    launch_with("shared_bins<matches>", 1)
    launch_with("shared_bins<ones_per_lane>", 32)
    launch_with("shared_bins<values>", 1)
    launch_with("shared_bins<values_per_lane>", 32)
}

function launch_with(kernel, so_many)
{
    copies = so_many
    launch(kernel, resident(blocks_for(n, 4 * constant("LOADS") * block), fit(bins * copies * 4)), n)
}

function run(kernel,    i, c)
{
    unknown["divergent_ifs"] = 1        # which keys are equal, and which bins empty, depends on the keys
    if (kernel == "global_atomics") {
        each_key("global", 0, 0)
        return
    }
    unknown["global_atomic_lanes"] = 1  # the bins that this block has found
    i = 0
    for (loop(); still_below(i, bins * copies); i += block)
        shared("store", 1, i)           # counters[i] = 0;
    end_if()
    syncthreads()
    each_key("shared", kernel ~ /values/, kernel ~ /matches/)
    syncthreads()
    i = 0
    for (loop(); still_below(i, bins); i += block) {
        for (c = 0; c < copies; c++) {
            count["shared_load_requests"]++     # (c + bin) % copies: each lane in another bank
            count["shared_load_wavefronts"]++
            count["shared_load_lanes"] += active
        }
        count["global_atomic_requests"]++       # if (total != 0): some of the 32 bins are not empty
    }
    end_if()
}

# Loads keys, and values, and counts each one.
function each_key(where, has_values, matches,    end, from, k, e, piece)
{
    end = int(size / 4)
    piece = constant("LOADS") * block
    if (matches)
        unknown["shared_atomic_lanes"] = 1      # lanes with different keys
    for (from = b * piece; from < end; from += grid * piece) {
        for (k = 0; k < piece; k += block) {
            if_below(end - from - k, 1)
                global("load", 1, from + k, 16)
                if (has_values)
                    global("load", 1, from + k, 16)
            end_if()
        }
        for (k = 0; k < piece; k += block)
            for (e = 0; e < 4; e++)
                count_key(where, end - from - k, matches)
    }
    if (b == 0) {
        if_below(size - 4 * end, 1)
            global("load", 1, 4 * end)
            if (has_values)
                global("load", 1, 4 * end)
        end_if()
        count_key(where, size - 4 * end, matches)
    }
}

# The lanes below `end` have a key.
function count_key(where, end, matches)
{
    if (matches)
        shuffle()                       # __match_any_sync
    if_below(end, 1)
        if (active) {
            count[where "_atomic_requests"]++
            count[where "_atomic_lanes"] += active
        }
    end_if()
}
