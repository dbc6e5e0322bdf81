# ratios.awk: a file of --ratios, sorted by type, hot and size, to what ratios.gp draws of one kernel: OUT/ratios.dat,
# a type cold or hot after the other, with n, the ratio and its interval; and OUT/ratios.gp.
#   awk -f common/csv/read.awk -f plots/rows.awk -f plots/ratios.awk -v dir=OUT -v clock=ratio|call FILE
!split_row($0) { need_columns("kernel than device type n hot ratio ratio_half call_ratio call_half"); next }
{
    if (!(1 in drawn))
        drawn[1] = field["kernel"]
    if (field["kernel"] != drawn[1])
        next
    value = clock == "call" ? field["call_ratio"] : field["ratio"]
    half = clock == "call" ? field["call_half"] : field["ratio_half"]
    if (field["n"] !~ /^[1-9][0-9]*$/)
        bad("n " field["n"] " must be a whole number")
    if (!is_number(value) || !is_number(half))
        next
    of = field["type"] (field["hot"] == "yes" ? ", hot" : ", cold")
    if (of != name[series]) {
        if (series)
            printf "\n\n" > (dir "/ratios.dat")
        name[++series] = of
    }
    printf "%s\t%s\t%s\t%s\n", field["n"], value, value - half, value + half > (dir "/ratios.dat")
    if (value + half > top)
        top = value + half
    if (!points++ || value - half < low)
        low = value - half
    if (field["n"] + 0 > last)
        last = field["n"]
    than = field["than"]
    device = field["device"]
}
END {
    if (failed)
        exit 1
    if (!points) {
        print FILENAME ": no ratios in it" > "/dev/stderr"
        exit 1
    }
    printf "series = %d\ntop = %s\nlow = %s\nlast = %s\narray legend[%d]\n", series, top, low, last, series > (dir "/ratios.gp")
    for (i = 1; i <= series; i++)
        printf "legend[%d] = %s\n", i, quoted(name[i]) > (dir "/ratios.gp")
    printf "kernel = %s\nthan = %s\ndevice = %s\n", quoted(drawn[1]), quoted(than), quoted(device) > (dir "/ratios.gp")
}
