# balance.awk: what each block did (--balance FILE, sorted by kernel and then by load, most first)
# to what balance.gp draws: OUT/balance.dat, a kernel after the other, and OUT/balance.gp.
#   awk -f common/csv/read.awk -f plots/rows.awk -f plots/balance.awk -v dir=OUT -v counted=elements|cycles FILE
!split_row($0) { need_columns("kernel block elements cycles"); next }
{
    if (field[counted] !~ /^[0-9]+$/)
        bad(counted " " field[counted] " must be a whole number")
    if (field["kernel"] != name[kernels])
        name[++kernels] = field["kernel"]
    work[kernels, ++blocks[kernels]] = field[counted]
    sum[kernels] += field[counted]
}
END {
    if (failed)
        exit 1
    for (k = 1; k <= kernels; k++) {
        n = blocks[k]
        mean = sum[k] / n
        if (!mean)
            mean = 1
        # Only as many points as can be told apart, but all on the left, where it is steep.
        last = 0
        for (i = 1; i <= n; i++) {
            y = work[k, i] / mean
            if (i > 1 && i < n && i < last + n / 800 && y > 0.97 * shown)
                continue
            printf "%.4f\t%.4f\n", 100 * (i - 1) / n, y > (dir "/balance.dat")
            last = i
            shown = y
        }
        printf "100\t%.4f\n\n\n", y > (dir "/balance.dat")
        most = work[k, 1] / mean
        if (most > top)
            top = most
        text = text sprintf("legend[%d] = %s\n", k, quoted(sprintf("%s: %d block%s, the %s with %.3g times the mean", \
                            name[k], n, (n == 1 ? "" : "s"), (counted == "cycles" ? "slowest" : "busiest"), most)))
    }
    if (!kernels) {
        print FILENAME ": no blocks in it" > "/dev/stderr"
        exit 1
    }
    printf "series = %d\ntop = %s\narray legend[%d]\n%swork = %s\n", kernels, top, kernels, text, quoted(counted) > (dir "/balance.gp")
}
