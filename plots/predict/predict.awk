# predict.awk: says how fast kernels would be on a card, and why. Used after terms.awk. Set are the model's inputs and
#   card_wanted            h100
#   lesson, kernel         which kernels; no kernel: all of that lesson
#   elements, threads      the size and the block; empty: the lesson's own size, and 256
#   results                recorded results of this card, to show beside; may be empty
#   intervals              how far off predictions are
#   inspected              instead of a lesson: counters as common/cpu/inspect --csv writes them
#   counted_n              with that: an exercise's runs were counted at these sizes, blanks between; counters of the last
#                          are in `inspected`, of those before in `inspected`.1, .2 and so on
#   one_line               only one line, for the learner's loop

# ---- What is known beside the model -------------------------------------------------------------------
function read_results(name) {
    while (next_row(name))
        if (field["lesson"] == lesson && field["kind"] == "kernel")
            recorded[field["kernel"], field["type"], field["n"] * field["batch"], field["batch"] + 0, field["block"] + 0] = field["gbps"]
}

function read_intervals(name,    line, text) {
    while ((getline line < name) > 0) {
        split(line, text, ",")
        interval_low[text[1], text[2]] = text[3] + 0
        interval_high[text[1], text[2]] = text[4] + 0
    }
    close(name)
}

# The kind of prediction that this one is like
function kind_of(by_counts) {
    return is_measured ? (by_counts ? "counts" : "counters") : "unmeasured"
}
function size_class(n) { return n < 2 ^ 22 ? 20 : n < 2 ^ 26 ? 24 : 29 }

function short(x) { return x >= 100 ? sprintf("%.0f", x) : x >= 1 ? sprintf("%.3g", x) : sprintf("%.2g", x) }
function step_of(x) { return x >= 1000 ? 50 : x >= 200 ? 10 : x >= 20 ? 2 : 0.1 }
function rounded(x) { return int(x / step_of(x) + 0.5) * step_of(x) }
# Ends of an interval: what lies in it, and what the card can do at most, stays so
function rounded_down(x) { return int(x / step_of(x)) * step_of(x) }
function rounded_up(x,    r) { r = rounded_down(x); return least(r < x ? r + step_of(x) : r, most(x, int(card_of[card, "peak_gbps"]))) }
function power(n,    k) { for (k = 0; 2 ^ k < n; k++); return 2 ^ k == n && k > 9 ? "2^" k : sprintf("%.0f", n) }

function in_words(which) {
    return which == "memory" ? "the memory's bandwidth" : which == "issue" ? "instruction issue" : \
        which == "latency" ? "latency: too little in flight, or warps wait for each other" : \
        which == "shared" ? "wavefronts of shared memory" : which == "l1" ? "what L1 delivers" : \
        which == "blocks" ? "how fast blocks start" : which == "atomics" ? "atomics on one word" : "launches"
}

function in_short(which,    text) {
    text = in_words(which)
    sub(/:.*/, "", text)
    return text
}

# ---- One prediction -----------------------------------------------------------------------------------
function say(name, type, n, rows, block, bytes, by_counts, from,    ns, gbps, kind, class, low, high, k, note) {
    ns = time_of(first, last_feature)
    gbps = bytes / ns
    kind = kind_of(by_counts)
    class = size_class(n)
    assert_possible(ns, sure_ns(first, last_feature))
    low = gbps / interval_high[kind, class]
    high = gbps / interval_low[kind, class]
    high = least(high, card_of[card, "peak_gbps"])
    if (one_line) {
        if (best_recorded) { # what was measured lies in the interval
            low = least(low, best_recorded)
            high = most(high, best_recorded)
        }
        printf "on %s %s about %.0f GB/s (between %.0f and %.0f), limited by %s; block %d%s\n", \
            (card ~ /^[aefhilmnorsx8]/ ? "an" : "a"), toupper(card), rounded(gbps), rounded_down(low), rounded_up(high), \
            in_short(binding(first, last_feature)), block, \
            (best_recorded ? sprintf(", where %s of the lesson was recorded at %.0f", best_name, best_recorded) : "")
        return
    }
    printf "%s, %sn = %s%s, block %s\n", name, (rows > 1 ? power(rows) " rows of " : ""), power(n / rows), (type == "" ? "" : " " type), block
    print_terms()
    printf "  about %.0f GB/s, between %.0f and %.0f; limited by %s\n", rounded(gbps), rounded(low), rounded(high), \
        in_words(binding(first, last_feature))
    if ((name, type, n, rows, block) in recorded)
        printf "  recorded on this card: %.0f GB/s (%+.0f %%)\n", recorded[name, type, n, rows, block], \
            100 * (gbps / recorded[name, type, n, rows, block] - 1)
    printf "\n"
}

