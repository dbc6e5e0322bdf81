# print-table.awk: counters as a table, per kernel and per block; the same for both devices.
#   awk [-v all=yes] [-v only=LIST] -f common/csv/read.awk -f counters.awk -f table-rows.awk -f table-remarks.awk \
#       -f print-table.awk FILE...
# If a kernel was shown already, its other grids show only the rows that differ, with 0 where the table
# above counted something. Kernels of the lessons' harness are named in the last line; all=yes shows
# them like the others. only=requests,lanes prints only these columns, and the remarks about them.

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
