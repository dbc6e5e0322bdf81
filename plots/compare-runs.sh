#!/bin/sh
# compare-runs.sh LESSON...: do these built lessons differ? Each runs at its own shape, in turns, so that what drifts
# meets all of them: ROUNDS rounds, in each of them every lesson once. From make: BUILD, DEVICE, and if given
#   ROUNDS=5                 at least 3
#   N, BLOCKS, SAMPLES       as make bench takes them
#   A=PROGRAM B=PROGRAM      two programs in place of lessons, row by row: for example two builds of one lesson
#   KERNEL=NAME              one kernel only
# Of a lesson the row counts that is the best by its median over the rounds. What is printed is how many times as fast
# as the first it is, with the 95 % interval of Student's t over the rounds' logarithms; "no difference" if it holds 1.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
fail() { one_line "compare: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}" "${ROUNDS:=5}" "${BLOCKS:=$all_blocks}"
[ "$DEVICE" = gpu ] || fail "only a GPU's times mean anything; this is DEVICE=$DEVICE"
case $ROUNDS in
'' | *[!0-9]* | ????*) fail "ROUNDS=$ROUNDS: a number from 3 to 999 is needed" ;;
esac
[ "$ROUNDS" -ge 3 ] || fail "ROUNDS=$ROUNDS: at least 3; fewer say nothing about chance"
by=lesson
if [ "${A-}${B-}" ]; then
    [ "${A-}" ] && [ "${B-}" ] || fail "A and B are two programs; only one is named"
    by=row
    set -- "$A" "$B"
    for program; do
        [ -f "$program" ] && [ -x "$program" ] || fail "$program is no program; make lesson05 BUILD=FOLDER builds one"
        shift
        case $program in */*) set -- "$@" "$program" ;; *) set -- "$@" "./$program" ;; esac # not one in PATH
    done
else
    [ $# -ge 2 ] || fail "which lessons? LESSONS names two or more, or A and B two programs"
fi

temporary compare
one() # FILE PROGRAM: one round of one program
{
    "$2" -b "$BLOCKS" ${N:+-n "$N"} ${SAMPLES:+-s "$SAMPLES"} ${KERNEL:+--kernel "$KERNEL"} --csv "$1" >"$tmp/out" 2>&1 </dev/null || {
        cat "$tmp/out" >&2
        fail "$2 failed in round $round"
    }
}
round=0
while [ $((round += 1)) -le "$ROUNDS" ]; do
    [ ! -t 2 ] || printf 'round %d of %d\r' "$round" "$ROUNDS" >&2
    side=0
    for what; do
        side=$((side + 1))
        case $by in
        row) one "$tmp/$side.$round.csv" "$what" ;;
        *)   one "$tmp/$side.$round.csv" "$BUILD/gpu/$what" ;;
        esac
    done
done
[ ! -t 2 ] || printf '%20s\r' '' >&2
names=$(for what; do one_line "$what"; done)
sides=$# side=0
set --
while [ $((side += 1)) -le "$sides" ]; do
    round=0
    while [ $((round += 1)) -le "$ROUNDS" ]; do set -- "$@" side=$side round=$round "$tmp/$side.$round.csv"; done
done
NAMES=$names awk -f common/csv/read.awk -f plots/rows.awk -f plots/compare-runs.awk -v by=$by -v rounds="$ROUNDS" "$@"
