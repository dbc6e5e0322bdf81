#!/bin/sh
# class.sh: what the reports of a class say together: who has solved what, what half of the room stumbles on, and
# everyone's ladder as dots. From make: FILES='reports/*.csv', PROJECTOR=1 for larger type, BUILD.

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
. common/class/reports.sh
. plots/course.sh
. plots/gnuplot.sh
fail() { one_line "class: $*" >&2; exit 1; }

temporary reduction-class
find_reports class
EXERCISES=$(numbers solutions) over_reports -f common/class/read-reports.awk -f common/class/class.awk || exit

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
    out=$BUILD/plots projector=no
    if switch PROJECTOR; then projector=yes out=$out/projector; fi
    mkdir -p "$out" || exit 1
    echo "Everyone's ladder, a dot for each:"
    while read -r part; do
        ending=$(awk -F '\t' -v part="$part" '$1 == part && $3 != "-" { print "-" $3 }' "$tmp/parts")
        indent='  ' render plots/class.gp "$out/class$ending" "data=$(for_gnuplot "$data/$part"); projector='$projector'"
    done <"$data/parts"
fi
