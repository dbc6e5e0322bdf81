# plot.awk: writes one plot for lines.gp: the points of its lines, and where their names stand. Used by lines.awk.

# Writes the lines shown_line[1..shown] of plot `all`. The values of "calls" are logarithms of microseconds.
function write_plot(all, name, heading, subheading, axis, of, good, good_name,    n, i, low, top, start, text, longest, styles, at, label_y, room, end, values, limit, edge, by_kind, out)
{
    n = xs[all]
    for (i = 1; i <= n; i++)
        x_at[i] = x_of[all, i]
    sort_numbers(x_at, n)
    tics(name, n, of)
    write_points(all, n, dir "/" name ".dat", at, end, edge)
    low = edge["low"]
    top = edge["top"]
    if (all == "calls") {
        limit = 0
        values = "microseconds for one call"
        start = low < 0 && low != int(low) ? int(low) - 1 : int(low)
        log_tics(name, start, int(top) + 1)
    } else {
        limit = peak
        start = axis_start(low, peak > top ? peak : top)
        values = "bandwidth in GB/s" from_where(start)
    }

    # Names stand beside the picture, at the ends of their lines, and so do the limits'.
    styles = name_lines(all, text, by_kind)
    n = shown
    if (limit) {
        at[++n] = limit
        text[n] = sprintf("theoretical peak %.0f GB/s", limit)
    }
    if (good) {
        at[++n] = good
        text[n] = good_name
    }
    for (i = 1; i <= n; i++)
        if (length(text[i]) > longest)
            longest = length(text[i])
    room = 19 * n < 340 ? 340 : 19 * n # of the axis, in pixels
    if (limit > top)
        top = limit
    top = start + 1.06 * (top - start)
    spread_out(at, label_y, n, 18 * (top - start) / room, start, top)
    if (by_kind["library"] + by_kind["host"])
        subheading = subheading ", dashed grey: " in_words(by_kind["library"], by_kind["host"])

    out = dir "/" name ".gp"
    # the x axis of all these plots is the same
    printf "x_first = %s\nx_last = %s\n", x_at[1], x_at[xs[all]] > out
    printf "heading = %s\nsubheading = %s\naxis = %s\nvalues = %s\n", \
           quoted(heading), quoted(superscripts(subheading)), quoted(axis), quoted(values) > out
    printf "series = %d\nnames = %d\nstart = %s\ntop = %s\nroom = %d\nlongest = %d\n", shown, n, start, top, room, longest > out
    printf "array style[%d] = [%s]\narray name_of[%d]\narray end[%d]\narray at[%d]\narray label_y[%d]\n", \
           shown, styles, n, n, n, n > out
    for (i = 1; i <= n; i++)
        printf "name_of[%d] = %s\nend[%d] = %s\nat[%d] = %s\nlabel_y[%d] = %s\n", \
               i, quoted(text[i]), i, end[i] + 0, i, at[i], i, label_y[i] > out
}

# Sets for each line where it ends, end[k] and at[k], and the edges of all, edge["low"] and edge["top"].
function write_points(all, n, out, at, end, edge,    k, i, j, x, last)
{
    for (k = 1; k <= shown; k++) {
        i = shown_line[k]
        last = ""
        for (j = 1; j <= n; j++) {
            x = x_at[j]
            if ((all, i, 0) in point) # a library's, whatever the block
                point[all, i, x] = point[all, i, 0]
            if ((all, i, x) in point) {
                last = point[all, i, x] + 0
                end[k] = x
                print x "\t" last > out
                if (!("top" in edge) || last > edge["top"])
                    edge["top"] = last
                if (!("low" in edge) || last < edge["low"])
                    edge["low"] = last
            }
        }
        printf "\n\n" > out
        at[k] = last
    }
}

# Sets text[k], the name of each line, and how many there are by_kind. Returns their styles; those of libraries, below 0,
# are their own.
function name_lines(all, text, by_kind,    k, i, names, styles, libraries, others)
{
    for (k = 1; k <= shown; k++)
        names[line_name[all, shown_line[k]]]++
    for (k = 1; k <= shown; k++) {
        i = shown_line[k]
        text[k] = line_name[all, i]
        if (names[text[k]] > 1 && line_lesson[all, i] != "")
            text[k] = text[k] " (" line_lesson[all, i] ")"
        by_kind[line_kind[all, i]]++
        styles = styles (k > 1 ? ", " : "") (line_library[all, i] ? - ++libraries : ++others)
    }
    return styles
}

function in_words(libraries, host)
{
    return (libraries ? (libraries == 1 ? "a library" : "libraries") : "") (libraries && host ? " and " : "") (host ? "the host" : "")
}

function from_where(start) { return start ? sprintf(" (axis starts at %.0f)", start) : "" }

# label_y[1..n]: at[1..n], pushed apart until they are `gap` apart, within low and high.
function spread_out(at, label_y, n, gap, low, high,    i, j, order, swap, pass, overlap, moved)
{
    for (i = 1; i <= n; i++) {
        order[i] = i
        label_y[i] = at[i] + 0
    }
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && label_y[order[j]] < label_y[order[j - 1]]; j--) {
            swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap
        }
    for (pass = 1; pass <= 2000; pass++) {
        moved = 0
        for (i = 1; i < n; i++) {
            overlap = label_y[order[i]] + gap - label_y[order[i + 1]]
            if (overlap > gap / 100) {
                label_y[order[i]] -= overlap / 2
                label_y[order[i + 1]] += overlap / 2
                moved = 1
            }
        }
        if (label_y[order[1]] < low)
            label_y[order[1]] = low
        if (label_y[order[n]] > high)
            label_y[order[n]] = high
        if (!moved)
            return
    }
}
