# csv.awk: reads the lessons' CSV by column name. Used before another script:
#   awk -f plots/csv.awk -f plots/other.awk FILE...
# After split_row(): field["gbps"] and so on. A quoted field may hold commas, "" stands for ".

function split_row(line,    i, c, quoted, n, text, part)
{
    n = 0
    text = ""
    sub(/\r$/, "", line)
    for (i = 1; i <= length(line) + 1; i++) {
        c = substr(line, i, 1)
        if (quoted && c == "\"" && substr(line, i + 1, 1) == "\"") {
            text = text c
            i++
        } else if (c == "\"") {
            quoted = !quoted
        } else if (i > length(line) || (c == "," && !quoted)) {
            part[++n] = text
            text = ""
        } else {
            text = text c
        }
    }
    if (quoted)
        bad("a quote that does not end")
    if (FNR == 1) {
        columns = n
        for (i = 1; i <= n; i++)
            column[i] = part[i]
        return 0
    }
    if (n != columns)
        bad(n " fields where the header has " columns)
    for (i = 1; i <= n; i++)
        field[column[i]] = part[i]
    return 1
}

# Ends the program unless the header names every one of these columns.
function need_columns(names,    want, n, i, j)
{
    n = split(names, want, " ")
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= columns && column[j] != want[i]; j++)
            ;
        if (j > columns)
            bad("no column " want[i] "; a file written by --csv is needed")
    }
}

function is_number(text) { return text ~ /^[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?$/ }

function bad(what)
{
    printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
    failed = 1
    exit 1
}

# reduce7_1 … reduce7_1024 are one step of the ladder, shown by its best; so is any name_NUMBER.
function family(kernel) { sub(/_[0-9]+$/, "", kernel); return kernel }

# 536870912 -> 2^29, 1000000 stays
function power(text,    n, k, p)
{
    n = text + 0
    p = 1
    for (k = 0; p < n; k++)
        p *= 2
    return p == n && k > 9 ? "2^" k : text
}
