# prepare.awk: turns one part of a results file (--csv) into the small data files that the .gp scripts draw.
#   course -f plots/headline.awk -f plots/prepare.awk -v only=PART -v dir=OUT FILE     (course.sh)
# Writes OUT/meta.gp and those of ladder, tuningNN, blocks, sizes, shapesNN (NN is a lesson) that the
# file has data for; the reason for each other one to OUT/skipped; the ladder for comparisons to
# OUT/steps. Nothing when the file has no row of this part.

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

function quoted(text) { gsub(/"/, "", text); return "\"" text "\"" }

function skip(plot, why) { print plot ": " why > (dir "/skipped") }

function sort_numbers(list, n,    i, j, swap)
{
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && list[j] + 0 < list[j - 1] + 0; j--) {
            swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap
        }
}

# Adds a point to the lines of a plot: the best of a kernel's family at x.
function add_point(plot, row, x,    key, i)
{
    key = plot SUBSEP lesson[row] SUBSEP family(kernel[row])
    if (!(key in line_of)) {
        i = line_of[key] = ++lines[plot]
        line_name[plot, i] = family(kernel[row])
        line_lesson[plot, i] = digits_of(lesson[row])
        line_library[plot, i] = is_library(row)
    }
    i = line_of[key]
    if (!((plot, i, x) in point) || better(value[row], point[plot, i, x]))
        point[plot, i, x] = value[row]
    if (x > 0 && !((plot, x) in x_known)) {
        x_known[plot, x]
        x_of[plot, ++xs[plot]] = x
    }
}

# Marks on the x axis only where there are measurements. If x is a number of rows, of `of` elements in all,
# the elements of a row stand below it.
function tics(name, n, of,    i)
{
    for (i = 1; i <= n; i++)
        printf "%s\"%s\" %s", (i == 1 ? "set xtics (" : ", "), mark(x_at[i], of), x_at[i] > (dir "/" name ".tics")
    print ")" > (dir "/" name ".tics")
}
function mark(x, of)
{
    if (!of)
        return superscripts(count(x))
    return superscripts(power(x)) "\\n" superscripts(power(int(of / x)))
}

# Writes what lines.gp draws: a line per kernel, and where its name stands.
function write_lines(name, heading, subheading, axis, of,    out, n, i, j, x, last, end, top, gap, order, at, swap, pass, overlap, label_y, names, longest, flags)
{
    out = dir "/" name ".dat"
    n = xs[name]
    for (i = 1; i <= n; i++)
        x_at[i] = x_of[name, i]
    sort_numbers(x_at, n)
    tics(name, n, of)
    top = 0
    for (i = 1; i <= lines[name]; i++) {
        last = ""
        for (j = 1; j <= n; j++) {
            x = x_at[j]
            if ((name, i, 0) in point) # a library's, whatever the block
                point[name, i, x] = point[name, i, 0]
            if ((name, i, x) in point) {
                last = point[name, i, x] + 0
                end[i] = x
                print x "\t" last > out
                if (last > top)
                    top = last
            }
        }
        printf "\n\n" > out
        order[i] = i
        at[i] = last + 0
        names[line_name[name, i]]++
    }
    # Names at the ends of the lines, pushed apart until none overlaps another.
    if (peak > top)
        top = peak
    gap = top * 0.042
    for (i = 2; i <= lines[name]; i++)
        for (j = i; j > 1 && at[order[j]] < at[order[j - 1]]; j--) {
            swap = order[j]; order[j] = order[j - 1]; order[j - 1] = swap
        }
    for (i = 1; i <= lines[name]; i++)
        label_y[i] = at[i]
    for (pass = 1; pass <= 500; pass++) {
        for (i = 1; i < lines[name]; i++) {
            overlap = label_y[order[i]] + gap - label_y[order[i + 1]]
            if (overlap > 0) {
                label_y[order[i]] -= overlap / 2
                label_y[order[i + 1]] += overlap / 2
            }
        }
        if (label_y[order[1]] < gap / 4)
            label_y[order[1]] = gap / 4
        if (label_y[order[lines[name]]] > top * 1.04) # the picture ends at 1.06
            label_y[order[lines[name]]] = top * 1.04
    }
    for (i = 1; i <= lines[name]; i++) {
        x = line_name[name, i]
        if (names[x] > 1)
            x = x " (" line_lesson[name, i] ")"
        if (length(x) > longest)
            longest = length(x)
        print end[i] "\t" at[i] "\t" label_y[i] "\t" x > (dir "/" name ".labels")
        flags = flags (i > 1 ? ", " : "") line_library[name, i] + 0
        if (line_library[name, i] && subheading !~ /dashed/)
            subheading = subheading ", dashed: a library"
    }
    printf "heading = %s\nsubheading = %s\naxis = %s\nseries = %d\ntop = %s\nlongest = %d\narray dashed[%d] = [%s]\n", \
           quoted(heading), quoted(superscripts(subheading)), quoted(axis), lines[name], top, longest, \
           lines[name], flags > (dir "/" name ".gp")
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
    what = superscripts(in_common())
    ladder()
    if (cpu)
        skip("tuning, blocks, sizes, shapes", "need a GPU: on the CPU device times are emulation times")
    else
        gpu_plots()
    printf "device = %s\ntitle = %s\nwhat = %s\npeak = %s\ntop = %s\nseries = %d\nwidest = %d\ncpu = %d\n", \
           quoted(device), quoted(part_title[p]), quoted((what == "" ? "" : ", ") what), peak + 0, top, bars, \
           widest, cpu > (dir "/meta.gp")
}

