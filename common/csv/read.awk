# read.awk: reads CSV by column name. Used before another script, which says what the rows are:
#   awk -f common/csv/read.awk -f other.awk FILE...
#   !split_row($0) { need_columns("kernel grid"); next }        the header
#   { print field["kernel"] }                                   a row
# A file that is not as it should be ends the program with exit code 2, after one line on stderr; END
# then begins with `if (failed) exit failed`.

# A row's values are field["kernel"] and so on; returns 0 for the header, whose names are column[1] to
# column[columns].
function split_row(line,    n, i, part)
{
    n = split_fields(line, part)
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

# Fills part[1..n] and returns n. A quoted field may hold commas, and "" stands for ".
function split_fields(line, part,    n, at, text)
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

# A field as it stands in a file.
function csv_field(text)
{
    if (text !~ /[",]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

# Ends the program unless the header names every one of these columns. `kind`: of file that is needed.
function need_columns(names, kind,    want, n, i, j)
{
    n = split(names, want, " ")
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= columns && column[j] != want[i]; j++)
            ;
        if (j > columns)
            bad("no column " want[i] "; " (kind == "" ? "a file written by --csv is needed" : kind))
    }
}

function bad(what)
{
    printf "%s:%d: %s\n", FILENAME, FNR, what > "/dev/stderr"
    failed = 2
    exit failed
}
