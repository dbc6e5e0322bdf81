#!/bin/sh
# check.sh NN: is exercise NN unchanged outside its gap? Asked before it is built. Exit code 2 if not.
export LC_ALL=C
. common/learn/lib.sh
number=$1
find_exercise
[ -e "$exercise" ] || { missing; exit 2; }
message=$(gap check "$exercise" -v like="$solution") && exit 0
echo "$message" >&2
case $message in *"is not allowed in the gap"*) exit 2 ;; esac
echo "Only the gap is yours to change: put the line back, or start over (make reset$number keeps a copy of your work)" >&2
exit 2
