# prepare.awk: turns one part of a results file (--csv) into the small data files that the .gp scripts draw.
#   course -f plots/headline.awk -f plots/prepare.awk -v only=PART -v dir=OUT -v peers=PEERS \
#       -v latency=LATENCY -v machine_code=CODE -v marks=12 FILE     (course.sh)
# PEERS is what peers.sh measured on the same card, or nothing; it stands beside the first part. LATENCY is what
# latency.sh recorded of the card, CODE what sass.sh recorded of the lessons, if there are such files. marks: an x axis has
# room for so many numbers.
# Writes OUT/meta.gp and those of ladder, tuningNN, blocks, sizes, calls, shapesNN, flightNN (NN is a lesson) that the
# file has data for; the reason for each other one to OUT/skipped; the ladder for comparisons to
# OUT/steps. Nothing when the file has no row of this part, and of the CPU device only its name.

# 2^29 -> 2²⁹
function superscripts(text,    done, i)
{
    while (match(text, /\^[0-9]+/)) {
        done = done substr(text, 1, RSTART - 1)
        for (i = RSTART + 1; i < RSTART + RLENGTH; i++)
            done = done digit[substr(text, i, 1)]
        text = substr(text, RSTART + RLENGTH)
    }
    return done text
}

function skip(plot, why) { print plot ": " why > (dir "/skipped") }

function sort_numbers(list, n,    i, j, swap)
{
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
}

# Adds a point to the lines of a plot: the best of a kernel's family at x. `time`: microseconds, in place of the
# bandwidth. A library's function is one line, whatever the lesson, by the last of them.
function add_point(plot, row, x, time,    key, i, v)
{
    v = time == "" ? value[row] : log2(time)
    key = plot SUBSEP (is_kernel(row) ? lesson[row] : "") SUBSEP family(kernel[row])
    if (!(key in line_of)) {
        i = line_of[key] = ++lines[plot]
        line_name[plot, i] = family(kernel[row]) (time == "" ? clock_note(row) : "")
        line_library[plot, i] = !is_kernel(row)
        line_kind[plot, i] = kind[row]
    }
    i = line_of[key]
    if (!is_kernel(row) && line_lesson[plot, i] != digits_of(lesson[row]) || !((plot, i, x) in point) || \
        (time == "" ? better(v, point[plot, i, x]) : v + 0 < point[plot, i, x] + 0))
        point[plot, i, x] = v
    line_lesson[plot, i] = digits_of(lesson[row])
    if (x > 0 && !((plot, x) in x_known)) {
        x_known[plot, x]
        x_of[plot, ++xs[plot]] = x
    }
}

# What could not be timed in a graph was timed from the host: that is another clock.
function clock_note(row) { return clock[row] == "" || clock[row] == "graph" ? "" : ", host clock" }

# To base 2; some awks have no log().
function log2(x,    n, bit)
{
    for (n = 0; x >= 2; n++)
        x /= 2
    for (; x < 1; n--)
        x *= 2
    for (bit = 0.5; bit > 1e-6; bit /= 2) {
        x *= x
        if (x >= 2) {
            x /= 2
            n += bit
        }
    }
    return n
}

# Marks on the y axis where the values are logarithms: at powers of two, every `apart`-th of them.
function log_tics(name, low, high,    apart, i, v)
{
    apart = high - low > 12 ? 2 : 1
    for (i = low; i <= high; i += apart) {
        v = i < 0 ? sprintf("%.2f", 1 / 2 ^ -i) : 2 ^ i
        printf "%s%s %d", (i == low ? "set ytics (" : ", "), quoted(v), i > (dir "/" name ".tics")
    }
    print ")" > (dir "/" name ".tics")
}

