# compare.awk: the steps of several devices to one picture's bars.
#   awk -f plots/compare.awk -v dir=OUT -v share=0|1 NAME=... STEPS NAME=... STEPS
# STEPS holds step, GB/s, peak (0: not known). With share, values are percent of peak, and a
# device whose peak is not known is left out. Writes OUT/bars.dat, OUT/steps.dat, OUT/compare.gp.

FNR == 1 { names++; name[names] = NAME }
{
    if (share && $3 + 0 == 0) next
    used[names]
    if (!($1 in seen)) { seen[$1]; step[++steps] = $1 }
    value[$1, names] = share ? 100 * $2 / $3 : $2
}
BEGIN { FS = "\t" }
END {
    for (i = 1; i <= names; i++)
        if (i in used) { shown[++series] = i; legend = legend (series > 1 ? ", " : "") "\"" name[i] "\"" }
    if (!series) exit 1
    # Bars stand close within a step, with a gap between steps; a step has only the bars it needs.
    y = 0
    for (s = 1; s <= steps; s++) {
        first = y
        for (i = 1; i <= series; i++)
            if ((step[s], shown[i]) in value) {
                v = value[step[s], shown[i]]
                printf "%s\t%s\t%d\t%.0f%s\n", y, v, i, v, (share ? " %" : "") > (dir "/bars.dat")
                if (v > top) top = v
                y--
            }
        printf "%s\t%s\n", (first + y + 1) / 2, step[s] > (dir "/steps.dat")
        y -= 0.7
    }
    printf "array legend[%d] = [%s]\nseries = %d\nbottom = %s\ntop = %s\nshare = %d\n", series, legend, series, y, top, share > (dir "/compare.gp")
}
