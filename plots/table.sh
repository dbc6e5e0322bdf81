#!/bin/sh
# table.sh [check]: writes the tables of lessons into docs/results.md, between the lines <!-- ladder:begin --> and
# <!-- ladder:end -->, from what the lessons declare and from the results of all recorded cards: the card with the highest
# peak comes first, the others get columns beside it. CSV=FILE,FILE names other files, RESULTS another page. `check` only
# says whether the tables are up to date.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
fail() { one_line "table: $*" >&2; exit 1; }

: "${RESULTS:=docs/results.md}"
begin='<!-- ladder:begin -->'
end='<!-- ladder:end -->'
: "${CSV:=$(recorded_cards | tr '\n' ',' | sed 's/,$//')}"
[ "$CSV" ] || fail "no results in plots/recorded; on a machine with a GPU: make record"
check=${1-}
set -f
IFS=,
# shellcheck disable=SC2086
set -- $CSV
unset IFS
set +f
for file; do
    [ -r "$file" ] || fail "$file is missing; CSV names files of results, with commas between"
done
[ -r "$RESULTS" ] || fail "$RESULTS is missing"
marks=$(grep -n -x -e "$begin" -e "$end" "$RESULTS" | sed 's/^[0-9]*://' | tr '\n' ' ')
[ "$marks" = "$begin $end " ] || fail "$RESULTS needs one line '$begin' and after it one line '$end'"

temporary reduction-table
read_course "$tmp"
results table "$@" >"$tmp/table" || exit 1
awk -v begin="$begin" -v end="$end" -v table="$tmp/table" '
    $0 == end { inside = 0 }
    !inside   { print }
    $0 == begin {
        inside = 1
        while ((getline line < table) > 0) print line
    }' "$RESULTS" >"$tmp/new" || exit 1

if cmp -s "$tmp/new" "$RESULTS"; then
    echo "table: $RESULTS agrees with $CSV"
elif [ "$check" = check ]; then
    diff -u "$RESULTS" "$tmp/new"
    echo "table: $RESULTS differs from $CSV; make table writes it anew" >&2
    exit 1
else
    cat "$tmp/new" >"$RESULTS" || exit 1
    echo "table: $RESULTS written from $CSV"
fi
