#!/bin/sh
# table.sh [check]: writes the tables of lessons, the ladder's into README.md and those of the other parts into
# docs/results.md, between the lines <!-- ladder:begin --> and <!-- ladder:end -->, from what the lessons declare
# and from the results of all recorded cards: that with the highest peak first, the others in columns beside it.
# CSV=FILE,FILE names other files. `check` only says whether the tables are up to date.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
fail() { one_line "table: $*" >&2; exit 1; }

: "${README:=README.md}" "${RESULTS:=docs/results.md}"
begin='<!-- ladder:begin -->'
end='<!-- ladder:end -->'
: "${CSV:=$(recorded_cards | tr '\n' ',' | sed 's/,$//')}"
[ "$CSV" ] || fail "no results in plots/recorded; on a machine with a GPU: make record"
first=${CSV%%,*}
ifs=$IFS
set -f
IFS=,
for file in $CSV; do
    [ -r "$file" ] || fail "$file is missing; CSV names files of results, with commas between"
done
IFS=$ifs
set +f
for page in "$README" "$RESULTS"; do
    [ -r "$page" ] || fail "$page is missing"
    marks=$(grep -n -x -e "$begin" -e "$end" "$page" | sed 's/^[0-9]*://' | tr '\n' ' ')
    [ "$marks" = "$begin $end " ] || fail "$page needs one line '$begin' and after it one line '$end'"
done

temporary reduction-table
read_course "$tmp"
: >"$tmp/cards"
IFS=,
for file in $CSV; do
    IFS=$ifs
    [ "$file" = "$first" ] || course -f plots/headline.awk -f plots/gpu-rows.awk -f plots/card.awk "$file" >>"$tmp/cards" || exit 1
done
IFS=$ifs
new() # first|others PAGE: the page with its tables, to $tmp/first or $tmp/others
{
    course -f plots/headline.awk -f plots/gpu-rows.awk -f plots/table.awk -v show="$1" -v others="$tmp/cards" "$first" >"$tmp/table" || exit 1
    awk -v begin="$begin" -v end="$end" -v table="$tmp/table" '
        $0 == end { inside = 0 }
        !inside   { print }
        $0 == begin {
            inside = 1
            while ((getline line < table) > 0) print line
        }' "$2" >"$tmp/$1" || exit 1
}
new first "$README"
new others "$RESULTS"

differs=
update() # first|others PAGE check|
{
    if cmp -s "$tmp/$1" "$2"; then
        echo "table: $2 agrees with $CSV"
    elif [ "$3" = check ]; then
        diff -u "$2" "$tmp/$1"
        echo "table: $2 differs from $CSV; make table writes it anew" >&2
        differs=yes
    else
        cat "$tmp/$1" >"$2" || exit 1
        echo "table: $2 written from $CSV"
    fi
}
update first "$README" "${1-}"
update others "$RESULTS" "${1-}"
[ -z "$differs" ]
