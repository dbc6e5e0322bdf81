# progress-lines.awk: what progress shows, from what progress.awk knows. Used after it.

BEGIN { MOST_LESSONS = 6 } # lines

function print_bar(    width, filled, i, bar)
{
    width = 40
    filled = int(width * done / all)
    for (i = 0; i < width; i++) bar = bar (i < filled ? "#" : "-")
    printf "  [%s] %d of %d done%s\n\n", bar, done, all, route ? ", route " route_name[route] : ""
}

function print_next(    lesson)
{
    if (open == "" && route) {
        print "  All done on this route. The others: docs/map.md"
        return
    }
    if (open == "") {
        print "  All done. Now you can write one of your own: see docs/exercises.md"
        return
    }
    lesson = lesson_of(open)
    printf "  next: make exercise%s && ./exercise%s\n        %s (%s)\n", open, open, title_of[open], kind[open]
    if (lesson in page)
        printf "        lesson %s, %s: %s\n", lesson, title[lesson], page[lesson]
}

function print_parts(    g, n, list, here, range)
{
    here = open == "" ? -1 : (lesson_of(open) in group_of) ? group_of[lesson_of(open)] : 0
    for (g = 0; g <= groups; g++) {
        if (!in_group[g]) continue
        n = split(its_lessons[g], list, " ")
        range = list[1] (n > 1 ? "-" list[n] : "")
        printf "  %-5s%-36s%-9s%s\n", group_number[g], group_title[g], range, how_far(g)
        if (g == here) print_lessons(n, list)
    }
    print "\n  x done   / begun   . open   > next        every exercise: make progress ALL=1\n"
}

function how_far(g)
{
    if (done_in_group[g] == in_group[g]) return "all " in_group[g] " done"
    if (done_in_group[g] || begun_in_group[g]) return done_in_group[g] " of " in_group[g] " done"
    return in_group[g] (in_group[g] > 1 ? " exercises" : " exercise")
}

# A line for each lesson; those that are done and follow each other share one, and so do the last ones of a long part: all
# has to fit on a screen of 24 lines.
function print_lessons(n, lesson,    i, first, lines)
{
    for (i = 1; i <= n; i++) {
        first = i
        while (is_done(lesson[i]) && i < n && is_done(lesson[i + 1])) i++
        if (i > first)
            printf "       %-32s x all done\n", lesson[first] "-" lesson[i]
        else if (++lines > MOST_LESSONS && i < n && lesson[i] + 0 > lesson_of(open) + 0) {
            printf "       %s-%s\n", lesson[i], lesson[n]
            return
        } else
            printf "       %-4s%-28s %s\n", lesson[i], title[lesson[i]], marks_of(lesson[i])
    }
}
function is_done(lesson) { return done_in_lesson[lesson] == in_lesson[lesson] }

function marks_of(lesson,    i, n, list, text)
{
    n = split(its_exercises[lesson], list, " ")
    for (i = 1; i <= n; i++) text = text (i > 1 ? "  " : "") mark(list[i]) " " list[i]
    return text
}
function mark(number) { return number "" == open "" ? ">" : passed[number] ? "x" : begun[number] ? "/" : "." }

function print_all(    i, g, group, row)
{
    group = -1
    for (i = 1; i <= all; i++) {
        number = exercise[i]
        g = (lesson_of(number) in group_of) ? group_of[lesson_of(number)] : 0
        if (g != group) {
            printf "%s  %s\n", (i > 1 ? "\n" : ""), (g ? group_number[g] ". " : "") group_title[g]
            group = g
        }
        row = sprintf("  %-4s %-50s %-15s %-6s", number, title_of[number], kind[number],
                      passed[number] ? "done" : begun[number] ? "begun" : "open")
        if (hints[number]) row = row " " hints[number] (hints[number] > 1 ? " hints" : " hint")
        if (solution[number]) row = row (hints[number] ? "," : "") " solution seen"
        sub(/ +$/, "", row)
        print row
    }
    print ""
}
