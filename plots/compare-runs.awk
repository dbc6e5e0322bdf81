# compare-runs.awk: what compare-runs.sh measured, to a table of ratios with their intervals. Used after rows.awk:
#   NAMES="a
#   b" awk ... -v by=lesson|row -v rounds=N side=1 round=1 FILE side=1 round=2 FILE ... side=2 round=1 FILE ...

!split_row($0) { need_columns("kernel backend type n batch block gbps check"); next }
field["backend"] != "gpu" { bad("times of the " field["backend"] " device mean nothing") }
kind_of_row() == "kernel" || by == "row" {
    key = field["kernel"] ", " (field["block"] == 0 ? "" : "block " field["block"] ", ") \
          (field["batch"] == 1 ? "" : field["batch"] " × ") power(field["n"]) " " field["type"]
    if (!((side, key) in count))
        order[side, ++keys[side]] = key
    count[side, key]++
    speed[side, key, round] = field["gbps"]
    if (!is_number(field["gbps"]) || field["gbps"] + 0 <= 0)
        bad("gbps " field["gbps"] " must be a number")
}
END {
    if (failed)
        exit failed
    sides = split(ENVIRON["NAMES"], name, "\n")
    for (s = 1; s <= sides; s++)
        if (!keys[s]) {
            print "compare: " name[s] " has no row to compare" > "/dev/stderr"
            exit 2
        }
    if (by == "row")
        rows()
    else
        lessons()
}

# The best row of each, against that of the first
function lessons(    s, i, best, m)
{
    for (s = 1; s <= sides; s++)
        for (i = 1; i <= keys[s]; i++) {
            m = median(s, order[s, i])
            if (best[s] == "" || m > median(s, best[s]))
                best[s] = order[s, i]
        }
    for (s = 1; s <= sides; s++)
        printf "%-10s %-44s %8.1f GB/s  %s\n", name[s], best[s], median(s, best[s]), (s == 1 ? "" : against(1, best[1], s, best[s]))
}

# Row by row, B against A
function rows(    i, key)
{
    printf "%-44s %10s %10s\n", "GB/s", "A", "B"
    for (i = 1; i <= keys[1]; i++) {
        key = order[1, i]
        if ((2, key) in count)
            printf "%-44s %10.1f %10.1f  %s\n", key, median(1, key), median(2, key), against(1, key, 2, key)
        else
            alone[1] = alone[1] "\n    " key
    }
    for (i = 1; i <= keys[2]; i++)
        if (!((1, order[2, i]) in count))
            alone[2] = alone[2] "\n    " order[2, i]
    for (i = 1; i <= 2; i++)
        if (alone[i] != "")
            print "only in " (i == 1 ? "A" : "B") ":" alone[i]
}

function median(s, key,    i, j, n, value, swap)
{
    for (i = 1; i <= rounds; i++) {
        value[++n] = speed[s, key, i]
        for (j = n; j > 1 && value[j] + 0 < value[j - 1] + 0; j--) {
            swap = value[j]; value[j] = value[j - 1]; value[j - 1] = swap
        }
    }
    return n % 2 ? value[(n + 1) / 2] : (value[n / 2] + value[n / 2 + 1]) / 2
}

# "1.024× [1.019, 1.029]": the mean of the rounds' ratios (of their logarithms) and its 95 % interval
function against(a, key_a, b, key_b,    i, x, mean, squares, half, text)
{
    for (i = 1; i <= rounds; i++) {
        x[i] = log(speed[b, key_b, i] / speed[a, key_a, i])
        mean += x[i] / rounds
    }
    for (i = 1; i <= rounds; i++)
        squares += (x[i] - mean) * (x[i] - mean)
    half = student(rounds - 1) * sqrt(squares / (rounds - 1) / rounds)
    text = sprintf("%.3f× [%.3f, %.3f]", exp(mean), exp(mean - half), exp(mean + half))
    if (half < 0.001) # what is nearer than that is not told apart: docs/measuring.md
        half = 0.001
    return text (mean - half <= 0 && mean + half >= 0 ? "  no difference" : "")
}

# Two-sided, 95 %: as in common/harness/statistics.h.
function student(freedom,    list, n)
{
    n = split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228", list, " ")
    return freedom <= n ? list[freedom] : 1.960 + 2.372 / freedom + 2.823 / freedom / freedom
}
