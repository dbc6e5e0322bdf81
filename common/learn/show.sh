#!/bin/sh
# show.sh NN: how the solution differs from what is in exercises/ now. Other indentation or line ends are no
# difference.
export LC_ALL=C
. common/learn/lib.sh
number=$1
find_exercise
[ -e "$exercise" ] || { missing; exit 2; }
event "$number" solution
colour=
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then colour=yes; fi
tr -d '\r' <"$exercise" | diff -b -U 3 - "$solution" | $AWK -v colour="$colour" -v exercise="$exercise" -v solution="$solution" '
    function in_colour(code) { return colour ? "\033[" code "m" $0 "\033[0m" : $0 }
    NR == 1 { $0 = "--- " exercise "   (the lines with - are yours)" }
    NR == 2 { $0 = "+++ " solution "   (those with + are the solution'"'"'s)" }
    NR > 2 && /^@@/ { $0 = in_colour(36) }
    NR > 2 && /^\+/ { $0 = in_colour(32) }
    NR > 2 && /^-/  { $0 = in_colour(31) }
    { print }
    END { if (!NR) print "(no difference)" }'
