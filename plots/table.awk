# table.awk: README's table of lessons from recorded results. In: README.md, after the CSV.
#   awk -f plots/csv.awk -f plots/table.awk -v stems="00_divergent_branches ..." CSV
# A row per kernel at its best block size and the largest n; kernel_NUMBER is shown by its best.
# The step compares with the best of the lesson before.

BEGIN {
    n = split(stems, list, " ")
    for (i = 1; i <= n; i++)
        stem["lesson" substr(list[i], 1, 2)] = list[i]
}
!split_row($0) { need_columns("lesson kernel device backend type n block gbps peak_gbps pct_peak toolkit"); next }
{
    if (field["backend"] != "gpu")
        bad("backend " field["backend"] ": the table is for GPU results")
    if (!is_number(field["gbps"]))
        bad("gbps " field["gbps"] " must be a number")
    if (field["n"] + 0 > largest + 0) {
        largest = field["n"]
        split("", best)
        rows = 0
    }
    if (field["n"] + 0 < largest + 0)
        next
    f = family(field["kernel"])
    if (!(f in best)) {
        order[++rows] = f
        best[f] = -1
    }
    if (field["gbps"] + 0 > best[f] + 0) {
        best[f] = field["gbps"]
        kernel[f] = field["kernel"]
        lesson[f] = field["lesson"]
        block[f] = field["block"]
        share[f] = field["pct_peak"]
    }
    title = field["device"] ", n = " power(largest) " " field["type"]
    if (is_number(field["peak_gbps"]))
        title = title sprintf(", theoretical peak %.0f GB/s", field["peak_gbps"])
    title = title ", CUDA " field["toolkit"]
}
END {
    if (failed) exit 1
    if (!rows) {
        print FILENAME ": no results in it" > "/dev/stderr"
        exit 1
    }
    print title "; each kernel at its best block size:\n"
    print "| lesson | kernel | block | GB/s | % of peak | step |"
    print "|---|---|---:|---:|---:|---:|"
    for (i = 1; i <= rows; i++) {
        f = order[i]
        if (lesson[f] != current) {
            before = top
            top = 0
            current = lesson[f]
        }
        if (best[f] + 0 > top)
            top = best[f] + 0
        step = before > 0 ? sprintf("%.2f×", best[f] / before) : ""
        name = stem[lesson[f]]
        text = substr(name, 4)
        gsub(/_/, " ", text)
        link = name == "" ? lesson[f] : substr(name, 1, 2) " [" text "](docs/lessons/" name ".md)" \
                                        " ([code](lessons/" name ".cu))"
        printf "| %s | `%s` | %s | %.0f | %s | %s |\n", link, kernel[f], block[f], best[f], \
               (is_number(share[f]) ? sprintf("%.1f", share[f]) : share[f]), step
    }
}
