# prepare.awk: one results file (--csv) to the small data files that the .gp scripts draw.
#   awk -f plots/csv.awk -f plots/prepare.awk -v dir=OUT -v titles="00 divergent branches;..." FILE
# Writes OUT/meta.gp and those of ladder, tuning, blocks, sizes that the file has data for; the
# reason for each other one to OUT/skipped; the ladder for comparisons to OUT/steps.

function better(a, b) { return cpu ? a + 0 < b + 0 : a + 0 > b + 0 }

function superscript(n,    s, i)
{
    s = power(n)
    if (s !~ /\^/ || length(n) < 5)
        return n
    sub(/^2\^/, "", s)
    n = "2"
    for (i = 1; i <= length(s); i++)
        n = n digit[substr(s, i, 1)]
    return n
}

# Written only when the file's plots need it: a series per family, and where its name stands.
function series(name, value, xs,    out, i, j, f, x, last, top, gap, n, order, at, swap, pass, overlap)
{
    out = dir "/" name ".dat"
    n = 0
    for (i = 1; i <= families; i++) {
        f = families_in_order[i]
        last = ""
        for (j = 1; j <= xs; j++) {
            x = x_at[j]
            if ((f, x) in value) {
                print x "\t" value[f, x] > out
                last = value[f, x]
            }
        }
        printf "\n\n" > out
        n++
        order[n] = i
        at[i] = last + 0
        if (last + 0 > top)
            top = last + 0
    }
    tics(name, xs)
    # Names at the ends of the lines, pushed apart until none overlaps another.
    top = (peak > top ? peak : top)
    gap = top * 0.042
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && at[order[j]] < at[order[j - 1]]; j--) {
            swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap
        }
    for (i = 1; i <= n; i++)
        label_y[i] = at[i]
    for (pass = 1; pass <= 500; pass++)
        for (i = 1; i < n; i++) {
            overlap = label_y[order[i]] + gap - label_y[order[i + 1]]
            if (overlap > 0) {
                label_y[order[i]] -= overlap / 2
                label_y[order[i + 1]] += overlap / 2
            }
        }
    for (i = 1; i <= families; i++)
        print x_at[xs] "\t" at[i] "\t" label_y[i] "\t" families_in_order[i] > (dir "/" name ".labels")
}

# Marks on the x axis where the measurements are, nowhere else.
function tics(name, xs,    i)
{
    for (i = 1; i <= xs; i++)
        printf "%s\"%s\" %s", (i == 1 ? "set xtics (" : ", "), superscript(x_at[i]), x_at[i] > (dir "/" name ".tics")
    print ")" > (dir "/" name ".tics")
}

function skip(plot, why) { print plot ": " why > (dir "/skipped") }

function sort_numbers(list, n,    i, j, swap)
{
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
}

BEGIN {
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", list, " ")
    for (i = 1; i <= 10; i++)
        digit[i - 1] = list[i]
    n = split(titles, list, ";")
    for (i = 1; i <= n; i++)
        title_of["lesson" substr(list[i], 1, 2)] = substr(list[i], 4)
}

!split_row($0) {
    need_columns("lesson kernel device backend type n block median_ms gbps peak_gbps pct_peak toolkit")
    next
}

{
    if (!is_number(field["gbps"]) || !is_number(field["median_ms"]))
        bad("gbps " field["gbps"] " and median_ms " field["median_ms"] " must be numbers")
    if (field["n"] !~ /^[1-9][0-9]*$/ || field["block"] !~ /^[1-9][0-9]*$/)
        bad("n " field["n"] " and block " field["block"] " must be whole numbers")
    if (field["backend"] != "gpu" && field["backend"] != "cpu")
        bad("backend " field["backend"] " must be gpu or cpu")
    if (rows && field["device"] != device)
        bad("two devices in one file: " device " and " field["device"])
    rows++
    device = field["device"]
    cpu = field["backend"] == "cpu"
    type = field["type"]
    toolkit = field["toolkit"]
    if (is_number(field["peak_gbps"]))
        peak = field["peak_gbps"] + 0

    row = rows
    kernel[row] = field["kernel"]
    lesson[row] = field["lesson"]
    size[row] = field["n"]
    block[row] = field["block"]
    value[row] = cpu ? field["median_ms"] : field["gbps"]
    share[row] = field["pct_peak"]
    if (field["n"] + 0 > largest + 0)
        largest = field["n"]
}

