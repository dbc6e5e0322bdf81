# print-table.awk: counters as a table, per kernel and per block; the same for both devices.
#   awk [-v all=yes] [-v only=LIST] -f common/csv/read.awk -f counters.awk -f print-table.awk FILE...
# If a kernel was shown already, its other grids show only the rows that differ, with 0 where the table
# above counted something. Kernels of the lessons' harness are named in the last line; all=yes shows
# them like the others. only=requests,lanes prints only these columns, and the remarks about them.

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
!split_counters($0) { next }
field["file"] == "" {
    groups++
    for (i = 1; i <= columns; i++)
        value[groups, column[i]] = field[column[i]]
}
END {
    if (failed)
        exit failed
    for (group = 1; group <= groups; group++)
        if (all == "" && is_harness(value[group, "kernel"]))
            note_harness()
        else
            show()
    if (shown)
        legend()
    for (i = 1; i <= harness; i++)
        text = text (i > 1 ? ", " : "") name_of[i] " (" count_of_launches(launches_of[name_of[i]]) ")"
    if (harness)
        print (shown ? "\n" : "") wrap("Also ran, from lesson.h: " text "; --all shows them")
}

function note_harness(    name)
{
    name = value[group, "kernel"]
    if (!(name in launches_of))
        name_of[++harness] = name
    launches_of[name] += value[group, "launches"]
}

function show(    i, key, blocks, grid, row, kept, rows, same, missing)
{
    blocks = value[group, "blocks"] + 0
    grid = product(value[group, "grid"])
    key = value[group, "kernel"] " " value[group, "block"]
    print (shown++ ? "\n" : "") launch_text(value[group, "kernel"], value[group, "grid"], \
          value[group, "block"], value[group, "shared_bytes"])
    print "  " value[group, "device"] ", per block" observed(blocks, grid, value[group, "launches"])

    split("", kept)
    for (i = 1; i <= accesses; i++)
        if ((row = access_row(access[i], (key, access[i]) in before)) != "")
            same += keep(kept, ++rows, row, key, access[i])
    notes = 0
    for (i = 1; i <= accesses; i++)
        remark(access[i], key)
    for (i = 1; i <= others; i++)
        if ((row = other_row(other[i], (key, other[i]) in before)) != "")
            same += keep(kept, ++rows, row, key, other[i])
    if (!is_busy()) {
        print "  it accessed no memory and reached no barrier"
        rows = same = 0
    }
    if (same < rows) {
        for (i = 1; i <= table_columns; i++)
            value_in[table_column[i]] = heading[i]
        print "\n" table_row("")
        for (i = 1; i <= rows; i++)
            if (i in kept)
                print kept[i]
    }
    if (same)
        print "  " (same < rows ? "(the other rows are those of the launch above)" \
                                : "(all as in the launch above)")
    missing = uncounted()
    if (missing != "" && !(missing in told)) {
        print wrap("  (not counted on this device: " missing ")")
        told[missing]
    }
    if (notes)
        print ""
    for (i = 1; i <= notes; i++)
        print wrap("  " note[i])
}

function observed(blocks, grid, launches,    text)
{
    if (grid == 1)
        text = "; one block"
    else if (blocks >= grid)
        text = "; all " grid " blocks observed"
    else
        text = "; " blocks " of " grid " blocks observed"
    if (grid > 1 && blocks < grid)
        unobserved = 1
    return text (launches > 1 ? "; the first of " launches " launches" : "")
}

# kept[i] = row, unless the kernel's previous launch had the same row; returns whether it had.
function keep(kept, i, row, key, name)
{
    if ((key, name) in before && before[key, name] == row)
        return 1
    before[key, name] = row
    kept[i] = row
    return 0
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

# ---- What the numbers say, if that is certain -----------------------------------------------

function remark(name, key,    requests, text)
{
    requests = sum(name "_requests")
    if (requests + 0 == 0 || name ~ /atomic|^remote/)
        return
    text = name ~ /^shared/ ? conflicts(name, requests) : coalescing(name, requests)
    if (text == "" || before[key, name, "remark"] == text)
        return
    before[key, name, "remark"] = text
    note[++notes] = title(name) "s: " text
}

# Only excess means bank conflict: a request for more than 4 bytes per lane also has more wavefronts.
function conflicts(name, requests,    wavefronts, excess, text)
{
    if (!is_counted(name "_wavefronts"))
        return ""
    wavefronts = sum(name "_wavefronts")
    if (!is_counted(name "_excess")) # ncu counts a few wavefronts that are not the program's
        return wavefronts / requests < 1.5 ? "" : with_decimal(wavefronts / requests) \
               " wavefronts per request: bank conflicts, unless lanes access 8 or 16 bytes"
    excess = sum(name "_excess")
    if (excess > 0 && is_wanted("excess"))
        text = with_decimal(wavefronts / requests) " wavefronts per request; without bank conflicts " \
               with_decimal((wavefronts - excess) / requests)
    if (is_wanted("lanes") && is_counted(name "_lanes") && sum(name "_lanes") / requests < 8 && requests > value[group, "blocks"])
        text = text (text == "" ? "" : "; ") "on average " with_decimal(sum(name "_lanes") / requests) \
               " of 32 lanes active"
    return text
}

# A coalesced request moves no more bytes than its lanes asked for. A device that does not count those
# leaves open whether a lane asked for 4, 8 or 16.
function coalescing(name, requests,    sectors, lanes, bytes, asked)
{
    if (!is_wanted("sectors") || !is_counted(name "_sectors"))
        return ""
    sectors = sum(name "_sectors")
    lanes = is_counted(name "_lanes") ? sum(name "_lanes") : 32 * requests
    if (lanes / requests < 2) # one lane has no neighbours
        return ""
    bytes = 32 * sectors / lanes
    if (sectors == requests) # fewer cannot be
        return ""
    asked = is_counted(name "_bytes") ? sum(name "_bytes") / lanes : bytes > 4 && bytes <= 16 ? 0 : 4
    if (!asked || bytes < asked)
        return ""
    if (bytes == asked)
        return "coalesced: " number(bytes) " bytes move for each lane"
    return number(bytes) " bytes move for each lane" \
           (bytes > 16 && bytes >= 2 * asked ? ": not coalesced" \
            : asked == int(asked) ? "; the least for " asked "-byte elements is " asked \
                                  : "; it asks for " number(asked))
}

# ---- Once, at the end --------------------------------------------------------------------------

function legend()
{
    print ""
    if (is_wanted("requests")) print "request: one memory instruction of a warp"
    if (is_wanted("sectors")) print "sector: 32 bytes of global memory"
    if (is_wanted("wavefronts")) print "wavefront: one pass through the 32 banks of shared memory"
    if (remote) print "remote: shared memory of another block of the cluster"
    if (is_wanted("excess")) print "excess: wavefronts due to bank conflicts"
    if (is_wanted("lanes")) print "lanes of 32: the active ones, on average"
    if (unobserved) print "--blocks all observes every block"
    print "docs/glossary.md explains the words; docs/measuring.md says what ncu calls them"
}

# Breaks text into lines of at most 100 columns; all but the first are indented.
function wrap(text,    at, done)
{
    while (length(text) > 100) {
        for (at = 101; at > 60 && substr(text, at, 1) != " "; at--)
            ;
        done = done substr(text, 1, at - 1) "\n"
        text = "      " substr(text, at + 1)
    }
    return done text
}
