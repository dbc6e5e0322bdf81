#!/bin/sh
# progress.sh [table|next|open]: all exercises and how far each one is, a bar, and which is next; or
# only the last two; or only the number of the next one.
. common/learn/lib.sh
show=${1:-table}
for solution in solutions/[0-9][0-9]*_*.cu; do title "$solution"; done | LC_ALL=C sort -t: -k1,1 |
    LC_ALL=C $AWK -v show="$show" -v log_file="$log" '
    BEGIN {
        FS = ","
        while ((getline < log_file) > 0) {
            if ($3 == "reset") passed[$2] = begun[$2] = 0
            if ($3 == "passed") { passed[$2] = 1; last = $2 }
            if ($3 ~ /^hint[1-3]$/ && !(($2, $3) in seen)) { seen[$2, $3] = 1; hints[$2]++ }
            if ($3 == "solution" && !passed[$2]) solution[$2] = 1
            if ($3 ~ /tried|hint|solution/) begun[$2] = 1
        }
        FS = ": "
    }
    {
        number = $1
        title = kind = substr($0, length(number) + 3)
        sub(/ \([^(]*\)$/, "", title)
        sub(/.* \(/, "", kind)
        sub(/\)$/, "", kind)
        all++
        if (passed[number]) done++
        else if (open == "" || (is_behind && !is_next)) {
            open = number; open_title = title; open_kind = kind
            is_next = is_behind
        }
        if (number "" == last "") is_behind = 1 # next is the one after the last that was passed, if there is one
        row[all] = sprintf("  %-4s %-50s %-15s %-6s %s%s", number, title, kind,
                           passed[number] ? "done" : begun[number] ? "begun" : "open",
                           hints[number] ? hints[number] : "", solution[number] ? " solution seen" : "")
        sub(/ +$/, "", row[all])
    }
    END {
        if (show == "open") {
            if (open != "") print open
            exit open == ""
        }
        if (show == "table") {
            printf "  %-4s %-50s %-15s %-6s %s\n", "no", "exercise", "kind", "state", "hints"
            for (i = 1; i <= all; i++) print row[i]
        }
        width = 40
        filled = int(width * done / all)
        for (i = 0; i < width; i++) bar = bar (i < filled ? "#" : "-")
        printf "\n  [%s] %d of %d done\n", bar, done, all
        if (open != "")
            printf "\n  next: make exercise%s && ./exercise%s\n        %s (%s)\n", open, open, open_title, open_kind
        else
            print "\n  All done. Now you can write one of your own: see docs/exercises.md"
    }'
