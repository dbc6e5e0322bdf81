# scores.awk: ranks answers by their counts. The first count that differs decides, in the order of the checks; less is better.
# From scores.sh: most, how many are shown of an exercise (0: all); EXERCISES and TITLES in the environment.

!split_row($0) { next }
{ keep() }

END {
    if (failed) exit failed
    find_same_names()
    for (i = 1; i <= same_names; i++) print same_name[i]
    if (same_names) print ""
    sort_names()
    for (s = 1; s <= students; s++) {
        if (text_width(student[s]) > names) names = text_width(student[s])
    }
    if (names > 24) names = 24
    n = split(ENVIRON["TITLES"], line, "\n")
    for (i = 1; i <= n; i++) {
        number = line[i]
        sub(/:.*/, "", number)
        if (number in anybody_counts) print_exercise(number, line[i])
    }
    if (!ranked) {
        print "Nobody has passed an exercise of the kind \"beat the count\" yet; make progress ALL=1 lists them"
        exit
    }
    print "Counts are those of the CPU device, on a laptop and beside a GPU; the first that differs decides."
}

# Is a better (-1), worse (1) than b, or equal (0)?
function compare(a, b, e,    i)
{
    for (i = 1; i <= counts[a, e] && i <= counts[b, e]; i++)
        if (count[a, e, i] != count[b, e, i]) return count[a, e, i] < count[b, e, i] ? -1 : 1
    return 0
}

function print_exercise(e, title,    i, j, s, n, list, rank, line)
{
    sub(/ \([^(]*\)$/, "", title)
    for (i = 1; i <= students; i++) {
        s = by_name[i]
        if (!counts[s, e]) continue
        for (j = ++n; j > 1 && compare(list[j - 1], s, e) > 0; j--) list[j] = list[j - 1]
        list[j] = s
    }
    ranked++
    print title
    for (i = 1; i <= counts[list[1], e]; i++) printf "  %s  %s\n", substr("abcdefghijklmnopqrstuvwxyz", i, 1), count_check[list[1], e, i]
    line = "       " left("", names)
    for (i = 1; i <= counts[list[1], e]; i++) line = line right(substr("abcdefghijklmnopqrstuvwxyz", i, 1), 8)
    print line
    for (j = 1; j <= n; j++) {
        if (j == 1 || compare(list[j - 1], list[j], e)) rank = j
        if (most && j > most) break
        line = "  " right(rank, 3) "  " left(student[list[j]], names)
        for (i = 1; i <= counts[list[j], e]; i++) line = line right(count[list[j], e, i], 8)
        print line "   " card_of[list[j]]
    }
    if (most && n > most) printf "       and %d more; ALL=1 shows them\n", n - most
    print ""
}