function print_terms(    k, sum, i, name) {
    for (k = first; k <= last_feature; k++) {
        time_of(k, k)
        sum["memory"] += t_memory * f_launches[k]
        sum["issue"] += t_issue * f_launches[k]
        sum["latency"] += t_latency * f_launches[k]
        sum["shared"] += t_shared * f_launches[k]
        sum["L1"] += t_l1 * f_launches[k]
        sum["blocks"] += f_blocks[k] * f_launches[k]
        sum["atomics"] += f_atomics[k] * f_launches[k]
        sum["launches"] += ((k > first) * weight["next_launch"] + has_clear(k) * weight["clear"] + \
            f_sync[k] * (weight["grid_sync"] + weight["grid_sync_block"] * f_grid[k])) * f_launches[k]
    }
    sum["launches"] += begin_of(first)
    printf "  us:"
    for (i = split("memory issue latency shared L1 blocks atomics launches", name, " "); i > 0; i--)
        order_name[i] = name[i]
    for (i = 1; i <= 8; i++)
        if (sum[order_name[i]] > 0)
            printf " %s %s", order_name[i], short(sum[order_name[i]] / 1000)
    printf "; together %s\n", short(time_of(first, last_feature) / 1000)
}

# ---- Counters of a program of one's own -----------------------------------------------------------------
# The launch that moves most becomes the first; the others add up what it left.
function largest_first(key, all,    k, best, i, old) {
    best = 1
    for (k = 2; k <= all; k++)
        if (sectors_of(key SUBSEP 1 SUBSEP k) > sectors_of(key SUBSEP 1 SUBSEP best))
            best = k
    if (best > 1) {
        exchange(of_function, key, best)
        exchange(of_grid, key, best)
        exchange(of_threads, key, best)
        exchange(of_shared, key, best)
        exchange(of_launches, key, best)
        for (i = 1; i <= counter_count; i++) {
            old = of_count[key, 1, 1, counter_name[i]]
            of_count[key, 1, 1, counter_name[i]] = of_count[key, 1, best, counter_name[i]]
            of_count[key, 1, best, counter_name[i]] = old
        }
    }
}
function exchange(values, key, k,    old) {
    old = values[key, 1, 1]
    values[key, 1, 1] = values[key, 1, k]
    values[key, 1, k] = old
}

# A counted run of an exercise, with 2^29 elements: is it the fastest yet?
function predict_run(key, name, n,    k, of, p, is_counted, gbps) {
    k = read_inspected(name, key, n)
    largest_first(key, k)
    of = k ? lesson_kernel(of_function[key, 1, 1], of_threads[key, 1, 1]) : ""
    # a grid as large as the device is not one that grows
    if (!k || of != "" && is_steady[of] && scale_counts(of, 2 ^ 29, 1, 132) && stage[1, "as_device"])
        return
    # what ncu has counted of the lesson's kernel, beside what it asks of memory
    split(of, p, SUBSEP)
    more = of == "" ? 0 : correction(p[1], p[2], p[3], p[4], 2 ^ 29, card_of[card, "sms"])
    if (!scale_counts(key, 2 ^ 29, 1, card_of[card, "sms"]) || why_not(key) != "")
        return
    make_features(more)
    gbps = 4 * 2 ^ 29 / time_of(first, last_feature)
    if (gbps <= best_gbps)
        return
    best_gbps = gbps
    best_first = first
    best_last = last_feature
    best_function = of_function[key, 1, 1]
    best_threads = of_threads[key, 1, 1]
    best_is_counted = of != "" && (p[1], p[2]) in ncu_rows
    best_recorded = of == "" ? "" : recorded[p[2], p[3], 2 ^ 29, 1, p[4] + 0]
    best_name = p[2]
}

# The lesson's kernel of this function and block; "" where it has none
function lesson_kernel(function_name, threads,    i, p) {
    for (i = 1; i <= kernels; i++) {
        split(kernel_key[i], p, SUBSEP)
        if (p[1] == lesson && p[4] == threads && later_name(of_function[kernel_key[i], 1, 1], 0) == later_name(function_name, 0))
            return kernel_key[i]
    }
    return ""
}

