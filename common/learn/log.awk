# log.awk: what the learner did, as progress/log.csv has it (lib.sh writes it). Used before another script:
#   read_log(FILE)   sets, for each exercise: passed, begun (1 or 0), hints (how many of them were seen), solution (1: it was
#                    seen before the exercise was passed), tries, spent (seconds); and last_passed, the last that was passed;
#                    last_tried, the last that anything was noted of, and when: last_noted (seconds, or ""); and since the last
#                    pass of any exercise: tries_since, hints_since
# An exercise that was reset is open again, and has to be checked again after an undo.
#
# An exercise is charged with the time from what was noted before, of whatever exercise, to what is noted of it. A
# longer_break, in seconds, is charged to nobody. A file that somebody else wrote does not matter: what is no
# event counts nothing.

function read_log(name,    line, field, what, at, before, seen, seen_since, longer_break)
{
    longer_break = 30 * 60
    while ((getline line < name) > 0) {
        sub(/\r$/, "", line)
        split(line, field, ",")
        what = field[3]
        if (what == "reset") passed[field[2]] = begun[field[2]] = 0
        if (what == "passed") {
            passed[field[2]] = 1
            last_passed = field[2]
            tries_since = hints_since = 0
            split("", seen_since)
        }
        if (what ~ /^hint[1-3]$/ && !((field[2], what) in seen)) { seen[field[2], what] = 1; hints[field[2]]++ }
        if (what == "solution" && !passed[field[2]]) solution[field[2]] = 1
        if (what ~ /tried|hint|solution|undo/) begun[field[2]] = 1
        if (what ~ /^(tried|passed)$/) tries[field[2]]++
        if (what == "tried") tries_since++
        if (what ~ /^hint[1-3]$/ && !((field[2], what) in seen_since)) { seen_since[field[2], what] = 1; hints_since++ }
        at = seconds(field[1])
        if (at == "") continue
        last_tried = field[2]
        last_noted = at
        if (before != "" && at > before && at - before <= longer_break) spent[field[2]] += at - before
        before = at
    }
    close(name)
}

# 2026-11-23T16:07:18 -> seconds since some day, or "" if that is no time
function seconds(text,    year, month, day)
{
    if (text !~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]$/) return ""
    year = substr(text, 1, 4) + 0
    month = substr(text, 6, 2) + 0
    day = substr(text, 9, 2) + 0
    if (month < 3) { year--; month += 12 } # a year that ends with February
    day += 365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month - 457) / 5)
    return ((day * 24 + substr(text, 12, 2)) * 60 + substr(text, 15, 2)) * 60 + substr(text, 18, 2)
}
