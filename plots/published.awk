# published.awk: somebody else's table (plots/published/*.csv) to the steps of a comparison:
# part of the course, step, GB/s, theoretical peak (0: not named). Used after parts.awk, whose patterns
# say which part a step belongs to; one of an article on cooperative groups belongs to that part, so
# the same kernel may be a step of two parts. The first line is a comment that names the source,
# the device and, where known, the peak. Columns: kernel and gbps, or kernel and runN_s (seconds,
# then n stands in the comment; the best run counts, as the published runs are cold and few).

FNR == 1 && /^#/ {
    if (match($0, /[0-9.]+ GB\/s theoretical/))
        peak = substr($0, RSTART, RLENGTH) + 0
    if (match($0, /n = [0-9]+/))
        n = substr($0, RSTART + 4, RLENGTH - 4) + 0
    next
}
/^#/ || /^[ \t\r]*$/ { next }
{ sub(/\r$/, ""); fields = split($0, part, ",") }
!columns {
    columns = fields
    for (i = 1; i <= fields; i++) {
        if (part[i] == "kernel") kernel_at = i
        if (part[i] == "gbps") gbps_at = i
        if (part[i] == "article") article_at = i
        if (part[i] ~ /^run[0-9]+_s$/) run_at[++runs] = i
    }
    if (!kernel_at || (!gbps_at && !(runs && n)))
        bad("needs the columns kernel and gbps, or kernel and run1_s … with n in the comment above")
    next
}
fields != columns { bad(fields " fields where the header has " columns) }
part[kernel_at] != "cpu" {
    step = part[kernel_at]
    if (match(step, /^reduce[0-9]+/))
        step = substr(step, 1, RLENGTH)
    else if (step !~ /^(reduce|batched|full)_/)
        step = "reduce_" step
    of = 0
    for (i = 1; i <= parts; i++)
        if (step ~ part_steps[i] || part_slug[i] == "groups" && part[article_at] == "cooperative_groups")
            of = i
    if (!of)
        next
    step = of "\t" step
    if (gbps_at && part[gbps_at] !~ /^[0-9.]+$/)
        bad("gbps " part[gbps_at] " must be a number")
    gbps = gbps_at ? part[gbps_at] : 0
    for (i = 1; i <= runs; i++)
        if (part[run_at[i]] + 0 > 0 && n * 4 / part[run_at[i]] / 1e9 > gbps)
            gbps = n * 4 / part[run_at[i]] / 1e9
    if (!(step in best)) order[++steps] = step
    if (gbps + 0 > best[step] + 0) best[step] = gbps
}
END {
    if (failed) exit 1
    if (!steps) {
        printf "%s: no results in it\n", FILENAME > "/dev/stderr"
        exit 1
    }
    for (i = 1; i <= steps; i++)
        printf "%s\t%.1f\t%s\n", order[i], best[order[i]], peak + 0
}

function bad(what)
{
    printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
    failed = 1
    exit 1
}
