# ladder.awk: writes the bars of a part for ladder.gp, and its steps for comparisons.

# For comparisons: step, value of its best variant of any type, peak
function steps(    i, row, step, n, order, of_step)
{
    for (i = 1; i <= bars; i++) {
        row = bar[i]
        if (!is_kernel(row))
            continue
        step = step_of(row)
        if (!(step in of_step))
            order[++n] = step
        if (!(step in of_step) || value[row] + 0 > of_step[step] + 0)
            of_step[step] = value[row]
    }
    for (i = 1; i <= n; i++)
        print order[i] "\t" of_step[order[i]] "\t" peak + 0 > (dir "/steps")
}

function step_of(row,    step)
{
    step = family(kernel[row])
    return part_steps[p] != "" && match(step, part_steps[p]) ? substr(step, RSTART, RLENGTH) : step
}

# y, value, kernel, what stands below it, label, block, 1 for a library, suffix for a terminal. ladder.dat has all of them;
# rungs.dat the best kernel of each step, and beside.dat the best of all, with libraries and the host.
function ladder(    i, row, text, suffix, below, width, low, line, step, best)
{
    for (i = 1; i <= bars; i++) {
        row = bar[i]
        step = step_of(row)
        if (is_kernel(row) && (!(step in best) || value[row] + 0 > value[best[step]] + 0))
            best[step] = row
        if (is_kernel(row) && (!("" in best) || value[row] + 0 > value[best[""]] + 0))
            best[""] = row
    }
    for (i = 1; i <= bars; i++) {
        row = bar[i]
        text = sprintf("%.0f GB/s", value[row])
        suffix = (one_type ? "" : type[row] " ") (one_shape ? "" : shape(row))
        sub(/ $/, "", suffix)
        below = is_kernel(row) ? title_of[lesson[row]] : kind[row] clock_note(row)
        if (suffix != "")
            below = below (below == "" ? "" : ", ") superscripts(suffix)
        width = 8.1 * length(below)
        if (width > widest)
            widest = width
        gsub(/ × /, "x", suffix)
        line = sprintf("\t%s\t%s\t%s\t%s\t%s\t%d\t%s", value[row], kernel[row], below, text, block[row], !is_kernel(row), suffix)
        print -i line > (dir "/ladder.dat")
        if (is_kernel(row) && row == best[step_of(row)])
            print -(++rungs) line > (dir "/rungs.dat")
        if (!is_kernel(row) || row == best[""])
            print -(++beside) line > (dir "/beside.dat")
        # in pixels, roughly: fonts differ
        if (8.9 * length(kernel[row]) > widest)
            widest = 8.9 * length(kernel[row])
        if (value[row] + 0 > top)
            top = value[row] + 0
        if (low == "" || value[row] + 0 < low)
            low = value[row] + 0
    }
    beside = beside > 1 ? beside : 0
    start = bars > 1 ? axis_start(low, peak > top ? peak : top) : 0
}