# What predict-validate found of kernels that are not the lessons'
function read_kernels(name) {
    while (next_row(name))
        if (field["card"] == "all") {
            own_begin = field["begin_ns"] + 0
            width_at[field["n"]] = field["interval"] + 0
        }
}
function own_width(moved) { return width_at[moved < 2 ^ 25 ? 2 ^ 20 : moved < 2 ^ 29 ? 2 ^ 24 : 2 ^ 28] }

function about_error(    kind) {
    kind = kind_of(1)
    return kind == "unmeasured" ? \
        "Nobody has measured this card for the course: its figures are from data sheets, the rest is that of an H200. The\n" \
        "intervals are those in which nine of ten published results lay on cards of which that was true, too." : \
        "Of ten kernels that the weights were not fitted to, nine lay within such an interval."
}

BEGIN {
    read_counts(counts)
    read_table(cards, "cards")
    read_table(sass, "sass")
    read_table(counters, "counters")
    read_table(declared, "declared")
    read_table(weights, "weights")
    read_intervals(intervals)
    use_card(card_wanted)
    is_measured = results != "" || card_of[card, "measured"] == "yes"
    if (inspected != "" && counted_n != "") { # an exercise: as if it had as many elements as the lessons
        of_lesson = lesson
        read_results(results)
        runs = default_rows[lesson] > 1 ? 0 : split(counted_n, run_n, " ")
        for (run = 1; run <= runs; run++)
            predict_run("run" run, run < runs ? inspected "." run : inspected, run_n[run])
        if (best_gbps) {
            first = best_first
            last_feature = best_last
            say(best_function, "", 2 ^ 29, 1, best_threads, 4 * 2 ^ 29, !best_is_counted)
        }
        exit
    }
    printf "%s: %d SMs, %.0f MHz, %.0f GB/s\n\n", card_of[card, "name"], card_of[card, "sms"], card_of[card, "clock_mhz"], \
        card_of[card, "peak_gbps"]
    if (inspected != "") {
        all = read_inspected(inspected, "own", 1)
        read_bytes(bytes)
        read_kernels(kernels_said)
        for (k = 1; k <= all; k++) {
            own_stage("own", k, 1)
            first = features + 1
            make_features(0)
            printf "%s<<<%d, %d>>>\n", stage[1, "function"], stage[1, "grid"], stage[1, "threads"]
            if (own_why_not() != "") {
                print "  not predicted: " own_why_not() "\n"
                continue
            }
            print_terms()
            ns = time_of(first, last_feature)
            assert_possible(ns, sure_ns(first, last_feature))
            from_memory = traffic(1, 0)
            low = most(ns / own_width(stage[1, "bytes"]), limit_ns())
            high = ns * own_width(stage[1, "bytes"]) * (is_measured ? 1 : interval_high["unmeasured", 29])
            printf "  about %s us, between %s and %s: memory moves %s MB, at %.0f GB/s; limited by %s\n", short(ns / 1000), \
                short(low / 1000), short(high / 1000), short(from_memory / 1e6), rounded_down(from_memory / ns), \
                in_words(binding(first, last_feature))
            if (stage[1, "bytes"] < card_of[card, "l2_mib"] * 1048576)
                printf "  these fit into L2 (%d MiB): that is the time when they come from memory; what is there already comes sooner\n", card_of[card, "l2_mib"]
            print ""
            some = 1
        }
        if (!all)
            print "no kernel of its own was launched"
    } else {
        read_results(results)
        for (i = 1; i <= kernels; i++) {
            split(kernel_key[i], part, SUBSEP)
            if (part[1] != lesson || kernel != "" && part[2] != kernel || part[4] != (threads == "" ? 256 : threads))
                continue
            some = 1
            rows = default_rows[lesson]
            n = elements == "" ? default_n[lesson] : elements + 0
            if (!make_terms(kernel_key[i], n, rows, card_wanted))
                continue
            if (why_not(kernel_key[i]) != "") {
                printf "%s, block %s\n  not predicted: %s\n\n", part[2], part[4], why_not(kernel_key[i])
                continue
            }
            first = last_feature - stages + 1
            say(part[2], part[3], n, rows, part[4] + 0, elements_bytes, !((part[1], part[2]) in ncu_rows))
        }
        if (!some) {
            print "predict: nothing was counted for " lesson (kernel == "" ? "" : ", kernel " kernel) ", block " \
                (threads == "" ? 256 : threads) "; make record-counts counts all kernels at blocks of 64, 128, 256, 512 and 1024" > "/dev/stderr"
            exit 2
        }
    }
    print about_error() "\nWhat is not known: what is in caches already, lower clocks, other work on the card, errors of its memory."
}
END { if (failed) exit failed }
