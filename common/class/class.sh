#!/bin/sh
# class.sh: what the reports of a class say together: on one screen who is stuck, and how far the room is. With ALL=1 also who
# has solved what, what half of the room stumbles on, and everyone's ladder as dots. From make: FILES='reports/*.csv',
# ALL=1, PROJECTOR=1 for larger type (draws the ladder, too), BUILD. WATCH=yes: on a terminal again and again, when a report
# has come and every minute, until Ctrl-C.

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
. common/class/reports.sh
. plots/course.sh
. plots/gnuplot.sh
fail() { one_line "class: $*" >&2; exit 1; }

all='' watch='' draw='' projector=no
! switch ALL || all=1 draw=yes
! switch PROJECTOR || projector=yes draw=yes
! switch WATCH || watch=yes
older=yes
temporary reduction-class

# A terminal of 24 lines has room for 22 below the command and above the next one.
rows=24
[ ! -t 1 ] || rows=$(stty size <&1 2>/dev/null | sed 's/ .*//')
case $rows in '' | *[!0-9]*) rows=24 ;; esac
[ "$rows" -ge 24 ] || rows=24
rows=$((rows - 2))

overview()
{
    find_reports class
    if [ "$all" ] || [ "$(wc -l <"$tmp/left-out")" -le 2 ]; then
        cat "$tmp/left-out"
    else
        sed 1q "$tmp/left-out"
        echo "left out: $(($(wc -l <"$tmp/left-out") - 1)) more; ALL=1 says why"
    fi >"$tmp/notes"
    [ "$all" ] || echo "ALL=1 shows every exercise, where half of the room stumbles, and the ladder" >>"$tmp/notes"
    EXERCISES=$(numbers solutions) NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ) NOTES=$tmp/notes over_reports -v all="$all" \
        -v rows="$([ "$all" ] || echo $rows)" -f common/learn/log.awk -f common/class/read-reports.awk \
        -f common/class/overview.awk -f common/class/class.awk
}

if [ "$watch" ] && [ -t 1 ]; then
    all=
    waited=30 seen=none
    while :; do
        [ "$seen" = none ] || sleep 2
        waited=$((waited + 1)) now_there=$(fingerprint)
        [ "$now_there" != "$seen" ] || [ $waited -ge 30 ] || continue
        seen=$now_there waited=0
        (overview) >"$tmp/screen" 2>&1
        [ "${TERM:-dumb}" = dumb ] || printf '\033[H\033[2J'
        cat "$tmp/screen"
        echo "$(date +%H:%M), Ctrl-C ends this"
    done
fi

overview || exit
[ "$draw" ] || exit 0
echo
read_course "$tmp"
data=$tmp/ladders
mkdir "$data" || exit 1
PARTS=$(cut -f 1,2 "$tmp/parts") over_reports -f plots/rows.awk -v dir="$data" -f plots/class.awk || exit
if [ ! -s "$data/parts" ]; then
    echo "Nobody's ladder is drawn: no report has times of a GPU. There: make bench, then make report again"
elif ! command -v gnuplot >/dev/null 2>&1; then
    echo "Everyone's ladder is not drawn: gnuplot is missing, make deps installs it"
else
    find_formats
    out=$BUILD/plots
    [ $projector = no ] || out=$out/projector
    mkdir -p "$out" || exit 1
    echo "Everyone's ladder, a dot for each:"
    while read -r part; do
        ending=$(awk -F '\t' -v part="$part" '$1 == part && $3 != "-" { print "-" $3 }' "$tmp/parts")
        indent='  ' render plots/class.gp "$out/class$ending" "data=$(for_gnuplot "$data/$part"); projector='$projector'"
    done <"$data/parts"
fi
