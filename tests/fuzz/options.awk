# options.awk: command lines, most of them wrong, for a program with these words. POSIX awk.
#
#   awk -v count=100 -v seed=1 -v options="-n --size ..." -v values="1000 2^10 ..." -f options.awk
#
# One on each line, its words apart by tabs. EMPTY stands for a word without letters.
function pick(n) { return int(rand() * n) }
function spoilt(word,    at) {
    at = pick(length(word) + 1)
    return substr(word, 1, at) substr("-=,x0 .%$;^9", 1 + pick(12), 1) substr(word, at + 1 + pick(2))
}
function word(list, n,    w) {
    w = list[1 + pick(n)]
    return pick(6) ? w : spoilt(w)
}

BEGIN {
    srand(seed)
    o = split(options, option, " ")
    v = split(values, val, " ")
    for (line = 1; line <= count; line++) {
        n = 1 + pick(4)
        all = ""
        for (i = 1; i <= n; i++) {
            w = word(option, o)
            if (w ~ /^--./ && !pick(3)) w = w "=" word(val, v)
            else if (pick(5)) w = w "\t" word(val, v)
            all = all (i > 1 ? "\t" : "") w
        }
        print all
    }
}
