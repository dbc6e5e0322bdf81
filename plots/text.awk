# text.awk: the ladder for a terminal, within 80 columns: text.awk -v heading=... ladder.dat
BEGIN { FS = "\t" }
{ kernel[NR] = $3; value[NR] = $2; label[NR] = $5; block[NR] = $6; if ($2 + 0 > top) top = $2 + 0 }
END {
    print heading
    for (i = 1; i <= NR; i++) {
        bar = "#"
        for (j = 2; j <= value[i] / top * 38 + 0.5; j++)
            bar = bar "#"
        printf "%-22.22s%5s |%s %s\n", kernel[i], block[i], bar, label[i]
    }
}
