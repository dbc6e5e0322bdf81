# same.awk: are two CSV files the same, numbers to 0.5 %? `what` names them in the message. Awks round differently.
NR == FNR { line[FNR] = $0; lines = FNR; next }
function number(text) { return text ~ /^[-+0-9.]+(e[-+]?[0-9]+)?$/ }
!different {
    n = split($0, now, ",")
    m = split(line[FNR], then, ",")
    for (i = 1; i <= n || i <= m; i++)
        if (now[i] != then[i] && !(number(now[i]) && number(then[i]) && (now[i] - then[i]) ^ 2 <= (0.005 * then[i]) ^ 2)) {
            print what ":" FNR ": recorded is " line[FNR] "; now it would be " $0 > "/dev/stderr"
            different = 1
            break
        }
}
END {
    if (!different && FNR != lines) {
        print what ": " lines " lines; now it would be " FNR > "/dev/stderr"
        different = 1
    }
    exit different
}
