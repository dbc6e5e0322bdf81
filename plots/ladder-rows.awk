# ladder-rows.awk: one part of the course as counted on the CPU device, beside recorded results.
#   bars -f plots/ladder-rows.awk -v only=PART -v at_block=256 -v dir=OUT
#       -v counted=FILE -v counters=FILE RECORDED                                           (course.sh)
# counted is what ladder-counts.sh count wrote, counters what plots/counters.sh wrote (it may be missing).
# Writes OUT/table, for a terminal, and OUT/ladder.dat and OUT/meta.gp for ladder-counts.gp. Counts are per
# 1024 elements. What is not known is a dash.

!split_row($0) { need_columns("lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit"); next }
field["backend"] == "gpu" && field["block"] == at_block { keep_row() }
END {
    if (failed)
        exit failed
    p = part_number[only]
    read_file(counted)
    read_file(counters)
    choose_headline()
    choose_bars(p)
    for (i = 1; i <= bars; i++)
        shown[lesson[bar[i]]] = shown[lesson[bar[i]]] " " kernel[bar[i]]
    for (i = 1; i <= bars; i++)
        speed[lesson[bar[i]], kernel[bar[i]]] = value[bar[i]]
    for (i = 1; i <= lessons; i++) {
        l = lesson_at[i]
        if (part_of[l] != p || !(l in kernels_of))
            continue
        m = split(l in shown ? shown[l] : first_of_each_family(kernels_of[l]), list, " ")
        for (j = 1; j <= m; j++)
            if ((l, list[j]) in elements)
                row(l, list[j])
    }
    if (!n_rows)
        exit
    table()
    printf "device = %s\ntitle = %s\nseries = %d\nblock = %d\nwidest = %.1f\narray most[6] = [%s, %s, %s, %s, %s, %s]\n", \
           quoted(device), quoted(part_title[p]), n_rows, at_block, widest, most[1] + 0, most[2] + 0, most[3] + 0, most[4] + 0, \
           most[5] + 0, most[6] + 0 > (dir "/meta.gp")
}

# Each line of a CSV file: what a kernel does per 1024 elements.
function read_file(name,    line, n, i, head, value, at, key)
{
    while ((getline line < name) > 0) {
        n = split_fields(line, value)
        if (!(1 in head)) {
            split_fields(line, head)
            for (i = 1; i <= n; i++)
                at[head[i]] = i
            continue
        }
        if (value[at["block"]] != at_block)
            continue
        key = value[at["lesson"]] SUBSEP value[at["kernel"]]
        for (i = 1; i <= n; i++) {
            # The counters of several sizes may be there: the last of each counts.
            if (head[i] == "instructions" || name == counted)
                per_1024[key, head[i]] = value[i] / value[at["n"]] * 1024
        }
        if (name == counted) {
            elements[key] = value[at["n"]]
            kernels_of[value[at["lesson"]]] = kernels_of[value[at["lesson"]]] " " value[at["kernel"]]
        }
    }
    close(name)
}

function first_of_each_family(kernels,    n, i, list, seen, text)
{
    n = split(kernels, list, " ")
    for (i = 1; i <= n; i++)
        if (!(family(list[i]) in seen)) {
            seen[family(list[i])]
            text = text " " list[i]
        }
    return text
}

function per(l, k, what) { return (l, k, what) in per_1024 ? rounded(per_1024[l, k, what]) : "–" }
function rounded(x) { return x >= 9.95 || x == int(x) ? sprintf("%.0f", x) : sprintf("%.1f", x) }

function row(l, k)
{
    n_rows++
    row_kernel[n_rows] = k
    cell[n_rows, 1] = per(l, k, "global_requests")
    cell[n_rows, 2] = per(l, k, "shared_requests")
    cell[n_rows, 3] = per(l, k, "shared_wavefronts")
    cell[n_rows, 4] = per(l, k, "barriers")
    cell[n_rows, 5] = per(l, k, "instructions")
    cell[n_rows, 6] = (l, k) in speed ? sprintf("%.0f", speed[l, k]) : "–"
    row_number[n_rows] = digits_of(l)
    if (length(k) > longest)
        longest = length(k)
    if (longest > widest)
        widest = longest
    if (0.85 * length(digits_of(l) " " title_of[l]) > widest) # in smaller letters
        widest = 0.85 * length(digits_of(l) " " title_of[l])
    printf "%d\t%s\t%s", -n_rows, digits_of(l) " " title_of[l], k > (dir "/ladder.dat")
    for (c = 1; c <= 6; c++)
        if (cell[n_rows, c] + 0 > most[c])
            most[c] = cell[n_rows, c] + 0
    for (c = 1; c <= 6; c++)
        printf "\t%s\t%s", (cell[n_rows, c] == "–" ? "NaN" : cell[n_rows, c]), cell[n_rows, c] > (dir "/ladder.dat")
    print "" > (dir "/ladder.dat")
}

function right(text, width,    n)
{
    for (n = text == "–" ? 1 : length(text); n < width; n++)
        text = " " text
    return text
}
function left(text, width,    n)
{
    for (n = length(text); n < width; n++)
        text = text " "
    return text
}

function table(    out, i, c, line, names, head, width)
{
    out = dir "/table"
    split("9 9 11 9 13 5", width, " ")
    split("requests requests wavefronts barriers instructions GB/s", head, " ")
    names = longest + 3
    print part_title[p] ", per 1024 elements at block " at_block ":\n" > out
    print left("", names) right("global", 9) right("shared", 9) right("shared", 11) right("  recorded: " device, 27) > out
    line = left("   kernel", names)
    for (c = 1; c <= 6; c++)
        line = line right(head[c], width[c])
    print line > out
    for (i = 1; i <= n_rows; i++) {
        line = left(row_number[i] " " row_kernel[i], names)
        for (c = 1; c <= 6; c++)
            line = line right(cell[i, c], width[c])
        print line > out
    }
}
