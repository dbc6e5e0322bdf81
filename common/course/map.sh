#!/bin/sh
# map.sh [check] [FILE]: writes the tables of docs/map.md, or of FILE, between its markers, or only compares: all lessons,
# and the routes through them. Nothing is kept for them: a lesson's title, part and libraries are those of its program,
# its sentence is the first of its objectives in docs/teaching.md, its minutes follow from its page and its exercises
# (map.awk), and the routes are those of common/learn/routes.txt.

export LC_ALL=C
: "${AWK:=awk}"
. common/course/script.sh
. common/course/update.sh
temporary reduction-map
status=0 check=''
if [ "${1-}" = check ]; then check=yes; shift; fi
map=${1:-docs/map.md}
for marker in routes:begin routes:end lessons:begin lessons:end; do
    [ "$(grep -c -x -e "<!-- $marker -->" "$map")" = 1 ] || { echo "$map needs one line '<!-- $marker -->'" >&2; exit 2; }
done
{
    sh common/course/course.sh >"$tmp/course" && sh common/course/declared.sh number part needs offers >"$tmp/declared" &&
        sh common/course/declared.sh --parts part title >"$tmp/parts"
} || exit 2
{
    sed 's/^/lesson	/' "$tmp/course"
    sed 's/^/declared	/' "$tmp/declared"
    sed 's/^/part	/' "$tmp/parts"
    grep -l '"lesson_nccl\.h"' lessons/*.cu | sed 's/^/NCCL	/'
    grep -l '"lesson_mpi\.h"' lessons/*.cu | sed 's/^/MPI	/'
    $AWK -f common/course/words.awk docs/lessons/*.md | tr ' ' '\t' | sed 's/^/words	/'
    # shellcheck disable=SC2016 # the dollar is awk's
    $AWK '/^## / { asks = /^## Predict/ } asks && /^[0-9]+\. / { n[FILENAME]++ }
        END { for (page in n) print "predictions\t" page "\t" n[page] }' docs/lessons/*.md
    sed -n 's/^\/\* Exercise \([^:]*\): .*(\([^()]*\))$/exercise	\1	\2/p' solutions/*.cu
    sed -n '/^## Objectives/,/^## In/s/^| \[\([0-9.]*\)\]([^)]*) | \(.*\) |$/objectives	\1	\2/p' docs/teaching.md
} >"$tmp/facts"
$AWK -F '\t' -v facts="$tmp/facts" -f common/learn/routes.awk -f common/course/map.awk "$map" >"$tmp/map" || exit 2
update "$map" "$tmp/map" "its tables are out of date; make pages writes them" "tables written"
exit $status
