#!/bin/sh
# scores.sh: ranks the answers to the exercises of the kind "beat the count" by their counts, which are those of the CPU device
# for everybody. From make: FILES='reports/*.csv', ALL=1 shows everyone.

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
. common/class/reports.sh
: "${AWK:=awk}"

most=10
! switch ALL || most=0
temporary reduction-scores
older=no # their checks may be others
find_reports scores
cat "$tmp/left-out"
[ ! -s "$tmp/left-out" ] || echo
EXERCISES=$(numbers solutions) TITLES=$(for file in solutions/[0-9]*_*.cu; do title "$file"; done) \
    over_reports -v most=$most -f common/learn/log.awk -f common/class/read-reports.awk -f common/class/scores.awk
