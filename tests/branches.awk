# branches.awk: compares where lanes part with the comments "parts N" of a source.
#   awk -f tests/branches.awk tests/cpu/branches.cu counted.csv
# Prints each line that differs, and a last line "N lines as expected".
FNR == NR {
    if (match($0, /parts [0-9]+/))
        want[FNR] = substr($0, RSTART + 6, RLENGTH - 6)
    next
}
FNR == 1 {
    n = split($0, name, ",")
    for (i = 1; i <= n; i++)
        column[name[i]] = i
    next
}
{
    split($0, field, ",")
    if (field[column["line"]] > 0)
        count[field[column["line"]]] += field[column["divergent_ifs"]]
    else
        all += field[column["divergent_ifs"]]
}
END {
    for (line in want) {
        sum += want[line]
        if (count[line] + 0 == want[line])
            right++
        else
            print "line " line ": parts " count[line] + 0 " times, expected " want[line]
    }
    for (line in count)
        if (count[line] && !(line in want))
            print "line " line ": parts " count[line] " times, expected 0"
    if (all != sum)
        print "all kernels: " all + 0 ", expected " sum + 0
    print right + 0 " lines as expected"
}
