# report.awk: the rows of a report but for the last: report.sh, which calls it. The solutions say which exercises there
# are, and in which order; only their first lines count. In the environment: STUDENT, EDITION, HOST_NAME, CARD, WRITTEN (UTC),
# and the same moment as log.csv would have it: NOTED.

FNR > 1 { next }
{
    number = FILENAME
    sub(/.*\//, "", number)
    sub(/_.*/, "", number)
    exercise[++all] = number
    is_counted[number] = /\(beat the count\)/
}

END {
    if (failed) exit failed
    read_log(log_file)
    read_checks()
    read_counts()
    columns = split(report_columns, column, ",")
    print report_columns
    value["student"] = ENVIRON["STUDENT"]
    value["edition"] = ENVIRON["EDITION"]
    value["card"] = ENVIRON["CARD"]
    value["host"] = ENVIRON["HOST_NAME"]
    value["written"] = ENVIRON["WRITTEN"]
    value["exercise"] = last_tried
    value["tries"] = tries_since + 0
    value["hints"] = hints_since + 0
    if (last_noted != "") {
        idle = int((seconds(ENVIRON["NOTED"]) - last_noted) / 60)
        value["idle"] = idle > 0 ? idle : 0 # a clock may have been set back
    }
    put("report")
    for (i = 1; i <= all; i++) exercise_row(exercise[i])
    for (i = 1; i <= all; i++) if (is_counted[exercise[i]] && passed[exercise[i]]) count_rows(exercise[i])
    bandwidth_rows()
    printf "%d solved, %d begun, %d %s, %d minutes%s\n", solved, open, hints_seen, hints_seen == 1 ? "hint" : "hints", minutes, \
           bandwidths ? ", " bandwidths " kernels timed on a GPU" : "" > summary
}

function put(what,    i)
{
    value["row"] = what
    for (i = 1; i <= columns; i++) printf "%s%s", (i > 1 ? "," : ""), csv_field(value[column[i]])
    print ""
    for (i = 1; i <= columns; i++) delete value[column[i]]
}

# The last failure of each exercise
function read_checks()
{
    while (next_row(checks_file)) {
        check_of[field["exercise"]] = field["check"]
        kind_of[field["exercise"]] = field["kind"]
    }
}

# The best pass of each exercise: the first count that differs decides, in the order of the checks. Passes of before the
# checks were others do not compare.
function read_counts(    number, run, n, at)
{
    while (next_row(counts_file)) {
        number = field["exercise"]
        at = number SUBSEP field["check"]
        if (field["time"] != run || at in in_run || number != last_number) {
            keep(last_number, n)
            run = field["time"]
            n = 0
            for (at in in_run) delete in_run[at]
            at = number SUBSEP field["check"]
        }
        in_run[at]
        last_number = number
        check[++n] = field["check"]
        count[n] = field["count"]
    }
    keep(last_number, n)
}
function keep(number, n,    i, same)
{
    if (!n) return
    same = counts[number] == n
    for (i = 1; i <= n && same; i++) same = best_check[number, i] == check[i]
    for (i = 1; i < n && same && count[i] + 0 == best[number, i] + 0; i++) ;
    if (same && count[i] + 0 >= best[number, i] + 0) return
    counts[number] = n
    for (i = 1; i <= n; i++) {
        best_check[number, i] = check[i]
        best[number, i] = count[i]
    }
}

function exercise_row(number)
{
    if (!passed[number] && !begun[number]) return
    if (passed[number]) solved++
    else open++
    hints_seen += hints[number]
    minutes += int(spent[number] / 60 + 0.5)
    value["exercise"] = number
    value["state"] = passed[number] ? "solved" : "begun"
    value["hints"] = hints[number] + 0
    value["solution"] = solution[number] ? "yes" : "no"
    value["minutes"] = int(spent[number] / 60 + 0.5)
    value["tries"] = tries[number] + 0
    value["check"] = check_of[number]
    value["kind"] = kind_of[number]
    put("exercise")
}

function count_rows(number,    i)
{
    for (i = 1; i <= counts[number]; i++) {
        value["exercise"] = number
        value["check"] = best_check[number, i]
        value["count"] = best[number, i]
        put("count")
    }
}

function bandwidth_rows(    line, part)
{
    while ((getline line < bandwidths_file) > 0) {
        split(line, part, "\t")
        value["part"] = part[1]
        value["card"] = part[2]
        value["kernel"] = part[3]
        value["gbps"] = part[4]
        value["peak_gbps"] = part[5]
        put("bandwidth")
        bandwidths++
    }
}
