#!/bin/sh
# check.sh NN: may exercise NN be built? It must be unchanged outside its gap, and nothing in the gap may reach
# the grader (answer.awk). Exit code 2 if not.
export LC_ALL=C
. common/learn/lib.sh
number=$1
find_exercise
[ -e "$exercise" ] || { missing; exit 2; }
message=$(gap check "$exercise" -v like="$solution") || {
    echo "$message" >&2
    echo "Only the gap is yours to change: put the line back, or start over (make reset$number keeps a copy of your work)" >&2
    exit 2
}
checks=exercises/checks/$stem.cu
[ -e "$checks" ] || checks=
$AWK -v exercise="$exercise" -v solution="$solution" -f common/learn/answer.awk -f common/learn/answer-words.awk \
    common/grading/*.h common/exercise*.h common/harness/*.h common/lesson*.h \
    "$solution" ${checks:+"$checks"} "$exercise" >&2 || exit 2
