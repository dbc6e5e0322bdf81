# progress.awk: where the learner is; see progress.sh, which calls it:
#   awk -v show=parts|all|next|open -v after=NN -v log_file=FILE -f log.awk -f routes.awk -f progress.awk -f progress-lines.awk \
#       PAGE... SOLUTION...
# PARTS in the environment has a line for each part of the course: number, title, its lessons (tabs between). ROUTE there
# is a route's name, or empty.
# Pages and solutions come in the course's order; only their first lines count.

BEGIN {
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
