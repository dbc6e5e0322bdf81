# lib.sh: what the scripts of the learner's loop share. To be sourced in the repository's root.
# shellcheck shell=sh
#
#   number=05b; find_exercise     sets stem, exercise, solution, notes; ends the script (exit 2) when
#                                 there is none with that number
#   event EXERCISE WHAT           notes what the learner did: tried, passed, hint1 ... hint3,
#                                 solution, reset
# State: progress/log.csv (time,exercise,event), a line for each event; git ignores it. PROGRESS names
# another folder.

: "${AWK:=awk}" "${BUILD:=build}" "${PROGRESS:=progress}"
log=$PROGRESS/log.csv

# All numbers, in order. The solutions say what there is: a learner may have moved an exercise.
numbers() { ls solutions | sed -n 's/^\([0-9][0-9][a-z]*\)_.*\.cu$/\1/p' | LC_ALL=C sort; }

gap() # PART FILE [AWK OPTION...]
{
    gap_part=$1 gap_file=$2
    shift 2
    LC_ALL=C $AWK -v part="$gap_part" "$@" -f common/learn/gap.awk "$gap_file"
}

find_exercise()
{
    case $number in [0-9] | [0-9][a-z]) number=0$number ;; esac
    for solution in solutions/"$number"_*.cu; do
        [ -e "$solution" ] || {
            # shellcheck disable=SC2046 # one word each
            echo "exercise$number: there is no such exercise; there are: "$(numbers) >&2
            exit 2
        }
        stem=$(basename "$solution" .cu)
        # shellcheck disable=SC2034 # for those who source this
        exercise=exercises/$stem.cu notes=exercises/notes/$stem.txt
    done
}

event()
{
    mkdir -p "$PROGRESS" && { [ -s "$log" ] || echo time,exercise,event >>"$log"; } &&
        echo "$(date +%Y-%m-%dT%H:%M:%S),$1,$2" >>"$log" ||
        echo "note: $log could not be written, so make progress will not know about this" >&2
}

# "05b: the title (its kind)" of a solution's first line
title() { sed -n '1s/^\/\* Exercise \([^:]*\): \(.*\)$/\1: \2/p' "$1"; }