# y, value, kernel, what stands below it, label, block, 1 for a library, suffix for a terminal;
# and for comparisons: step, value, peak
function ladder(    i, row, text, suffix, below, width, step, n, order, of_step)
{
    for (i = 1; i <= bars; i++) {
        row = bar[i]
        text = sprintf((cpu ? "%.3g ms" : "%.0f GB/s"), value[row])
        suffix = (one_type ? "" : type[row] " ") (one_shape ? "" : shape(row))
        sub(/ $/, "", suffix)
        below = is_library(row) ? "library" : title_of[lesson[row]]
        if (suffix != "")
            below = below (below == "" ? "" : ", ") superscripts(suffix)
        gsub(/ × /, "x", suffix)
        printf "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", -i, value[row], kernel[row], below, text, block[row], \
               is_library(row), suffix > (dir "/ladder.dat")
        if (length(kernel[row]) > widest)
            widest = length(kernel[row])
        width = length(is_library(row) ? "library" : title_of[lesson[row]])
        width = 0.8 * (width + (suffix == "" ? 0 : length(suffix) + 2))
        if (width > widest)
            widest = width
        if (value[row] + 0 > top)
            top = value[row] + 0
        step = family(kernel[row])
        if (part_steps[p] != "" && match(step, part_steps[p]))
            step = substr(step, RSTART, RLENGTH)
        if (is_library(row))
            continue
        if (!(step in of_step))
            order[++n] = step
        if (!(step in of_step) || value[row] + 0 > of_step[step] + 0)
            of_step[step] = value[row]
    }
    for (i = 1; i <= n && !cpu; i++)
        print order[i] "\t" of_step[order[i]] "\t" peak + 0 > (dir "/steps")
}

function gpu_plots(    row, told, has, text, measured, sizes_of, i)
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
                add_point("blocks", row, block[row])
            if (sizes_of[lesson[row], family(kernel[row])] > 1) # one size makes no line
                add_point("sizes", row, volume[row])
        }
    }
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
    for (i = 1; i <= lessons; i++)
        if (part_of[lesson_at[i]] == p) {
            tuning(lesson_at[i])
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

# The shapes of one lesson at one volume, at the block sizes that most of them were measured at.
function shapes(l,    row, b, seen, number, most, text, good, good_line, of, plot, batches)
{
    plot = "shapes" digits_of(l)
    for (row = 1; row <= rows; row++) {
        b = block[row]
        if (lesson[row] != l || !is_at_volume[row])
            continue
        of = headline[unit[row]]
        if (b > 0 && !((b, batch[row]) in seen)) {
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
        if (number[block[row]] != most && block[row] != 0)
            continue
        add_point(plot, row, batch[row])
        if (family(kernel[row]) ~ /_by_shape$/) {
            good_line = line_of[plot, l, family(kernel[row])]
            if (value[row] + 0 > good)
                good = value[row] + 0
        }
    }
    write_lines(plot, "The same elements in few long rows and in many short ones", \
                device ", " count(of) " elements, " (text ~ /,/ ? "better of blocks " : "block ") text, \
                "rows, and below them elements in a row", of)
    if (good)
        printf "good = %s\ngood_line = %d\n", 0.85 * good, good_line > (dir "/" plot ".gp")
}
