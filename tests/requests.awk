# requests.awk: compares what was counted with the "count" lines of a source.
#   awk -f requests.awk tests/cpu/requests.cu counted.csv
# Prints each difference and a last line "N of M as expected".
FNR == NR {
    if (match($0, /count [a-z_0-9]+ [a-z_]+ [0-9]+/)) {
        split(substr($0, RSTART, RLENGTH), word, " ")
        want[word[2] " " word[3]] = word[4]
    }
    next
}
FNR == 1 { split($0, name, ","); next }
{
    n = split($0, field, ",")
    for (i = 11; field[10] == 0 && i <= n; i++)
        if ((field[3] " " name[i]) in want) {
            is_right[field[3] " " name[i]] = field[i] == want[field[3] " " name[i]]
            if (field[i] != want[field[3] " " name[i]])
                print field[3], name[i] ": counted", field[i] ", expected", want[field[3] " " name[i]]
        }
}
END {
    for (k in want) {
        all++
        right += is_right[k]
    }
    print right + 0 " of " all + 0 " as expected"
}
