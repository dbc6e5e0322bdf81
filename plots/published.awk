# published.awk: somebody else's table (plots/published/*.csv) to the steps of a comparison:
# part of the course, step, GB/s, theoretical peak (0: not named). Used after course.awk. A kernel belongs
# to the part whose article the table names, else to the one whose pattern it matches (lessons/parts.csv);
# what matches is the name of the step. Kernels may be named without "reduce_".
# The first line is a comment that names the source, the device and, where known, the peak. Columns:
# kernel and gbps, or kernel and runN_s (seconds, then n stands in the comment; the best run counts, as
# the published runs are cold and few).

FNR == 1 && /^#/ {
    if (match($0, /[0-9.]+ GB\/s theoretical/))
        peak = substr($0, RSTART, RLENGTH) + 0
    if (match($0, /n = [0-9]+/))
        n = substr($0, RSTART + 4, RLENGTH - 4) + 0
    next
}
/^#/ || /^[ \t\r]*$/ { next }
{ sub(/\r$/, ""); fields = split($0, text, ",") }
!columns {
    columns = fields
    for (i = 1; i <= fields; i++) {
        if (text[i] == "kernel") kernel_at = i
        if (text[i] == "gbps") gbps_at = i
        if (text[i] == "article") article_at = i
        if (text[i] ~ /^run[0-9]+_s$/) run_at[++runs] = i
    }
    if (!kernel_at || (!gbps_at && !(runs && n)))
        bad("needs the columns kernel and gbps, or kernel and run1_s … with n in the comment above")
    next
}
fields != columns { bad(fields " fields where the header has " columns) }
text[kernel_at] != "cpu" {
    step = family(text[kernel_at])
    of = 0
    for (i = 1; i <= parts; i++)
        if (article_at && part_article[i] != "" && part_article[i] == text[article_at])
            of = i
    if (!of)
        of = part_with(step)
    if (!of)
        of = part_with(step = "reduce_" step)
    if (!of)
        next
    if (match(step, part_steps[of]))
        step = substr(step, RSTART, RLENGTH)
    step = part_id[of] "\t" step
    if (gbps_at && text[gbps_at] !~ /^[0-9.]+$/)
        bad("gbps " text[gbps_at] " must be a number")
    gbps = gbps_at ? text[gbps_at] : 0
    for (i = 1; i <= runs; i++)
        if (text[run_at[i]] + 0 > 0 && n * 4 / text[run_at[i]] / 1e9 > gbps)
            gbps = n * 4 / text[run_at[i]] / 1e9
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

# The part whose pattern a kernel's name matches; 0: none.
function part_with(name,    i)
{
    for (i = 1; i <= parts; i++)
        if (part_steps[i] != "" && name ~ part_steps[i])
            return i
    return 0
}
