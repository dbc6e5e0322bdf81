#!/bin/sh
# table.sh [check]: writes README's tables of lessons between the lines <!-- ladder:begin --> and
# <!-- ladder:end -->, from what the lessons declare and from the recorded results. `check` only says
# whether they are up to date.

. plots/course.sh
fail() { echo "table: $*" >&2; exit 1; }

: "${README:=README.md}" "${CSV:=plots/recorded/nvidia-h200.csv}"
begin='<!-- ladder:begin -->'
end='<!-- ladder:end -->'
[ -r "$CSV" ] || fail "$CSV is missing; on an H200: make record"
[ -r "$README" ] || fail "$README is missing"
marks=$(grep -n -x -e "$begin" -e "$end" "$README" | sed 's/^[0-9]*://' | tr '\n' ' ')
[ "$marks" = "$begin $end " ] || fail "$README needs one line '$begin' and after it one line '$end'"

tmp=$(mktemp -d "${TMPDIR:-/tmp}/reduction-table.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
read_course "$tmp"
course -f plots/headline.awk -f plots/table.awk "$CSV" >"$tmp/table" || exit 1
awk -v begin="$begin" -v end="$end" -v table="$tmp/table" '
    $0 == end { inside = 0 }
    !inside   { print }
    $0 == begin {
        inside = 1
        while ((getline line < table) > 0) print line
    }' "$README" >"$tmp/new" || exit 1

if cmp -s "$tmp/new" "$README"; then
    echo "table: $README agrees with $CSV"
elif [ "${1-}" = check ]; then
    diff -u "$README" "$tmp/new"
    fail "$README differs from $CSV; make table writes it anew"
else
    cat "$tmp/new" >"$README" || exit 1
    echo "table: $README written from $CSV"
fi
