# map.awk: docs/map.md with its tables anew; see map.sh, which calls it:
#   awk -F '\t' -v facts=FILE -f routes.awk -f map.awk docs/map.md
# facts has a line for each fact, its kind first: lesson, declared, part, NCCL, MPI, words, predictions, exercise, objectives.
# Minutes are an estimate, and docs/map.md says of what: nobody has been timed.

BEGIN {
    WORDS_A_MINUTE = 80
    PREDICTION = 2
    minutes["predict"] = 5
    minutes["find the bug"] = minutes["fill the gap"] = 10
    minutes["beat the count"] = 15
    read_routes()
    while ((getline line < facts) > 0) {
        n = split(line, part, "\t")
        kind = part[1]
        if (kind == "lesson") {
            number[++lessons] = part[2]
            stem[part[2]] = part[3]
            title[part[2]] = part[4]
        } else if (kind == "declared") {
            part_of[part[2]] = part[3]
            if (part[4] != "-")
                capability[part[2]] = part[4]
            cards[part[2]] = index(part[5], "cards") > 0
        } else if (kind == "part")
            part_title[part[2]] = part[2] ". " part[3]
        else if (kind == "NCCL" || kind == "MPI")
            library[of_file(part[2]), kind] = 1
        else if (kind == "words")
            reading[of_file(part[2])] += part[3] / WORDS_A_MINUTE
        else if (kind == "predictions")
            reading[of_file(part[2])] += PREDICTION * part[3]
        else if (kind == "exercise") {
            if (!(part[3] in minutes))
                wrong("an exercise of an unknown kind: " part[3])
            l = part[2]
            sub(/[a-z]+$/, "", l)
            doing[l] += minutes[part[3]]
        } else if (kind == "objectives")
            sentence[part[2]] = first_objective(part[3])
    }
    for (i = 1; i <= routes; i++)
        check_route(i)
    if (failed)
        exit
}

/^<!-- (routes|lessons):end -->$/ { inside = 0 }
!inside { print }
/^<!-- routes:begin -->$/ { inside = 1; table_of_routes() }
/^<!-- lessons:begin -->$/ { inside = 1; tables_of_lessons() }
END { exit failed + 0 }

function wrong(what) { print "map: " what > "/dev/stderr"; failed = 1 }
function of_file(name) { sub(/.*\//, "", name); sub(/_.*/, "", name); return name }

# "write the tree (00); count the warps (00b)"
function first_objective(text)
{
    sub(/; .*/, "", text)
    sub(/ \([^()]*\)$/, "", text)
    return text
}

# Each end of a range is a lesson.
function check_route(i,    n, list, k, ends, m)
{
    n = split(route_lessons[i], list, " ")
    for (k = 1; k <= n; k++) {
        m = split(list[k], ends, "-")
        for (; m > 0; m--)
            if (!(ends[m] in stem))
                wrong("common/learn/routes.txt: " route_name[i] ": there is no lesson " ends[m])
    }
}

# 5, 10, 15 ...
function rounded(x,    fives) { fives = int(x / 5 + 0.5); return 5 * (fives > 0 ? fives : 1) }
# 45 min; 1½ h; 12 h
function hours(x,    halves)
{
    if (x < 60)
        return x " min"
    halves = int(x / 30 + 0.5)
    return (halves % 2 && halves < 20 ? int(halves / 2) "½" : int((halves + 1) / 2)) " h"
}

function link(l, text) { return "[" text "](lessons/" stem[l] ".md)" }

# The lessons of a route that follow each other in the course, as links to the first and the last of them
function stretches(i,    k, from, to, text)
{
    for (k = 1; k <= lessons + 1; k++) {
        if (k <= lessons && on_route(number[k], i)) {
            if (!from)
                from = k
            to = k
        } else if (from) {
            text = text (text == "" ? "" : ", ") link(number[from], number[from]) (to > from ? "–" link(number[to], number[to]) : "")
            from = 0
        }
    }
    return text
}

function table_of_routes(    i, k, reads, does)
{
    print "| route | for whom | lessons | to read | with all exercises |"
    print "|---|---|---|---:|---:|"
    for (i = 1; i <= routes; i++) {
        reads = does = 0
        for (k = 1; k <= lessons; k++)
            if (on_route(number[k], i)) {
                reads += rounded(reading[number[k]])
                does += rounded(reading[number[k]] + doing[number[k]])
            }
        printf "| `%s` | %s | %s | %s | %s |\n", route_name[i], route_text[i], stretches(i), hours(reads), hours(does)
    }
}

function needs(l,    text)
{
    if (!(l in part_of))
        return "–"
    text = library[l, "MPI"] || library[l, "NCCL"] || cards[l] ? "two GPUs" : "a GPU"
    if (library[l, "NCCL"])
        text = text ", NCCL"
    if (library[l, "MPI"])
        text = text ", MPI"
    if (l in capability)
        text = text " of compute capability " capability[l]
    return text
}

function tables_of_lessons(    k, l, now, before)
{
    for (k = 1; k <= lessons; k++) {
        l = number[k]
        now = l in part_of ? part_title[part_of[l]] : "From zero"
        if (now != before) {
            print (k > 1 ? "\n" : "") "### " now "\n"
            print "| lesson | afterwards you can | read | all | to time it |\n|---|---|---:|---:|---|"
            before = now
        }
        printf "| %s | %s | %d | %d | %s |\n", link(l, l " " title[l]), l in sentence ? sentence[l] : "*to be written: docs/teaching.md, Objectives*", rounded(reading[l]), \
               rounded(reading[l] + doing[l]), needs(l)
    }
}