# Marks on the x axis only where there are measurements, with numbers on those that have room, the first
# and the last among them. If x is a number of rows, of `of` elements in all, the elements of a row stand
# below it.
function tics(name, n, of,    i, apart, last, shown)
{
    apart = 0.99 * octaves(x_at[n] / x_at[1]) / marks
    shown[1] = shown[n] = last = 1
    for (i = 2; i < n; i++)
        if (octaves(x_at[i] / x_at[last]) > apart && octaves(x_at[n] / x_at[i]) > apart)
            shown[last = i] = 1
    for (i = 1; i <= n; i++)
        printf "%s%s %s", (i == 1 ? "set xtics (" : ", "), (i in shown ? mark(x_at[i], of) : quoted("")), \
               x_at[i] > (dir "/" name ".tics")
    print ")" > (dir "/" name ".tics")
}
# Roughly the logarithm to base 2; some awks have no log().
function octaves(ratio,    n)
{
    for (n = 0; ratio >= 2; n++)
        ratio /= 2
    return n + ratio - 1
}
function mark(x, of)
{
    if (!of)
        return quoted(superscripts(count(x)))
    return quoted(superscripts(power(x))) " . \"\\n\" . " quoted(superscripts(power(int(of / x))))
}

# Writes what lines.gp draws: a line per kernel, and where its name stands. `good`, if any, is a value to
# draw a line at, with the name good_name. More lines than there are colours become several plots, cut
# between two lessons: NAME, and NAME-19 for what begins with lesson 19. Those of libraries have no colours; they
# stand with their lesson, or in each plot if they are of none.
function write_lines(name, heading, subheading, axis, of, good, good_name,    n, plots, i, k, from, cut, title, own)
{
    for (i = 1; i <= lines[name]; i++)
        if (!line_library[name, i])
            own[++n] = i
    plots = n ? int((n - 1) / 9) + 1 : 1
    for (from = k = 1; from <= n || k == 1; from = cut) {
        cut = n + 1
        if (k < plots)
            for (i = from + 1; i <= n; i++)
                if (line_lesson[name, own[i]] != line_lesson[name, own[i - 1]] && closer(i, cut, 1 + k * n / plots))
                    cut = i
        title = heading
        if (plots > 1)
            title = title ", " plural_lessons(line_lesson[name, own[from]], line_lesson[name, own[cut - 1]])
        shown = 0
        for (i = 1; i <= lines[name]; i++)
            if (!line_library[name, i] ? n && i >= own[from] && i <= own[cut - 1] : \
                plots == 1 || line_lesson[name, i] == "" || \
                (from == 1 || line_lesson[name, i] >= line_lesson[name, own[from]]) && \
                (cut > n || line_lesson[name, i] < line_lesson[name, own[cut]]))
                shown_line[++shown] = i
        write_plot(name, from == 1 ? name : name "-" line_lesson[name, own[from]], title, subheading, \
                   axis, of, good, good_name)
        k++
    }
}
function closer(a, b, ideal) { return (a - ideal) * (a - ideal) < (b - ideal) * (b - ideal) }
function plural_lessons(a, b) { return a == b ? "lesson " a : "lessons " a " to " b }

# The same for the lines shown_line[1..shown] of plot `all`. The values of "calls" are logarithms of microseconds.
function write_plot(all, name, heading, subheading, axis, of, good, good_name,    out, n, i, k, j, x, last, low, top, start, names, text, longest, libraries, others, plain, at, label_y, room, end, series, values, limit, by_kind)
{
    out = dir "/" name ".dat"
    n = xs[all]
    for (i = 1; i <= n; i++)
        x_at[i] = x_of[all, i]
    sort_numbers(x_at, n)
    tics(name, n, of)
    series = shown
    for (k = 1; k <= series; k++) {
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
                if (top == "" || last > top)
                    top = last
                if (low == "" || last < low)
                    low = last
            }
        }
        printf "\n\n" > out
        at[k] = last
        names[line_name[all, i]]++
    }
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
    for (k = 1; k <= series; k++) {
        i = shown_line[k]
        text[k] = line_name[all, i]
        if (names[text[k]] > 1 && line_lesson[all, i] != "")
            text[k] = text[k] " (" line_lesson[all, i] ")"
        libraries += line_library[all, i]
        by_kind[line_kind[all, i]]++
        # which style of line it has; a library's have their own
        plain = plain (k > 1 ? ", " : "") (line_library[all, i] ? -libraries : ++others)
    }
    n = series
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
    if (libraries)
        subheading = subheading ", dashed grey: " in_words(by_kind["library"], by_kind["host"])
    # the x axis of all these plots is the same
    printf "x_first = %s\nx_last = %s\n", x_at[1], x_at[xs[all]] > (dir "/" name ".gp")
    printf "heading = %s\nsubheading = %s\naxis = %s\nvalues = %s\nseries = %d\nnames = %d\nstart = %s\ntop = %s\nroom = %d\nlongest = %d\n", \
           quoted(heading), quoted(superscripts(subheading)), quoted(axis), quoted(values), \
           series, n, start, top, room, longest > (dir "/" name ".gp")
    printf "array style[%d] = [%s]\narray name_of[%d]\narray end[%d]\narray at[%d]\narray label_y[%d]\n", \
           series, plain, n, n, n, n > (dir "/" name ".gp")
    for (i = 1; i <= n; i++)
        printf "name_of[%d] = %s\nend[%d] = %s\nat[%d] = %s\nlabel_y[%d] = %s\n", \
               i, quoted(text[i]), i, end[i] + 0, i, at[i], i, label_y[i] > (dir "/" name ".gp")
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

