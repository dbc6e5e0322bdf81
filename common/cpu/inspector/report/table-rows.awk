# table-rows.awk: the rows of the table that print-table.awk prints: one for each kind of access, then the other counters.
# They are those of value[group, ...], per block. only=requests,lanes leaves out the other columns.

BEGIN {
    table_columns = split("requests sectors wavefronts per-request excess lanes", table_column)
    split("9,9,11,12,8,12", width, ",")
    split("requests,sectors,wavefronts,per request,excess,lanes of 32", heading, ",")
    asked = split(only, want, ",")
    for (i = 1; i <= asked; i++)
        wanted[want[i]]
    accesses = split("global_load global_store shared_load shared_store remote_load remote_store global_atomic shared_atomic remote_atomic", access)
    others = split("barriers warp_syncs shuffles bulk_copies bulk_copy_bytes divergent_ifs threads_per_instruction", other)
}

# A counter's sum over the observed blocks; "" if this device, or this kind of access, has none.
function sum(name) { return (group, name) in value ? value[group, name] : "" }
function is_counted(name) { return sum(name) != "" }
function per_block(name) { return is_counted(name) ? number(sum(name) / value[group, "blocks"]) : "-" }
function title(name,    text)
{
    text = name
    gsub(/_/, " ", text)
    return text
}

# A row, or "" if there is nothing to show: no access here, and none in the launch above.
function access_row(name, was_there,    passes)
{
    passes = name ~ /^global/ ? "_sectors" : "_wavefronts"
    if (sum(name "_requests") + sum(name passes) == 0 \
        && !(was_there && (is_counted(name "_requests") || is_counted(name passes))))
        return ""
    remote += name ~ /^remote/
    value_in["requests"] = per_block(name "_requests")
    value_in["sectors"] = cell(name "_sectors")
    value_in["wavefronts"] = cell(name "_wavefronts")
    value_in["per-request"] = is_wanted(substr(passes, 2)) ? ratio(name, passes) : "" # of what?
    value_in["excess"] = cell(name "_excess")
    value_in["lanes"] = ratio(name, "_lanes")
    return table_row(title(name) "s")
}
function is_wanted(name) { return only == "" || name in wanted }
# A line of the table: NAME, and value_in[] of the columns that are wanted.
function table_row(name,    i, text)
{
    text = sprintf("  %-23s", name)
    for (i = 1; i <= table_columns; i++)
        if (is_wanted(table_column[i]))
            text = text sprintf(" %" width[i] "s", value_in[table_column[i]])
    return text
}
# Empty if there is no such counter, "-" if the device cannot tell it.
function cell(counter) { return (group, counter) in value ? per_block(counter) : "" }
function ratio(name, what)
{
    if (!((group, name what) in value))
        return ""
    if (!is_counted(name what) || sum(name "_requests") + 0 == 0)
        return "-"
    return with_decimal(sum(name what) / sum(name "_requests"))
}

function other_row(name, was_there)
{
    if (sum(name) + 0 == 0 && !(was_there && is_counted(name)))
        return ""
    return sprintf("  %-23s %9s", title(name), \
                   name == "threads_per_instruction" ? with_decimal(sum(name)) : per_block(name))
}

function is_busy(    i)
{
    for (i = 1; i <= accesses; i++)
        if (access_row(access[i]) != "")
            return 1
    for (i = 1; i <= others; i++)
        if (other_row(other[i]) != "")
            return 1
    return 0
}

function uncounted(    i, list)
{
    for (i = 1; i <= accesses; i++)
        if (!is_counted(access[i] "_requests") && access[i] !~ /^remote/)
            list = list ", " title(access[i]) "s"
    for (i = 1; i <= others; i++)
        if (!is_counted(other[i]) && other[i] !~ /^(threads_per_instruction|bulk_)/)
            list = list ", " title(other[i])
    return substr(list, 3)
}
