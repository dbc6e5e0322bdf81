# inspect-csv.awk: reads counters as an inspected program, or plots/profile.sh, writes them.
# Used before another script: awk -f inspect-csv.awk -f inspect-table.awk FILE...
# After split_row() a row's values are field["kernel"] and so on; empty: the device cannot tell.

function split_row(line,    n, i)
{
    n = split_fields(line)
    if (FNR == 1) {
        columns = n
        for (i = 1; i <= n; i++)
            column[i] = part[i]
        need_columns("program device kernel grid block shared_bytes launches blocks file line")
        return 0
    }
    if (n != columns)
        bad(n " fields where the header has " columns)
    for (i = 1; i <= n; i++)
        field[column[i]] = part[i]
    if (field["blocks"] !~ /^[1-9][0-9]*$/)
        bad("blocks is " (field["blocks"] == "" ? "empty" : field["blocks"]) "; a number from 1 is needed")
    return 1
}

# part[1..n]: a quoted field may hold commas, and "" stands for ".
function split_fields(line,    n, at, text)
{
    sub(/\r$/, "", line)
    if (index(line, "\"") == 0)
        return split(line, part, ",")
    for (n = 1; ; n++) {
        text = ""
        if (substr(line, 1, 1) == "\"") {
            do {
                line = substr(line, 2)
                at = index(line, "\"")
                if (!at)
                    bad("a quote that does not end")
                text = text substr(line, 1, at)
                line = substr(line, at + 1)
            } while (substr(line, 1, 1) == "\"")
            text = substr(text, 1, length(text) - 1)
        }
        at = index(line ",", ",")
        part[n] = text substr(line, 1, at - 1)
        if (at > length(line))
            return n
        line = substr(line, at + 1)
    }
}

function quoted(text)
{
    if (text !~ /[",]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

function need_columns(names,    want, n, i, j)
{
    n = split(names, want, " ")
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= columns && column[j] != want[i]; j++)
            ;
        if (j > columns)
            bad("no column " want[i] "; counters as common/cpu/inspect --csv writes them are needed")
    }
}

function bad(what)
{
    printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
    failed = 2
    exit failed
}

function launch_text(kernel, grid, block, shared)
{
    return kernel "<<<" grid ", " block (shared + 0 ? ", " shared : "") ">>>"
}

# 4096 or 64x2x1: how many that is
function product(text,    n, d, i, all)
{
    n = split(text, d, "x")
    all = 1
    for (i = 1; i <= n; i++)
        all *= d[i]
    return all
}

# Whole numbers as they are, others with one decimal.
function number(x)
{
    return x == int(x) ? sprintf("%.0f", x) : with_decimal(x)
}

function with_decimal(x) { return x > 0 && x < 0.05 ? "<0.1" : sprintf("%.1f", x) }

function count_of_launches(count) { return count (count == 1 ? " launch" : " launches") }

# A kernel of the lessons' harness.
function is_harness(kernel) { return kernel ~ /^harness::/ }
