# published.awk: somebody else's table (plots/published/*.csv) as the rows that validate.c reads: card, kernel, type,
# elements, rows, block and nanoseconds, as CSV. The first line of a table is a comment with the card, the shape and
# the block; where it names no block it is 256. Cards that are not in the list `cards` are left out.

BEGIN { print "card,kernel,type,n,batch,block,ns" }
FNR == 1 {
    card = kernel_at = ""
    text = tolower($0)
    n = split(cards, name, ", ")
    for (i = 1; i <= n; i++)
        if (text ~ ("[^a-z0-9]" name[i] "[^a-z0-9]"))
            card = name[i]
    elements = rows = 1
    if (match(text, /n = 2\^[0-9]+/))
        elements = 2 ^ substr(text, RSTART + 6, RLENGTH - 6)
    else if (match(text, /n = [0-9]+/))
        elements = substr(text, RSTART + 4, RLENGTH - 4)
    else if (match(text, /batch [0-9]+ x [0-9]+/)) {
        split(substr(text, RSTART + 6, RLENGTH - 6), side, " x ")
        rows = side[1]
        elements = side[1] * side[2]
    }
    block = 256
    if (match(text, /block [0-9]+/))
        block = substr(text, RSTART + 6, RLENGTH - 6)
    else if (match(text, /[0-9]+ threads/))
        block = substr(text, RSTART, RLENGTH - 8)
    type = text ~ /float/ ? "float" : "int"
    next
}
/^#/ || card == "" { next }
kernel_at == "" {
    times = split("", time_at)
    n = split($0, name, ",")
    for (i = 1; i <= n; i++) {
        if (name[i] == "kernel") kernel_at = i
        if (name[i] == "time_s" || name[i] ~ /^run[0-9]+_s$/) { time_at[++times] = i; unit = 1e9 }
        if (name[i] ~ /_ms$/) { time_at[++times] = i; unit = 1e6 }
    }
    next
}
{
    split($0, field, ",")
    best = ""
    for (i = 1; i <= times; i++)
        if (field[time_at[i]] != "" && (best == "" || field[time_at[i]] + 0 < best))
            best = field[time_at[i]] + 0
    if (field[kernel_at] != "cpu" && best != "")
        print card "," field[kernel_at] "," type "," elements "," rows "," block "," best * unit
}