BEGIN {
    split("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", list, " ")
    for (i = 1; i <= 10; i++)
        digit[i - 1] = list[i]
    p = part_number[only]
    of_part = ": " tolower(substr(part_name[p], 1, 1)) substr(part_name[p], 2)
}

!split_row($0) {
    need_columns("lesson kernel device backend type n batch block grid median_ms gbps peak_gbps pct_peak toolkit")
    next
}
{ keep_row() }

END {
    if (failed)
        exit 1
    read_peers(p == 1 ? peers : "")
    choose_headline()
    for (i = 1; i <= parts; i++)
        if (choose_bars(i))
            known++
    if (!known) {
        printf "%s: no results in it\n", FILENAME > "/dev/stderr"
        exit 1
    }
    if (!choose_bars(p))
        exit 0
    printf "device = %s\ncpu = %d\n", quoted(device), cpu > (dir "/meta.gp")
    if (cpu) # emulation times say nothing, so no picture has them
        exit 0
    leave_out_small()
    steps()
    leave_out_types()
    if (!bars)
        exit 0
    what = superscripts(in_common())
    add_peers()
    ladder()
    gpu_plots()
    printf "title = %s\nwhat = %s\npeak = %s\ntop = %s\nstart = %s\nrungs = %d\nbeside = %d\nwidest = %d\n", \
           quoted(part_title[p]), quoted((what == "" ? "" : ", ") what), peak + 0, top, start, rungs, beside, \
           widest > (dir "/meta.gp")
}

# A kernel for small arrays is a matter of time; its bandwidth would be a bar of no width.
function leave_out_small(    i, left)
{
    for (i = 1; i <= bars; i++)
        if (!is_kernel(bar[i]) || !is_number(share[bar[i]]) || share[bar[i]] >= 1)
            bar[++left] = bar[i]
    bars = left + 0
}

# Tables show every type, pictures the first that a lesson declares: the others' bars are mostly as long.
function leave_out_types(    i, left)
{
    one_type = 1
    for (i = 1; i <= bars; i++)
        if (type[bar[i]] == first_type[lesson[bar[i]]]) {
            bar[++left] = bar[i]
            one_type = one_type && type[bar[i]] == type[bar[1]]
        }
    bars = left + 0
}

function step_of(row,    step)
{
    step = family(kernel[row])
    return part_steps[p] != "" && match(step, part_steps[p]) ? substr(step, RSTART, RLENGTH) : step
}

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

function add_sizes(row)
{
    add_point("sizes", row, volume[row])
    if (call_ms[row] != "")
        add_point("calls", row, volume[row], 1000 * call_ms[row])
}

