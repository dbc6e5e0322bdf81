# csv.awk: damages a CSV file, in one way or two. POSIX awk.
#
#   awk -v count=40 -v seed=1 -v dir=FOLDER -f csv.awk FILE.csv      writes FOLDER/1.csv, FOLDER/2.csv, ...
#
# The byte 1 stands for the byte 0, which not every awk can print: tr '\001' '\000'.
function pick(n) { return int(rand() * n) }

# Replaces field `at` of a line, fields being what stands between commas.
function change(line, at, by,    n, part, i, result) {
    n = split(line, part, ",")
    for (i = 1; i <= n; i++)
        result = result (i > 1 ? "," : "") (i == 1 + at % n ? by : part[i])
    return result
}
function without(line, at,    n, part, i, result, first) {
    n = split(line, part, ",")
    for (i = 1; i <= n; i++)
        if (i != 1 + at % n) result = result (first++ ? "," : "") part[i]
    return result
}

function damage(    kind, i, j, t) {
    kind = pick(16)
    i = 1 + pick(n)
    j = pick(40)
    if (kind == 0) { n = i; text[i] = substr(text[i], 1, pick(length(text[i]) + 1)); cut = 1 }     # the file ends here
    else if (kind == 1) text[i] = without(text[i], j)                       # a field is missing
    else if (kind == 2) for (i = 1; i <= n; i++) text[i] = without(text[i], j)
    else if (kind == 3) text[i] = change(text[i], j, value[1 + pick(values)])
    else if (kind == 4) for (i = 2; i <= n; i++) text[i] = change(text[i], j, value[1 + pick(values)])
    else if (kind == 5) for (i = 1; i <= n; i++) text[i] = text[i] "\r"
    else if (kind == 6) text[i] = substr(text[i], 1, j) "\001" substr(text[i], j + 1)
    else if (kind == 7) text[i] = substr(text[i], 1, j) "\"" substr(text[i], j + 1)
    else if (kind == 8) text[1] = change(text[1], j, "surprise")
    else if (kind == 9) text[1] = "name,age,height"
    else if (kind == 10) text[i] = ""
    else if (kind == 11) text[i] = text[1]
    else if (kind == 12) { for (t = text[i]; length(t) < 100000; ) t = t t; text[i] = t }
    else if (kind == 13) text[i] = "\377\376\303(" text[i]
    else if (kind == 14) n = 1
    else { t = text[i]; text[i] = text[n]; text[n] = t }
}

{ original[++lines] = $0 }

END {
    srand(seed)
    values = split("nan|NaN|inf|-inf|-1|0|1e999|1e-999|999999999999999999999999|0x10|-|unknown||two words|2^20|1,5|'|%s%n|$(id)|`id`|;|<b>", value, "|")
    for (f = 1; f <= count; f++) {
        n = lines
        cut = 0
        for (l = 1; l <= n; l++) text[l] = original[l]
        damage()
        if (pick(2)) damage()
        for (l = 1; l <= n; l++)
            printf "%s%s", text[l], l == n && cut ? "" : "\n" > (dir "/" f ".csv")
        close(dir "/" f ".csv")
    }
}
