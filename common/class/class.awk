# class.awk: a class at a glance: who is stuck (overview.awk); with all=1 also students and exercises, and where they
# stumble. From class.sh: EXERCISES in the environment, a line for each exercise.

!split_row($0) { next }
{ keep() }

END {
    if (failed) exit failed
    find_same_names()
    sort_names()
    exercises_of()
    print_overview()
    if (!all) exit
    print ""
    printf "%d %s, %d of %d exercises begun by somebody\n\n", students, students == 1 ? "report" : "reports", exercises, \
           split(ENVIRON["EXERCISES"], list, "\n")
    print_table()
    print_stumbles()
}

function print_table(    i, names, room, first, last)
{
    for (i = 1; i <= students; i++) if (text_width(student[i]) > names) names = text_width(student[i])
    if (names < 14) names = 14
    if (names > 24) names = 24
    room = int((80 - 2 - names - 12) / 6) # exercises beside each other
    first = 1
    do { # once, too, where nobody has begun anything
        last = first + room - 1 < exercises ? first + room - 1 : exercises
        print_rows(first, last, names)
        first = last + 1
    } while (first <= exercises)
    if (exercises)
        print "  x solved   / begun   . open   2 of so many hints   s solution seen before   min minutes at work\n"
}

function print_rows(first, last, names,    i, k, line)
{
    line = "  " left("", names) " done  min"
    for (k = first; k <= last; k++) line = line right(exercise[k], 6)
    print line
    for (i = 1; i <= students; i++) {
        line = "  " left(student[by_name[i]], names) right(solved[by_name[i]] + 0, 5) right(minutes_of[by_name[i]] + 0, 5)
        for (k = first; k <= last; k++) line = line right(cell(by_name[i], exercise[k]), 6)
        print line
    }
    line = "  " left("solved", names) "          "
    for (k = first; k <= last; k++) line = line right(how_many(exercise[k], "solved"), 6)
    print line
    line = "  " left("median minutes", names) "          "
    for (k = first; k <= last; k++) line = line right(median_minutes(exercise[k]), 6)
    print line "\n"
}

function cell(s, e)
{
    if (!((s, e) in state)) return "."
    return (state[s, e] == "solved" ? "x" : "/") (hints[s, e] ? hints[s, e] : "") (saw_solution[s, e] ? "s" : "")
}
function how_many(e, wanted,    s, n)
{
    for (s = 1; s <= students; s++) n += ((s, e) in state) && (wanted == "" || state[s, e] == wanted)
    return n + 0
}
function median_minutes(e,    s, n, i, list)
{
    for (s = 1; s <= students; s++)
        if (state[s, e] == "solved") {
            for (i = ++n; i > 1 && list[i - 1] > minutes[s, e]; i--) list[i] = list[i - 1]
            list[i] = minutes[s, e]
        }
    return n ? list[int((n + 1) / 2)] : "-"
}

# The check at which a student's last wrong answer failed, solved since or not. The starters' failures are not in it.
function print_stumbles(    s, i, key, n, e, list, here, half)
{
    half = int((students + 1) / 2)
    for (i = 1; i <= exercises; i++) {
        e = exercise[i]
        for (s = 1; s <= students; s++) {
            if (check[s, e] == "") continue
            key = e SUBSEP check[s, e]
            if (!(key in here)) {
                list[++n] = key
                exercise_of[key] = e
                check_of[key] = check[s, e]
            }
            here[key]++
            if (kind[s, e] != "") kinds[key, kind[s, e]]++
            if (kinds[key, kind[s, e]] == 1) kinds_of[key] = kinds_of[key] SUBSEP kind[s, e]
        }
    }
    print "What half of the room stumbles on: the check that failed last, for " half " or more of " students
    for (i = 2; i <= n; i++) # the most first, else as they came
        for (s = i; s > 1 && here[list[s]] > here[list[s - 1]]; s--) {
            key = list[s]; list[s] = list[s - 1]; list[s - 1] = key
        }
    for (i = 1; i <= n && here[list[i]] >= half; i++) print_stumble(list[i], here[list[i]])
    if (i == 1) {
        print n ? "  nothing; what comes next to it:" : "  nothing: no answer has failed yet"
        for (; i <= n && i <= 3; i++) print_stumble(list[i], here[list[i]])
    }
}
function print_stumble(key, number,    i, n, list, text)
{
    printf "  %3d  %-5s %s\n", number, exercise_of[key], check_of[key]
    n = split(substr(kinds_of[key], 2), list, SUBSEP)
    for (i = 1; i <= n; i++) if (list[i] != "") text = text (text == "" ? "" : ", ") list[i] " " kinds[key, list[i]]
    if (text != "") print "             " text
}
