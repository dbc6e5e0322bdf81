# recorded.awk: awk -v query="lesson=05 block=256 gbps" -f common/csv/read.awk -f recorded.awk FILE.csv
# prints the last word's columns (one, or several with commas) of all rows that have the other words' values.
# Values with spaces need tabs between all words. Without other words: of all rows. lesson=05 means lesson05.
# Exits with 1 if there is no such row.

BEGIN {
    sub(/\t$/, "", query)
    words = split(query, word, query ~ /\t/ ? "\t" : " ")
    for (i = 1; i < words; i++) {
        at = index(word[i], "=")
        name[i] = substr(word[i], 1, at - 1)
        value[i] = substr(word[i], at + 1)
    }
    shown = split(word[words], show, ",")
}
# Most rows are not asked for. What lacks one of the values anywhere need not be split, which takes most of the time.
FNR > 1 {
    for (i = 1; i < words; i++)
        if (value[i] !~ /"/ && value[i] != "" && !index($0, value[i]))
            next
}
!split_row($0) {
    names = word[words]
    gsub(/,/, " ", names)
    for (i = 1; i < words; i++)
        names = names " " name[i]
    need_columns(names)
    next
}
{
    for (i = 1; i < words; i++)
        if (field[name[i]] != value[i] && !(name[i] == "lesson" && field["lesson"] == "lesson" value[i]))
            next
    text = ""
    for (i = 1; i <= shown; i++)
        text = text (i > 1 ? " " : "") field[show[i]]
    print text
    found = 1
}
END {
    if (failed)
        exit failed
    if (!found) {
        print "recorded: no row has " query
        exit 1
    }
}
