# counters.awk: reads rows of counters, as written by an inspected program or by plots/profile.sh.
#   awk -f common/csv/read.awk -f counters.awk -f print-lines.awk FILE...
# After split_counters(), a row's values are field["kernel"] and so on; empty: the device cannot tell.

function split_counters(line)
{
    if (!split_row(line)) {
        need_columns("program device kernel grid block shared_bytes launches blocks file line", \
                     "counters as common/cpu/inspect --csv writes them are needed")
        return 0
    }
    if (field["blocks"] !~ /^[1-9][0-9]*$/)
        bad("blocks is " (field["blocks"] == "" ? "empty" : field["blocks"]) "; a number from 1 is needed")
    return 1
}

function launch_text(kernel, grid, block, shared)
{
    return kernel "<<<" grid ", " block (shared + 0 ? ", " shared : "") ">>>"
}

# How many 4096 or 64x2x1 is.
function product(text,    n, d, i, all)
{
    n = split(text, d, "x")
    all = 1
    for (i = 1; i <= n; i++)
        all *= d[i]
    return all
}

# Prints whole numbers as such, others with one decimal.
function number(x)
{
    return x == int(x) ? sprintf("%.0f", x) : with_decimal(x)
}

function with_decimal(x) { return x > 0 && x < 0.05 ? "<0.1" : sprintf("%.1f", x) }

function count_of_launches(count) { return count (count == 1 ? " launch" : " launches") }

# Is it a kernel of the lessons' harness, or an instance for it (name<harness::...>)?
function is_harness(kernel) { return kernel ~ /(^|<)harness::/ }
