# compare.awk: the steps of several devices to one picture's bars, for one part of the course.
#   course -f plots/compare.awk -v only=PART -v dir=OUT -v share=0|1 NAME=... STEPS NAME=... STEPS
# STEPS holds part, step, GB/s, peak (0: not known). With share, values are percent of peak, and a
# device whose peak is not known is left out. Steps that only one device has are left out, too.
# Writes OUT/bars.dat, OUT/steps.dat, OUT/compare.gp; ends with 1 when there is nothing to compare.

FNR == 1 { names++; name[names] = NAME }
$1 == only {
    if (share && $4 + 0 == 0) next
    if (!($2 in devices)) step[++steps] = $2
    devices[$2]++
    value[$2, names] = share ? 100 * $3 / $4 : $3
}
BEGIN { FS = "\t" }
END {
    for (s = 1; s <= steps; s++)
        for (i = 1; i <= names; i++)
            if (devices[step[s]] > 1 && (step[s], i) in value)
                used[i] = 1
    for (i = 1; i <= names; i++)
        if (i in used) {
            shown[++series] = i
            legend = legend (series > 1 ? ", " : "") quoted(name[i])
        }
    if (!series) exit 1
    for (s = 1; s <= steps; s++)
        for (i = 1; i <= series; i++)
            if (devices[step[s]] > 1 && (step[s], shown[i]) in value) {
                v = value[step[s], shown[i]]
                if (v > top) top = v
                if (low == "" || v < low) low = v
            }
    start = axis_start(low, top)
    form = !share ? "%.0f" : start ? "%.1f %%" : "%.0f %%"
    # Bars stand close within a step, with a gap between steps; each step has a place for every device.
    y = 0
    for (s = 1; s <= steps; s++) {
        if (devices[step[s]] < 2) continue
        first = y
        for (i = 1; i <= series; i++) {
            if ((step[s], shown[i]) in value) {
                v = value[step[s], shown[i]]
                printf "%s\t%s\t%d\t" form "\n", y, v, i, v > (dir "/bars.dat")
            } else
                missing = missing sprintf("missing_y[%d] = %s\n", ++gaps, y)
            y--
        }
        printf "%s\t%s\n", (first + y + 1) / 2, step[s] > (dir "/steps.dat")
        if (length(step[s]) > widest) widest = length(step[s])
        y -= 0.7
    }
    title = part_name[part_number[only]]
    title = ": " tolower(substr(title, 1, 1)) substr(title, 2)
    printf "array legend[%d] = [%s]\nseries = %d\nbottom = %s\ntop = %s\nstart = %s\nshare = %d\nwidest = %d\nof_part = %s\n", \
           series, legend, series, y, top, start, share, widest, quoted(title) > (dir "/compare.gp")
    printf "missing = %d\narray missing_y[%d]\n%s", gaps, gaps + 1, missing > (dir "/compare.gp")
}
