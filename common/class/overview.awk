# overview.awk: a class on one screen: who is stuck first. Used between read-reports.awk and class.awk, which calls
# print_overview(). From class.sh: rows, how many lines there may be (0: any number); NOW in the environment (UTC), and in the
# file notes what else is to be said, a line each.
#
# Everybody has a score: the tries and the hints since the last pass of any exercise, and one for each five minutes in which
# nothing was noted. From STUCK on it is one of
#   stuck     who goes on trying
#   silent    who has done nothing for SILENT minutes
# and the others are
#   new       who has not tried anything
#   works     who has tried the exercise at hand
#   passed    who has not tried the next one yet
#   absent    of whom nothing was noted for GONE minutes
# They stand in that order, with stuck and silent as one: the highest score first.

BEGIN { STUCK = 3; SILENT = 10; GONE = 60; OLD = 30 }

# Minutes are counted up to now. Where the newest report is older than OLD minutes, class is over, and that report says what
# now is.
function find_now(    s, newest)
{
    now = seconds(substr(ENVIRON["NOW"], 1, 19))
    for (s = 1; s <= students; s++)
        if (written[s] != "" && (newest == "" || written[s] > newest)) newest = written[s]
    as_of = newest != "" && now - newest > OLD * 60
    if (as_of) now = newest
}

function judge(s,    since, open)
{
    since = written[s] != "" && now > written[s] ? int((now - written[s]) / 60) : 0
    if (written[s] == "") minutes_idle[s] = "-"
    else minutes_idle[s] = since + idle[s] # that of who has done nothing is empty: since the report was written
    score[s] = tries_now[s] + hints_now[s] + int(minutes_idle[s] / 5)
    open = at[s] != "" && state[s, at[s]] != "solved" && tries_now[s] + hints_now[s] > 0
    if (minutes_idle[s] + 0 >= GONE) return "absent"
    if (open && score[s] >= STUCK) return minutes_idle[s] + 0 >= SILENT ? "silent" : "stuck"
    if (open) return "works"
    return at[s] == "" && !solved[s] ? "new" : "passed"
}

function sort_by_need(    i, j, s, order)
{
    split("stuck 1 silent 1 new 2 works 3 passed 4 absent 5", order, " ")
    for (i = 1; i in order; i += 2) place[order[i]] = order[i + 1]
    for (i = 1; i <= students; i++) {
        s = by_name[i]
        mark[s] = judge(s)
        for (j = i; j > 1 && needs_more(s, by_need[j - 1]); j--) by_need[j] = by_need[j - 1]
        by_need[j] = s
        number_of[mark[s]]++
    }
}
function needs_more(a, b)
{
    if (place[mark[a]] != place[mark[b]]) return place[mark[a]] < place[mark[b]]
    if (score[a] != score[b]) return score[a] > score[b]
    return minutes_idle[a] + 0 > minutes_idle[b] + 0
}

# What the last wrong answer to the exercise at hand failed
function failing(s)
{
    if (at[s] == "" || state[s, at[s]] == "solved" || check[s, at[s]] == "") return ""
    return (kind[s, at[s]] == "" ? "" : kind[s, at[s]] ": ") check[s, at[s]]
}

# "18 of 20 through 0.3": the last exercise that half of the room has solved, or else the one that most have
function how_far(    i, n, best, last)
{
    for (i = 1; i <= exercises; i++) {
        n = how_many(exercise[i], "solved")
        if (2 * n >= students) last = i
        if (n > best) { best = n; most = i }
    }
    if (!last) last = most
    if (!last) return "nobody through an exercise yet"
    return how_many(exercise[last], "solved") " of " students " through " exercise[last]
}
function most_failures(    i, s, key, n, list, here, text, best)
{
    for (i = 1; i <= students; i++) {
        s = by_need[i]
        if (failing(s) == "" || mark[s] == "absent") continue
        key = (kind[s, at[s]] == "" ? check[s, at[s]] : kind[s, at[s]]) " in " at[s]
        if (!here[key]++) list[++n] = key
    }
    for (i = 1; i <= n; i++) if (best == "" || here[list[i]] > here[best]) best = list[i]
    return best == "" ? "no failures now" : "most failures: " best " (" here[best] ")"
}

function print_overview(    i, k, s, names, width, line, notes, note, room, last, left_over, rest)
{
    find_now()
    sort_by_need()
    while ((getline line < ENVIRON["NOTES"]) > 0) note[++notes] = line
    for (i = 1; i <= same_names && (i == 1 || !rows); i++)
        note[++notes] = same_name[i] (rows && same_names > 1 ? "; and " same_names - 1 " more" : "")
    for (s = 1; s <= students; s++) if (written[s] == "") older++
    if (older) note[++notes] = older " of an older edition, which says neither the minutes nor, of several open exercises, which"
    if (as_of) {
        line = int((seconds(substr(ENVIRON["NOW"], 1, 19)) - now) / 60)
        note[++notes] = "Minutes are those up to the newest report, " line " minutes ago"
    }
    for (s = 1; s <= students; s++) if (text_width(student[s]) > names) names = text_width(student[s])
    names = names < 10 ? 10 : names > 20 ? 20 : names
    width = 80 - 2 - 6 - 2 - names - 1 - 5 - 6 - 6 - 6 - 2

    print left_line(how_far() "; " most_failures(), 80) "\n"
    print "          " left("", names) " " left("at", 5) " tries  idle hints  the last answer failed"
    room = rows ? rows - 3 - notes - (notes > 0) : students
    last = room < students ? room - 1 : students
    if (last < 1) last = 1
    for (i = 1; i <= last; i++) {
        s = by_need[i]
        line = "  " left(mark[s], 6) "  " left(student[s], names) " " left(at[s] == "" ? "-" : at[s], 5) right(tries_now[s] + 0, 6) \
               right(minutes_idle[s] > 999 && minutes_idle[s] != "-" ? ">999" : minutes_idle[s], 6) right(hints_now[s] + 0, 6)
        if (failing(s) != "") line = line "  " left_line(failing(s), width)
        print line
    }
    for (; i <= students; i++) rest[mark[by_need[i]]]++
    if (last < students) {
        line = "  and " students - last " more:"
        k = split("stuck silent new works passed absent", left_over, " ")
        for (i = 1; i <= k; i++) if (rest[left_over[i]]) line = line " " rest[left_over[i]] " " left_over[i] ","
        sub(/,$/, "", line)
        print line
    }
    if (notes) print ""
    for (i = 1; i <= notes; i++) print rows ? left_line(note[i], 80) : note[i]
}

# Cut where it is too long, and not filled where it is short
function left_line(text, width,    cut)
{
    cut = left(text, width)
    sub(/ +$/, "", cut)
    return cut
}
