#!/bin/sh
# pages.sh [check]: writes the list of exercises, and what the first of them says while it is unsolved, into
# each lesson's page between <!-- exercises:begin --> and <!-- exercises:end -->; or only compares.
# Builds and runs the starters: what is in exercises/ must be the starters.
. common/learn/lib.sh
: "${MAKE:=make}"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/exercise.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
PROGRESS=$tmp/progress # what runs here is no learner's work
export PROGRESS
status=0
for page in docs/lessons/[0-9][0-9]_*.md; do
    lesson=$(basename "$page" | cut -c1-2)
    grep -q '^<!-- exercises:begin -->$' "$page" || { echo "$page has no exercises:begin" >&2; status=1; continue; }
    {
        for solution in solutions/"$lesson"*_*.cu; do
            number=$(basename "$solution" | sed 's/_.*//')
            echo "- [$number](../../exercises/$(basename "$solution")) $(title "$solution" | sed 's/^[^:]*: //')"
        done
        # shellcheck disable=SC2016 # backquotes
        printf '\nBefore you solve it, the first one says:\n\n```\n$ make exercise%s && ./exercise%s\n' "$lesson" "$lesson"
        $MAKE --no-print-directory -s DEVICE=cpu "exercise$lesson" >&2 || exit 1
        "$BUILD/exercise$lesson" 2>&1
        # shellcheck disable=SC2016
        echo '```'
    } >"$tmp/new" || { status=1; continue; }
    $AWK -v new="$tmp/new" '
        /^<!-- exercises:end -->$/ { inside = 0 }
        !inside
        /^<!-- exercises:begin -->$/ { inside = 1; while ((getline line < new) > 0) print line }' "$page" >"$tmp/page"
    cmp -s "$tmp/page" "$page" && continue
    if [ "${1-}" = check ]; then
        echo "$page: its list of exercises is out of date; make pages rewrites it" >&2
        diff -u "$page" "$tmp/page" >&2
        status=1
    else
        cat "$tmp/page" >"$page" && echo "$page"
    fi
done
exit $status