function gpu_plots(    row, told, has, text, measured, sizes_of, i, own)
{
    for (row = 1; row <= rows; row++)
        if (part[row] == p && is_first[row] && !((lesson[row], family(kernel[row]), volume[row]) in measured)) {
            measured[lesson[row], family(kernel[row]), volume[row]]
            sizes_of[lesson[row], family(kernel[row])]++
        }
    for (row = 1; row <= rows; row++) {
        if (part[row] != p)
            continue
        has[lesson[row], kernel[row]] += is_headline[row]
        if (is_first[row]) {
            if (is_headline[row])
                add_point("blocks", row, is_kernel(row) ? block[row] : 0)
            if (sizes_of[lesson[row], family(kernel[row])] > 1) # one size makes no line
                add_sizes(row)
        }
    }
    for (row = 1; row <= rows; row++)
        if (part[row] == p)
            own[kernel[row]]
    for (row = first_peer; row <= rows; row++)
        if (!(kernel[row] in own) && is_same_work(row, bar[1]))
            add_sizes(row)
    for (row = 1; row <= rows; row++)
        if (part[row] == p && !has[lesson[row], kernel[row]] && !(kernel[row] in told)) {
            told[kernel[row]]
            text = power(headline[unit[row]])
            skip(kernel[row], "not measured at n = " text ": make bench N=" text)
        }

    text = device (what == "" ? "" : ", " what)
    if (xs["blocks"] < 2)
        skip("blocks" part_end[p], "one block size only: make bench BLOCKS=64,128,256,512,1024")
    else
        write_lines("blocks", "Bandwidth by block size" of_part, text, "threads per block")
    if (xs["sizes"] < 2)
        skip("sizes" part_end[p], "one size only: make bench N=2^16,2^20,2^24,2^28")
    else
        write_lines("sizes", "Bandwidth by array size" of_part, device ", each kernel at its best block size", \
                    "n, elements")
    if (xs["calls"] > 1)
        write_lines("calls", "Time of one call by array size" of_part, device ", until the host has the result", \
                    "n, elements")
    for (i = 1; i <= lessons; i++)
        if (part_of[lesson_at[i]] == p) {
            tuning(lesson_at[i])
            in_flight(lesson_at[i])
            shapes(lesson_at[i])
        }
}

# Kernels NAME_1, NAME_2 ... of one lesson over that number, if the lesson declares what it is. If there
# are several such NAMEs, the first.
function tuning(l,    row, k, name, points, tuned, plot, i)
{
    if (swept[l] == "")
        return
    plot = "tuning" digits_of(l)
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_headline[row] || family(kernel[row]) == kernel[row])
            continue
        if (name == "")
            name = family(kernel[row])
        if (family(kernel[row]) != name)
            continue
        k = substr(kernel[row], length(name) + 2)
        if (!(k in tuned))
            x_at[++points] = k
        if (!(k in tuned) || better(value[row], tuned[k]))
            tuned[k] = value[row]
    }
    if (points < 2) {
        skip(plot, "needs several kernels of that lesson: make bench LESSONS=" digits_of(l))
        return
    }
    sort_numbers(x_at, points)
    for (i = 1; i <= points; i++)
        printf "%s\t%s\t%.0f\n", x_at[i], tuned[x_at[i]], tuned[x_at[i]] > (dir "/" plot ".dat")
    tics(plot, points)
    printf "heading = %s\naxis = %s\n", quoted("Lesson " digits_of(l) ": " title_of[l]), \
           quoted("k in " name "_k: " swept[l]) > (dir "/" plot ".gp")
}

