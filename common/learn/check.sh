#!/bin/sh
# check.sh NN: is exercise NN as it was, outside of its gap? Before it is built. Exit code 2 if not.
. common/learn/lib.sh
number=$1
find_exercise
[ -e "$exercise" ] || {
    echo "$exercise is not there; make reset$number brings it back" >&2
    exit 2
}
message=$(gap check "$exercise" -v like="$solution") && exit 0
echo "$message" >&2
case $message in *"cannot stand in the gap"*) exit 2 ;; esac
{
    echo "Only what is in the gap is yours. Put the rest back (make show$number shows all differences to"
    echo "the solution), or begin anew: make reset$number keeps a copy of your work."
} >&2
exit 2