END {
    if (failed)
        exit 1
    if (!rows) {
        printf "%s: no results in it\n", FILENAME > "/dev/stderr"
        exit 1
    }
    for (row = 1; row <= rows; row++) {
        f = family(kernel[row])
        if (size[row] == largest) {
            if (!(f in best)) {
                families_in_order[++families] = f
                best[f] = row
            } else if (better(value[row], value[best[f]]))
                best[f] = row
            k = kernel[row]
            if (!(k in best_of) || better(value[row], value[best_of[k]]))
                best_of[k] = row
            if (!((f, block[row]) in by_block) || better(value[row], by_block[f, block[row]]))
                by_block[f, block[row]] = value[row]
            if (!(block[row] in blocks_seen)) {
                blocks_seen[block[row]]
                block_list[++blocks] = block[row]
            }
        }
        if (!((f, size[row]) in by_size) || better(value[row], by_size[f, size[row]]))
            by_size[f, size[row]] = value[row]
        if (!(size[row] in sizes_seen)) {
            sizes_seen[size[row]]
            size_list[++sizes] = size[row]
        }
    }
    for (row = 1; row <= rows; row++)
        if (!(family(kernel[row]) in best) && !(kernel[row] in told)) {
            told[kernel[row]]
            skip(kernel[row], "not measured at n = " power(largest) ": make bench N=" power(largest))
        }

    # Ladder: y, value, kernel, lesson's title, label; and for comparisons: step, value, share
    for (i = 1; i <= families; i++) {
        row = best[families_in_order[i]]
        if (cpu)
            text = sprintf("%.3g ms", value[row])
        else
            text = sprintf("%.0f GB/s", value[row])
        printf "%d\t%s\t%s\t%s\t%s\t%s\n", -i, value[row], kernel[row], \
               title_of[lesson[row]], text, block[row] > (dir "/ladder.dat")
        step = families_in_order[i]
        if (match(step, /^reduce[0-9]+/))
            step = substr(step, 1, RLENGTH)
        if (!cpu && (!(step in step_best) || value[row] + 0 > step_best[step] + 0)) {
            if (!(step in step_best))
                step_list[++steps] = step
            step_best[step] = value[row]
        }
        if (!top || value[row] + 0 > top)
            top = value[row] + 0
    }
    for (i = 1; i <= steps; i++)
        print step_list[i] "\t" step_best[step_list[i]] "\t" peak + 0 > (dir "/steps")

    for (k in best_of)
        if (k ~ /^reduce7_[0-9]+$/) {
            per_thread = k
            sub(/^reduce7_/, "", per_thread)
            x_at[++points] = 2 * per_thread
            tuned[2 * per_thread] = value[best_of[k]]
        }
    sort_numbers(x_at, points)
    if (cpu)
        skip("tuning, blocks, sizes", "need a GPU: on the CPU device times are emulation times")
    else if (points < 2)
        skip("tuning", "needs lesson 07: make bench LESSONS=07")
    else {
        for (i = 1; i <= points; i++)
            printf "%s\t%s\t%.0f\n", x_at[i], tuned[x_at[i]], tuned[x_at[i]] > (dir "/tuning.dat")
        tics("tuning", points)
    }

    if (!cpu && blocks < 2)
        skip("blocks", "one block size only: make bench BLOCKS=64,128,256,512,1024")
    else if (!cpu) {
        for (i = 1; i <= blocks; i++)
            x_at[i] = block_list[i]
        sort_numbers(x_at, blocks)
        series("blocks", by_block, blocks)
    }
    if (!cpu && sizes < 2)
        skip("sizes", "one size only: make bench N=2^16,2^20,2^24,2^28")
    else if (!cpu) {
        for (i = 1; i <= sizes; i++)
            x_at[i] = size_list[i]
        sort_numbers(x_at, sizes)
        series("sizes", by_size, sizes)
    }

    meta = dir "/meta.gp"
    gsub(/"/, "", device)
    gsub(/"/, "", type)
    printf "device = \"%s\"\nn = \"%s %s\"\npeak = %s\ntop = %s\nseries = %d\ncpu = %d\n", \
           device, superscript(largest), type, peak + 0, top, families, cpu > meta
    if (families < 1)
        exit 1
}
