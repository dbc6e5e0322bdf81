# rows.awk: what the values in a lesson's rows mean. Used between common/csv/read.awk and another script.

function is_number(text) { return text ~ /^[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?$/ && text + 0 < 1e308 } # 1e999 is none

# A text in gnuplot's single quotes, where only the quote itself is special. (In its double quotes, what stands
# in backquotes is run.)
function quoted(text) { gsub(/'/, "''", text); return "'" text "'" }

# What a row is: a kernel of the lesson, a library's function, or a sum on the host. Files from before the column
# `kind` have kernels and functions of libraries, which choose their own blocks: 0 in the file.
function kind_of_row()
{
    if ("kind" in field && field["kind"] != "")
        return field["kind"]
    return field["block"] == "0" && (!("grid" in field) || field["grid"] == "0") ? "library" : "kernel"
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
