# progress.awk: where the learner is; see progress.sh, which calls it:
#   awk -v show=parts|all|next|open -v after=NN -v log_file=FILE -f log.awk -f routes.awk -f progress.awk PAGE... SOLUTION...
# PARTS in the environment has a line for each part of the course: number, title, its lessons (tabs between). ROUTE there
# is a route's name, or empty.
# Pages and solutions come in the course's order; only their first lines count.

BEGIN {
    MOST_LESSONS = 6 # lines
    read_log(log_file)
    choose_route()
    last = after != "" ? after : last_passed
    parts = split(ENVIRON["PARTS"], part, "\n")
    for (i = 1; i <= parts; i++) {
        split(part[i], column, "\t")
        add_group(column[1], column[2], column[3])
    }
}

FNR > 1 { next }
{
    sub(/\r$/, "")
    number = FILENAME
    sub(/.*\//, "", number)
    sub(/_.*/, "", number)
}

# "# Lesson 05: unroll the last warp"
FILENAME ~ /\.md$/ {
    page[number] = FILENAME
    title[number] = $0
    sub(/^#+ */, "", title[number])
    sub(/^[A-Za-z]* *[0-9.]+:? */, "", title[number])
    next
}

route && !on_route(lesson_of(number), route) { next }

# "/* Exercise 05b: volatile, as in the book (find the bug)"
{
    text = $0
    sub(/^[^:]*: /, "", text)
    kind[number] = text
    sub(/ \([^(]*\)$/, "", text)
    sub(/.* \(/, "", kind[number])
    sub(/\)$/, "", kind[number])
    title_of[number] = text
    exercise[++all] = number
    if (passed[number]) done++
    else if (open == "" || (is_behind && !is_next)) {
        open = number
        is_next = is_behind
    }
    if (number "" == last "") is_behind = 1 # next is the one after the last that was passed, if there is one
}

END {
    if (wrong_route) exit 2
    if (show == "open") {
        if (open != "") print open
        exit open == ""
    }
    sort_into_groups()
    print ""
    if (show == "all") print_all()
    print_bar()
    if (show == "parts") print_parts()
    print_next()
}

function choose_route(    i, names)
{
    read_routes()
    if (ENVIRON["ROUTE"] == "" || (route = find_route(ENVIRON["ROUTE"]))) return
    for (i = 1; i <= routes; i++) names = names (i > 1 ? ", " : "") route_name[i]
    i = ENVIRON["ROUTE"]
    gsub(/\n/, " ", i)
    if (show != "open") # watch.sh and unknown.sh ask that first
        print "ROUTE=" i ": there is no such route; there are: " names > "/dev/stderr"
    wrong_route = 1
    exit 2
}

# --- groups: the parts of the course, and before them the lessons that belong to none ---

function add_group(number, name, its_lessons,    i, n, list)
{
    group_number[++groups] = number
    group_title[groups] = name
    n = split(its_lessons, list, ",")
    for (i = 1; i <= n; i++) group_of[list[i]] = groups
}

function lesson_of(number) { sub(/[a-z]+$/, "", number); return number }

function sort_into_groups(    i, lesson, group)
{
    for (i = 1; i <= all; i++) {
        lesson = lesson_of(exercise[i])
        group = lesson in group_of ? group_of[lesson] : 0
        if (!(lesson in its_exercises)) its_lessons[group] = its_lessons[group] " " lesson
        its_exercises[lesson] = its_exercises[lesson] " " exercise[i]
        in_group[group]++
        in_lesson[lesson]++
        done_in_group[group] += passed[exercise[i]]
        done_in_lesson[lesson] += passed[exercise[i]]
        begun_in_group[group] += begun[exercise[i]] && !passed[exercise[i]]
    }
    group_title[0] = groups ? "From zero" : "Exercises"
}

# --- what is shown ---

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
