# whole.awk: is this file a report as make report wrote it? Says in one line why not: exit code 1.
#   awk -f common/csv/read.awk -f common/class/columns.awk -f common/class/whole.awk REPORT REPORT
# From reports.sh: EDITION, that of this copy of the course, OLDER=yes where reports of older editions count, too, if
# columns.awk knows their columns, and SUM, what cksum says of all lines but the last. The file is
# read twice: first as a whole, then row by row, which fails only where somebody has made a report by hand.

function wrong(what) { print what; failed = 1; exit 1 }
function is_whole_number(text) { return text ~ /^[0-9]+$/ && length(text) < 10 }
# Of an edition what says which exercises, checks and columns it has: 1.1 of 1.1.2
function series(edition) { return match(edition, /^[0-9]+\.[0-9]+/) ? substr(edition, 1, RLENGTH) : edition }
function is_number(text) { return text ~ /^[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?$/ && length(text) < 25 }

# U+0080 to U+009F: some terminals take them for commands
function has_command(text,    i)
{
    while (i = index(text, lead)) {
        text = substr(text, i + 1)
        if (text != "" && index(commands, substr(text, 1, 1))) return 1
    }
    return 0
}
BEGIN {
    lead = sprintf("%c", 194)
    for (b = 128; b < 160; b++) commands = commands sprintf("%c", b)
}

FNR == 1 { reading++ }
reading == 1 {
    sub(/\r$/, "")
    lines = FNR
    last = $0
    if (FNR == 1) {
        if (!/^row,student,edition,/) # the first columns of every edition
            wrong("no report; make report writes one")
        header = $0
    } else if (FNR == 2) {
        split_fields($0, first)
        theirs = series(first[3])
        ours = series(ENVIRON["EDITION"])
        is_older = ENVIRON["OLDER"] == "yes" && theirs in older_columns && theirs != ours
        if (theirs != ours && !is_older)
            wrong("from another edition of the course, " first[3] "; this one is " ENVIRON["EDITION"] ": both need the same")
    }
    next
}
FNR == 1 {
    sum = last
    sub(/.*,/, "", sum)
    if (last !~ /^end,/ || length(sum) < length(ENVIRON["SUM"]) && index(ENVIRON["SUM"], sum) == 1)
        wrong("is cut off; have it sent again")
    if (sum != ENVIRON["SUM"])
        wrong("has been edited, its sum does not fit; make report writes it again")
    if (header != (is_older ? older_columns[theirs] : report_columns))
        wrong("has other columns than this copy of the course writes; both need the same")
}
!split_row($0) { next }
has_command($0) { bad("a character that is a command for a terminal") }
field["row"] !~ /^(report|exercise|count|bandwidth|end)$/ { bad("row " field["row"] " is none of a report") }
(field["row"] == "report") != (FNR == 2) || FNR == 2 && field["student"] ~ /^ *$/ { bad("no row of a report") }
field["row"] == "report" && !is_older && (field["written"] !~ /^[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z$/ || \
    !is_whole_number(field["tries"]) || !is_whole_number(field["hints"]) || \
    field["idle"] != "" && !is_whole_number(field["idle"])) { bad("no row of a report") }
field["row"] == "exercise" && (field["exercise"] == "" || field["state"] !~ /^(solved|begun)$/ || !is_whole_number(field["hints"]) || \
    !is_whole_number(field["minutes"]) || !is_whole_number(field["tries"])) { bad("no row of an exercise") }
field["row"] == "count" && (field["exercise"] == "" || !is_number(field["count"])) { bad("no row of a count") }
field["row"] == "bandwidth" && (field["part"] == "" || field["kernel"] == "" || !is_number(field["gbps"]) || \
    !is_number(field["peak_gbps"])) { bad("no row of a bandwidth") }
END { exit failed != 0 }
