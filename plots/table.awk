# table.awk: README's table of lessons from recorded results: one for each part that has some.
#   awk -f plots/csv.awk -f plots/parts.awk -f plots/headline.awk -f plots/table.awk \
#       -v stems="00_divergent_branches ..." CSV
# A row per kernel at its lesson's headline shape and its best block size; kernel_NUMBER is shown by
# its best. The step compares with the best of the lesson before.

BEGIN {
    n = split(stems, list, " ")
    for (i = 1; i <= n; i++)
        stem["lesson" substr(list[i], 1, 2)] = list[i]
}
!split_row($0) {
    need_columns("lesson kernel device backend type n batch block median_ms gbps peak_gbps pct_peak toolkit")
    next
}
{
    if (field["backend"] != "gpu")
        bad("backend " field["backend"] ": the table is for GPU results")
    keep_row()
}
END {
    if (failed) exit 1
    choose_headline()
    for (p = 1; p <= parts; p++)
        if (choose_bars(p))
            shown[++tables] = p
    if (!tables) {
        print FILENAME ": no results in it" > "/dev/stderr"
        exit 1
    }
    for (t = 1; t <= tables; t++) {
        choose_bars(shown[t])
        if (tables > 1)
            print (t > 1 ? "\n" : "") "### " part_title[shown[t]] "\n"
        table()
    }
}

function table(    i, row, l, text, current, before, top, step)
{
    text = in_common()
    print device (text == "" ? "" : ", " text) (peak ? sprintf(", theoretical peak %.0f GB/s", peak) : "") \
          ", CUDA " toolkit "; each kernel at its best block size:\n"
    print "| lesson | kernel |" (one_type ? "" : " type |") (one_shape ? "" : " rows × elements |") \
          " block | GB/s | % of peak | step |"
    print "|---|---|" (one_type ? "" : "---|") (one_shape ? "" : "---|") "---:|---:|---:|---:|"
    for (i = 1; i <= bars; i++) {
        row = bar[i]
        l = lesson[row]
        if (l != current) {
            before = current
            current = l
        }
        step = ""
        top = (before, type[row]) in best ? best[before, type[row]] : best[before]
        if (top > 0 && !is_library(kernel[row]) && !(number_of(l) in other_problem))
            step = sprintf("%.2f×", value[row] / top)
        if (!is_library(kernel[row])) {
            if (value[row] > best[l] + 0)
                best[l] = value[row] + 0
            if (value[row] > best[l, type[row]] + 0)
                best[l, type[row]] = value[row] + 0
        }
        printf "| %s | `%s` |%s%s %s | %.0f | %s | %s |\n", link(l), kernel[row], \
               (one_type ? "" : " " type[row] " |"), (one_shape ? "" : " " shape(row) " |"), \
               (block[row] > 0 ? block[row] : "–"), value[row], \
               (is_number(share[row]) ? sprintf("%.1f", share[row]) : share[row]), step
    }
}

function link(l,    name, text)
{
    name = stem[l]
    text = substr(name, 4)
    gsub(/_/, " ", text)
    return name == "" ? l : substr(name, 1, 2) " [" text "](docs/lessons/" name ".md)" \
                            " ([code](lessons/" name ".cu))"
}
