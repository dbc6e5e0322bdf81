#!/bin/sh
# show.sh NN: how the solution differs from what is in exercises/ now.
. common/learn/lib.sh
number=$1
find_exercise
[ -e "$exercise" ] || { echo "$exercise is not there; make reset$number brings it back" >&2; exit 2; }
event "$number" solution
colour=
if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then colour=yes; fi
diff -U 3 "$exercise" "$solution" | $AWK -v colour="$colour" '
    colour && /^@@/ { $0 = "\033[36m" $0 "\033[0m" }
    colour && /^\+/ { $0 = "\033[32m" $0 "\033[0m" }
    colour && /^-/  { $0 = "\033[31m" $0 "\033[0m" }
    NR <= 2 { sub(/\t.*$/, "") } # the times
    { print; some = 1 }
    END { if (!some) print "(no difference)" }'
