# class.awk: everyone's ladder, for class.gp: a dot for each report and kernel. Used after read.awk, rows.awk; see class.sh.
# PARTS in the environment has a line for each part of the course: number, title. Writes for each part that somebody has
# measured OUT/PART.dat (place, GB/s, number of the card), OUT/PART.steps (place, kernel) and OUT/PART.gp, and its number
# into OUT/parts. Dots of one kernel lie in the order of the reports, a little above each other.

!split_row($0) { next }
FNR == 2 { students++ }
field["row"] != "bandwidth" { next }
{
    p = field["part"]
    step = p SUBSEP field["kernel"]
    if (!(step in place)) {
        place[step] = ++steps[p]
        kernel[p, steps[p]] = field["kernel"]
        if (length(field["kernel"]) > widest[p]) widest[p] = length(field["kernel"])
    }
    if (!((p, field["card"]) in card_number)) {
        card_number[p, field["card"]] = ++cards[p]
        card[p, cards[p]] = field["card"]
    }
    dots[p]++
    dot[p, dots[p]] = -place[step] + (students * 7 % 11 - 5) / 20 "\t" field["gbps"] "\t" card_number[p, field["card"]]
    if (field["gbps"] + 0 > top[p]) top[p] = field["gbps"] + 0
    if (last[p] != students) { last[p] = students; who[p]++ }
}
END {
    if (failed) exit failed
    n = split(ENVIRON["PARTS"], line, "\n")
    for (i = 1; i <= n; i++) {
        split(line[i], word, "\t")
        p = word[1]
        if (!dots[p]) continue
        print p > (dir "/parts")
        for (k = 1; k <= dots[p]; k++) print dot[p, k] > (dir "/" p ".dat")
        for (k = 1; k <= steps[p]; k++) print -k "\t" kernel[p, k] > (dir "/" p ".steps")
        legend = ""
        for (k = 1; k <= cards[p]; k++) legend = legend (k > 1 ? ", " : "") quoted(card[p, k])
        printf "title = %s\nsubtitle = %s\nseries = %d\ncards = %d\narray card[%d] = [%s]\ntop = %s\nwidest = %d\n", \
               quoted("Everyone's best: " tolower(substr(word[2], 1, 1)) substr(word[2], 2)), quoted("best bandwidth in GB/s of " who[p] " of " students \
               " reports, a dot for each; " cards[p] (cards[p] > 1 ? " cards" : " card")), \
               steps[p], cards[p], cards[p], legend, top[p], widest[p] > (dir "/" p ".gp")
    }
}
