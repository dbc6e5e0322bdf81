#!/bin/sh
# progress.sh [parts|all|next|open [NN]]: where the learner is.
#   parts   the parts of the course, the lessons of the present part, and which exercise is next
#   all     every exercise, and which is next
#   next    a bar, and which is next
#   open    only the number of the next one, or of the one that comes after NN; exit code 1 without any
# Without an argument: parts, or with ALL=yes all. ROUTE=NAME: only the lessons of that route (routes.txt).
# The order is that of the file names. Parts are declared (declared.sh); lessons that declare none are the
# programs before the first part.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
need_folder
show=${1:-parts} after=${2-}
[ $# -gt 0 ] || ! switch ALL || show=all
case $show in
parts | all) parts=$(sh common/course/declared.sh --parts part title lessons) ;;
*) parts= ;;
esac
set --
for file in docs/lessons/[0-9]*_*.md solutions/[0-9]*_*.cu; do
    [ ! -e "$file" ] || set -- "$@" "$file"
done
PARTS=$parts ROUTE=${ROUTE-} $AWK -v show="$show" -v after="$after" -v log_file="$log" -f common/learn/log.awk \
    -f common/learn/routes.awk -f common/learn/progress.awk -f common/learn/progress-lines.awk "$@"
