# summary.awk: what plots/recorded/predict-validation.csv says, for a terminal. Used after read.awk.
# Into the file `intervals` it writes, for each kind of prediction, in which interval nine of ten measured times
# lay: times the predicted one; into the file `table` what it prints, as CSV; into the file `points` the points of the
# picture, and into `picture` its legend.

function add(group, time, name,    a) {
    a = time / field["measured_ms"] - 1
    a = a < 0 ? -a : a
    if (!(group in n))
        groups[++group_count] = group
    n[group]++
    sum[group] += a
    if (a > worst[group]) {
        worst[group] = a
        worst_name[group] = name
    }
    ratio[group, n[group]] = field["measured_ms"] / time
}

# The q-th part of a group's ratios, from below
function quantile(group, q,    i, j, x, at) {
    if (!(group in sorted)) {
        for (i = 2; i <= n[group]; i++) {
            x = ratio[group, i]
            for (j = i; j > 1 && ratio[group, j - 1] > x; j--)
                ratio[group, j] = ratio[group, j - 1]
            ratio[group, j] = x
        }
        sorted[group]
    }
    at = 1 + q * (n[group] - 1)
    i = int(at)
    return i >= n[group] ? ratio[group, n[group]] : ratio[group, i] + (at - i) * (ratio[group, i + 1] - ratio[group, i])
}

!split_row($0) { need_columns("card source lesson kernel n block best measured_ms held_out_ms counts_ms binds note", \
                              "a file that validate.sh wrote is needed"); next }
field["note"] != "" { next }
{
    size = int(log(field["n"]) / log(2) + 0.5)
    name = field["lesson"] " " field["kernel"] (field["type"] == "float" ? " float" : "") ", block " field["block"]
    set = field["card"] (field["source"] == "published" ? ", published" : field["source"] == "later" ? ", later lessons" : "")
    if (!(set in points_of))
        sets[++set_count] = set
    points_of[set] = points_of[set] sprintf("%.6g\t%.6g\n", field["bytes"] / field["measured_ms"] / 1e6, \
        field["bytes"] / field["held_out_ms"] / 1e6)
    points_in[set]++
    if (fitted_card == "")
        fitted_card = field["card"]
    if (field["source"] == "published") {
        if (!((field["card"] " published") in n))
            published_groups = published_groups (published_groups == "" ? "" : ";") field["card"] " published"
        add(field["card"] " published", field["held_out_ms"], name)
        next
    }
    kind = field["source"] == "later" ? " later" : ""
    if (field["card"] == fitted_card && kind == "")
        binds_at[field["lesson"], field["kernel"], field["n"], field["block"]] = field["binds"]
    if (field["block"] == 256 || field["best"] == "yes") {
        group = field["card"] " 2^" size kind
        add(group, field["held_out_ms"], name)
        add(group " counts", field["counts_ms"], name)
        if (field["card"] == fitted_card && kind == "")
            add(group " fitted", field["fitted_ms"], name)
        pair = ++pairs[group]
        measured[group, pair] = field["measured_ms"] / field["bytes"]
        predicted[group, pair] = field["held_out_ms"] / field["bytes"]
    }
}

# Does what binds agree with ncu? Its first rule: where neither memory nor the schedulers are used to 60 %, latency.
function limiters(    memory, issue, said, of, all, same) {
    while (next_row(ncu)) {
        memory = field["dram_pct"] + 0
        issue = field["issue_pct"] + 0
        of = binds_at[field["lesson"], field["kernel"], field["n"], field["block"]]
        if (of == "" || field["n"] + 0 < 2 ^ 29)
            continue
        said = memory > 60 && memory >= issue ? "memory" : issue > 60 ? "issue" : "latency"
        all++
        same += said == of
        if (said != of)
            different = different (different == "" ? "" : "; ") field["kernel"] " " of ", not " said
    }
    if (all)
        printf "what binds at 2^29: as ncu says for %d of %d kernels (%s)\n", same, all, different
}

# The interval of a kind of prediction at a size class, from these groups together
function write_interval(kind, class, of,    i, k, m, list) {
    m = split(of, list, ";")
    for (k = 1; k <= m; k++)
        for (i = 1; i <= n[list[k]]; i++)
            ratio["of " kind class, ++n["of " kind class]] = ratio[list[k], i]
    printf "%s,%s,%.3f,%.3f,%d\n", kind, class, quantile("of " kind class, 0.05), quantile("of " kind class, 0.95), n["of " kind class] > intervals
}

END {
    if (failed)
        exit failed
    for (g = 1; g <= group_count; g++) {
        group = groups[g]
        printf "%-22s %4d   mean %5.1f %%   worst %5.1f %%  %-46s  nine of ten %.2f to %.2f", group, n[group], 100 * sum[group] / n[group], \
            100 * worst[group], worst_name[group], quantile(group, 0.05), quantile(group, 0.95)
        right = all = 0
        for (i = 1; i <= pairs[group]; i++)
            for (j = 1; j < i; j++)
                if (measured[group, i] > 1.1 * measured[group, j] || measured[group, j] > 1.1 * measured[group, i]) {
                    all++
                    right += (measured[group, i] > measured[group, j]) == (predicted[group, i] > predicted[group, j])
                }
        if (all)
            printf "   order %.1f %%", 100 * right / all
        printf "\n"
        order[group] = all ? sprintf("%.1f", 100 * right / all) : ""
    }
    printf "series = %d\narray legend[%d]\n", set_count, set_count > picture
    for (i = 1; i <= set_count; i++) {
        name = sets[i]
        match(name, /^[^,]*/)
        name = toupper(substr(name, 1, RLENGTH)) substr(name, RLENGTH + 1)
        printf "legend[%d] = %s\n", i, quoted(sprintf("%s: %d points%s", name, points_in[sets[i]], \
            (sets[i] == fitted_card ? ", its lesson left out" : ", nothing fitted"))) > picture
        printf "%s\n\n", points_of[sets[i]] > points
    }
    print "kind,size,low,high,from" > intervals
    for (class = 20; class <= 29; class += class == 20 ? 4 : 5) {
        write_interval("counters", class, fitted_card " 2^" class ";" fitted_card " 2^" class " later")
        write_interval("counts", class, fitted_card " 2^" class " counts;" fitted_card " 2^" class " later counts")
        write_interval("unmeasured", class, published_groups)
    }
    # how many of the others lay in the intervals of the first card
    for (g = 1; g <= group_count; g++) {
        group = groups[g]
        if (group ~ /published|fitted|counts/)
            continue
        split(group, word, /[ ^]/)
        class = word[3]
        inside = 0
        for (i = 1; i <= n[group]; i++)
            inside += ratio[group, i] >= quantile("of counters" class, 0.05) && ratio[group, i] <= quantile("of counters" class, 0.95)
        within[group] = inside
        printf "%-22s %d of %d within the intervals of %s\n", group, inside, n[group], fitted_card
    }
    print "group,rows,mean_pct,worst_pct,worst,order_pct,within" > table
    for (g = 1; g <= group_count; g++)
        printf "%s,%d,%.1f,%.1f,%s,%s,%s\n", groups[g], n[groups[g]], 100 * sum[groups[g]] / n[groups[g]], 100 * worst[groups[g]], \
            csv_field(worst_name[groups[g]]), order[groups[g]], within[groups[g]] > table
    limiters()
}