# Bandwidth over the bytes in flight on an SM, for a lesson that declares how many blocks are there: threads times
# the bytes that each has on its way at once, as the machine code says. By Little's law no more than bytes over
# latency can arrive.
function in_flight(l,    plot, row, bytes, ns, sms, lines, i, j, b, list, x, has)
{
    if (per_sm[l] == "")
        return
    plot = "flight" digits_of(l)
    ns = latency_of_memory()
    if (!ns || !peak) {
        skip(plot, !ns ? "needs " latency ": make latency RECORD=yes" : "the theoretical peak is unknown")
        return
    }
    read_machine_code(l)
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_headline[row] || !is_kernel(row))
            continue
        bytes = bytes_in_flight[code_name(kernel[row]), arch[row]]
        if (!bytes) {
            skip(plot, machine_code " does not know " code_name(kernel[row]) " for " arch[row] ": make record-sass")
            return
        }
        if (grid[row] / per_sm[l] > sms)
            sms = grid[row] / per_sm[l]
        if (!(block[row] in has))
            list[++lines] = block[row]
        has[block[row]]
        x[row] = per_sm[l] * block[row] * bytes
    }
    if (!lines) {
        skip(plot, "needs that lesson: make bench LESSONS=" digits_of(l))
        return
    }
    sort_numbers(list, lines)
    for (i = 1; i <= lines; i++) {
        b = list[i]
        for (row = 1; row <= rows; row++)
            if (row in x && block[row] == b)
                printf "%s\t%s\t%s\n", x[row], value[row], kernel[row] > (dir "/" plot ".dat")
        printf "\n\n" > (dir "/" plot ".dat")
    }
    printf "heading = %s\nseries = %d\nns = %s\nsms = %d\nof_block = \"", \
           quoted("Lesson " digits_of(l) ": " title_of[l]), lines, ns, sms > (dir "/" plot ".gp")
    for (i = 1; i <= lines; i++)
        printf "%s%s", (i > 1 ? " " : ""), per_sm[l] * list[i] > (dir "/" plot ".gp")
    print "\"" > (dir "/" plot ".gp")
}
function code_name(kernel) { return match(kernel, /_[0-9]+$/) ? substr(kernel, 1, RSTART - 1) "<" substr(kernel, RSTART + 1) ">" : kernel }

# Nanoseconds, or 0 where nobody measured them.
function latency_of_memory(    line, n, i, head, text, ns)
{
    while (latency != "" && (getline line < latency) > 0) {
        n = split_fields(line, text)
        if (!(1 in head))
            for (i = 1; i <= n; i++)
                head[i] = text[i]
        for (i = 1; i <= n; i++)
            field[head[i]] = text[i]
        if (field["level"] == "memory")
            ns = field["ns"] + 0
    }
    close(latency)
    return ns
}

# Sets bytes_in_flight[kernel, arch] for the kernels of a lesson.
function read_machine_code(l,    line, n, i, head, text)
{
    while (machine_code != "" && (getline line < machine_code) > 0) {
        n = split_fields(line, text)
        if (!(1 in head))
            for (i = 1; i <= n; i++)
                head[i] = text[i]
        for (i = 1; i <= n; i++)
            field[head[i]] = text[i]
        if (field["lesson"] == l)
            bytes_in_flight[field["kernel"], field["arch"]] = field["most_bytes_in_flight"] + 0
    }
    close(machine_code)
}

# The shapes of one lesson at one volume, at the block sizes that most of them were measured at.
function shapes(l,    row, b, seen, number, most, text, by_shape, good, of, plot, batches)
{
    by_shape = "_by_shape" # the kernel that is to be fast at all of them
    plot = "shapes" digits_of(l)
    for (row = 1; row <= rows; row++) {
        b = block[row]
        if (lesson[row] != l || !is_at_volume[row])
            continue
        of = headline[unit[row]]
        if (is_kernel(row) && !((b, batch[row]) in seen)) {
            seen[b, batch[row]]
            if (++number[b] > most)
                most = number[b]
        }
        if (!((0, batch[row]) in seen)) {
            seen[0, batch[row]]
            batches++
        }
    }
    if (batches < 3) {
        if (bench_of[l] ~ /--batch/)
            skip(plot, "needs that lesson at several shapes: make bench LESSONS=" digits_of(l))
        return
    }
    for (b = 32; b <= 1024; b += 32)
        if (number[b] == most && most)
            text = text (text ? ", " : "") b
    for (row = 1; row <= rows; row++) {
        if (lesson[row] != l || !is_at_volume[row] || type[row] != first_type[l])
            continue
        if (is_kernel(row) && number[block[row]] != most)
            continue
        add_point(plot, row, batch[row])
        if (family(kernel[row]) ~ by_shape "$" && value[row] + 0 > good)
            good = value[row] + 0
    }
    write_lines(plot, "The same elements in few long rows and in many short ones", \
                device ", " count(of) " elements, " (text ~ /,/ ? "better of blocks " : "block ") text, \
                "rows, and below them elements in a row", of, 0.85 * good, "85 % of …" by_shape)
}
