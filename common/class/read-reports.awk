# read-reports.awk: reads the reports of a class, as reports.sh has found them. Used between columns.awk and another script, and
# with log.awk, whose seconds() it calls:
#   keep()                     for the row that split_row has read; see below
#   students, student[s]       how many there are, and their names; of_file[s] the file
#   written[s]                 when (seconds, UTC), or "" in a report of an older edition; at[s], tries_now[s], hints_now[s],
#                              idle[s]: the exercise that something was noted of last, and so on: columns.awk
#   by_name                    how many, and by_name[1..]: all s, in the order of the names
#   text_width(t), left(t, w), right(t, w)   columns of a terminal: t has UTF-8 in it, and may be too long
#   find_same_names()          sets same_names and same_name[1..]: sentences about names that stand in several reports, which
#                              it tells apart in student[]
#   exercises_of()             sets exercises and exercise[1..]: those of EXERCISES in the environment that somebody has begun

FNR == 1 { students++; of_file[students] = FILENAME; split("", field) } # an older edition has fewer columns

function keep(    s, e)
{
    s = students
    e = field["exercise"]
    if (field["row"] == "report") {
        student[s] = field["student"]
        card_of[s] = field["card"]
        host_of[s] = field["host"]
        edition_of[s] = field["edition"]
        written[s] = seconds(substr(field["written"], 1, 19))
        if (written[s] != "") {
            at[s] = e
            tries_now[s] = field["tries"] + 0
            hints_now[s] = field["hints"] + 0
            idle[s] = field["idle"]
        }
    } else if (field["row"] == "exercise") {
        state[s, e] = field["state"]
        hints[s, e] = field["hints"] + 0
        saw_solution[s, e] = field["solution"] == "yes"
        minutes[s, e] = field["minutes"] + 0
        check[s, e] = field["check"]
        kind[s, e] = field["kind"]
        if (written[s] == "" && field["state"] == "begun") { # the last one that is open: an older edition says no more
            at[s] = e
            tries_now[s] = field["tries"] + 0
            hints_now[s] = field["hints"] + 0
        }
        anybody[e]
        if (field["state"] == "solved") solved[s]++
        minutes_of[s] += field["minutes"]
    } else if (field["row"] == "count") {
        counts[s, e]++
        count_check[s, e, counts[s, e]] = field["check"]
        count[s, e, counts[s, e]] = field["count"] + 0
        anybody_counts[e]
    }
}

# By name, and those of one name as their files come
function sort_names(    i, j, s)
{
    for (i = 1; i <= students; i++) {
        for (j = i; j > 1 && lower(student[by_name[j - 1]]) > lower(student[i]); j--) by_name[j] = by_name[j - 1]
        by_name[j] = i
    }
}
function lower(name) { return tolower(name) "" }

function find_same_names(    s, name, files, number)
{
    for (s = 1; s <= students; s++) {
        name = student[s]
        number[name]++
        files[name] = files[name] (number[name] > 1 ? ", " : "") of_file[s]
        if (number[name] > 1) student_of[s] = name " (" number[name] ")"
        else student_of[s] = name
    }
    for (s = 1; s <= students; s++)
        if (number[student[s]] > 1) {
            same_name[++same_names] = "one name in " number[student[s]] " reports, which are all counted: " student[s] ": " \
                                      files[student[s]]
            number[student[s]] = 0
        }
    for (s = 1; s <= students; s++) student[s] = student_of[s]
}

function exercises_of(    n, i, list)
{
    n = split(ENVIRON["EXERCISES"], list, "\n")
    for (i = 1; i <= n; i++) if (list[i] in anybody) exercise[++exercises] = list[i]
}

# --- text in columns ---

# Bytes, of which those that go on with a character take no room; what is from U+3000 to U+D7FF, or beyond U+FFFF, takes two.
function byte_width(c) { return index(follow, c) ? 0 : index(wide, c) ? 2 : 1 }
BEGIN {
    for (b = 128; b < 192; b++) follow = follow sprintf("%c", b)
    for (b = 227; b < 238; b++) wide = wide sprintf("%c", b)
    for (b = 240; b < 248; b++) wide = wide sprintf("%c", b)
}
function text_width(text,    i, w)
{
    for (i = 1; i <= length(text); i++) w += byte_width(substr(text, i, 1))
    return w + 0
}
function left(text, width,    i, c, w)
{
    if (text_width(text) > width) {
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (w + byte_width(c) > width - 1) break
            w += byte_width(c)
        }
        text = substr(text, 1, i - 1) "…"
        width -= w + 1
    } else
        width -= text_width(text)
    while (width-- > 0) text = text " "
    return text
}
function right(text, width) { return sprintf("%" (width + length(text) - text_width(text)) "s", text) }
