# lines.awk: collects points as a line per kernel, and decides which lines a plot has. Used by sizes.awk and lessons.awk.

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
