# compare.awk: the steps of several devices to one picture's lines, for one part of the course.
#   course -f plots/compare.awk -v only=PART -v dir=OUT -v share=0|1 NAME=... STEPS NAME=... STEPS
# STEPS holds part, step, GB/s, peak (0: not known). With share, values are percent of peak, and a
# device whose peak is not known is left out. Steps that only one device has are left out, too.
# Writes OUT/lines.dat and OUT/compare.gp; ends with 1 when there is nothing to compare.

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
            if (length(name[i]) > longest) longest = length(name[i])
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
    for (s = 1; s <= steps; s++)
        if (devices[step[s]] > 1) {
            shown_step[++places] = step[s]
            if (length(step[s]) > widest) widest = length(step[s])
        }
    all = series * places <= 12
    # A line of a device: place, value, step, whether its number is written, number
    for (i = 1; i <= series; i++) {
        if (i > 1)
            printf "\n\n" > (dir "/lines.dat")
        for (last = places; last > 1 && !((shown_step[last], shown[i]) in value); last--)
            ;
        for (s = 1; s <= places; s++)
            if ((shown_step[s], shown[i]) in value) {
                v = value[shown_step[s], shown[i]]
                written = (s == last || all) && has_room(s, i, v, (top - start) / (all ? 8 : 18))
                printf "%d\t%s\t%s\t%d\t" form "\n", s, v, shown_step[s], written, v > (dir "/lines.dat")
            } else
                printf "%d\tNaN\t%s\t0\t\n", s, shown_step[s] > (dir "/lines.dat")
    }
    title = part_name[part_number[only]]
    title = ": " tolower(substr(title, 1, 1)) substr(title, 2)
    printf "array legend[%d] = [%s]\nlongest = %d\nseries = %d\nsteps = %d\nwidest = %d\n", \
           series, legend, longest, series, places, widest > (dir "/compare.gp")
    printf "top = %s\nstart = %s\nshare = %d\nall = %d\nof_part = %s\n", top, start, share, all, quoted(title) > (dir "/compare.gp")
}

# Is there no other point in the place of v's number, close above it?
function has_room(s, i, v, distance,    j, other)
{
    for (j = 1; j <= series; j++)
        if (j != i && (shown_step[s], shown[j]) in value) {
            other = value[shown_step[s], shown[j]]
            if (other - v < distance && (other > v || other == v && j < i))
                return 0
        }
    return 1
}
