# read.awk: reads CSV by column name. Use it before another script, which handles the rows:
#   awk -f common/csv/read.awk -f other.awk FILE...
#   !split_row($0) { need_columns("kernel grid"); next }        the header
#   { print field["kernel"] }                                   a row
# A malformed file ends the program with exit code 2, after one line on stderr. Awk still runs END, so
# begin it with `if (failed) exit failed`.

# Splits a row into field["kernel"] and so on, and returns 1. For the header, sets column[1] to
# column[columns] to its names, and returns 0.
function split_row(line,    n, i, part)
{
    n = split_fields(line, part)
    if (line ~ /[[:cntrl:]]/ && has_control(line))
        bad("a byte that is not text; was the file damaged?")
    if (FNR == 1) {
        columns = n
        for (i = 1; i <= n; i++)
            column[i] = part[i]
        return 0
    }
    if (n != columns)
        bad(n " fields where the header has " columns (n < columns ? ", so this row was cut off; delete this line" : ""))
    for (i = 1; i <= n; i++)
        field[column[i]] = part[i]
    return 1
}

# For a file that is not awk's input: splits its next row into field[...] and returns 1; after the last row, or where
# there is none, closes it and returns 0. row_name[1..row_names] are its columns, FNR the lines read, 0 where there is no
# such file. Lines that begin with # are left out. One file at a time.
function next_row(name,    line, n, i, part)
{
    if (name != reading) {
        reading = name
        FNR = row_names = 0
    }
    while (name != "" && (getline line < name) > 0) {
        FILENAME = name # for messages
        FNR++
        if (line ~ /^#/)
            continue
        n = split_fields(line, part)
        if (row_names) {
            for (i = 1; i <= n; i++)
                field[row_name[i]] = part[i]
            return 1
        }
        row_names = n
        for (i = 1; i <= n; i++)
            row_name[i] = part[i]
    }
    if (name != "")
        close(name)
    reading = ""
    return 0
}

# A tab, and the end of a line of Windows, are text.
function has_control(line)
{
    gsub(/\t/, "", line)
    sub(/\r$/, "", line)
    return line ~ /[[:cntrl:]]/
}

# Fills part[1..n] and returns n. A quoted field may contain commas, and "" in it stands for ".
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

# Returns a field as written in a file.
function csv_field(text)
{
    if (text !~ /[",]/)
        return text
    gsub(/"/, "\"\"", text)
    return "\"" text "\""
}

# Ends the program unless the header has all of these columns. `kind` says which kind of file is needed.
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
