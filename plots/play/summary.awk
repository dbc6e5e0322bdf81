# summary.awk: a trace (inspect --trace) in a line, and the first race in another.
function member(name,    text)
{
    text = $0
    if (!sub(".*\"" name "\":", "", text))
        return ""
    if (sub(/^"/, "", text))
        sub(/".*/, "", text)
    else
        sub(/[},].*/, "", text)
    return text
}
/^\{"trace"/ {
    printf "%s, %d threads, %d steps%s\n", member("kernel"), member("threads"), member("steps"),
           member("cut") == "true" ? ": the first ones; the run is longer, and more cannot be played" : ""
}
/^\{"found":"race"/ && match($0, /"at":\{"step":[0-9]+/) {
    step = substr($0, RSTART + 13, RLENGTH - 13) + 1
    if (!first || step < first)
        first = step
}
/^\{"found"/ { found++ }
END {
    if (first)
        print "(it stops at step " first ": a race)"
    else if (found)
        print "(the run has mistakes: the page names them)"
}
