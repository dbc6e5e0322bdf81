#!/bin/sh
# pages.sh [check] [NN...]: writes the list of exercises into each lesson's page between <!-- exercises:begin -->
# and <!-- exercises:end -->; or only compares. With numbers: only into the pages of these lessons. Says which
# pages it wrote. The first lesson's page also shows what its exercise says while it is unsolved. For that, its
# starter is built and run: what is in exercises/ must be the starter.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
. common/course/update.sh
: "${MAKE:=make}"
temporary exercise
PROGRESS=$tmp/progress # what runs here is no learner's work
export PROGRESS
status=0 check=''
if [ "${1-}" = check ]; then check=yes; shift; fi
all=$(sh common/course/course.sh) || exit 2
first=$(echo "$all" | $AWK -F '\t' '$4 == "lesson" { print $1; exit }')
all=$(echo "$all" | cut -f1)
lessons=${*:-$all}
for lesson in $lessons; do
    page=$(echo docs/lessons/"$lesson"_*.md)
    [ -e "$page" ] || { echo "$page: is missing; every lesson has a page" >&2; status=1; continue; }
    grep -q '^<!-- exercises:begin -->$' "$page" || { echo "$page has no exercises:begin" >&2; status=1; continue; }
    (
        for solution in solutions/"$lesson"*_*.cu; do
            number=$(basename "$solution" | sed 's/_.*//')
            echo "- [$number](../../exercises/$(basename "$solution")) $(title "$solution" | sed 's/^[^:]*: //')"
        done
        [ "$lesson" = "$first" ] || exit 0
        # shellcheck disable=SC2016 # backquotes
        printf '\nBefore you solve it, the first one says:\n\n```\n$ make exercise%s && ./exercise%s\n' "$lesson" "$lesson"
        "$MAKE" --no-print-directory -s DEVICE=cpu "exercise$lesson" >&2 || exit 1
        "$BUILD/exercise$lesson" 2>&1
        # shellcheck disable=SC2016
        echo '```'
    ) >"$tmp/new" || { status=1; continue; }
    $AWK -v new="$tmp/new" '
        /^<!-- exercises:end -->$/ { inside = 0 }
        !inside
        /^<!-- exercises:begin -->$/ { inside = 1; while ((getline line < new) > 0) print line }' "$page" >"$tmp/page"
    update "$page" "$tmp/page" "its list of exercises is out of date; make pages rewrites it" "exercises written"
done
exit $status
