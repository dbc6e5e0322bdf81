#!/bin/sh
# renumber.sh OLD.csv NEW.csv [FILE...]: after a new recording, brings the texts' numbers from OLD.csv to NEW.csv.
#   git show HEAD:plots/recorded/nvidia-h200.csv >old.csv
#   sh plots/renumber.sh old.csv plots/recorded/nvidia-h200.csv             shows what would change
#   WRITE=yes sh plots/renumber.sh old.csv plots/recorded/nvidia-h200.csv   changes it
# FILEs are pages and programs; without any, all pages and the first comments of lessons, exercises and solutions.
#
# A number is meant if it has a unit (GB/s, ms, µs, % of the peak), in the text or in the head of its table, and equals,
# as printed, what OLD.csv has for a row of the file's lesson, or of a lesson or kernel that the paragraph names. It is
# replaced if one row explains it, or several whose new numbers are the same. Of several, those win that have the
# kernel, block and n of the sentence or of the table's row and column. Regular expressions of checks that look up
# NEW's name in plots/recorded/ are changed in the same way, and then the numbers of their answer. Where nothing
# decides, the number stays and is printed as "FILE:LINE: 4582 could be ...": look at those yourself, and at ratios,
# differences and what else follows from numbers, which are not looked at. Then run tests/53_answers.t on the pages.
# RECORDED=nvidia-h200 is the name in checks, if NEW.csv has another. EXPLAIN=yes also prints which row each number was
# taken for, and the numbers with a unit that no row explains.

export LC_ALL=C
. common/course/script.sh
fail() { one_line "renumber: $*" >&2; exit 2; }

: "${AWK:=awk}"
[ $# -ge 2 ] && [ "$1" ] || fail "which results? make renumber OLD=old.csv, or sh plots/renumber.sh OLD.csv NEW.csv [FILE...]"
old=$1 new=$2
shift 2
for file in "$old" "$new" "$@"; do
    [ -r "$file" ] && [ -f "$file" ] || fail "$file cannot be read"
    [ -s "$file" ] || fail "$file is empty"
done
for file in "$old" "$new"; do
    case $file in *=*) fail "$file: a name without = is needed" ;; esac
done
write='' explain=''
! switch WRITE || write=yes
! switch EXPLAIN || explain=yes
name=${RECORDED:-$(basename -- "$new" .csv)}
case $name in *[!A-Za-z0-9_-]*) fail "$name: a name with letters, digits, - and _ is needed; RECORDED= says another" ;; esac
[ $# -gt 0 ] || set -- README.md docs/*.md docs/lessons/*.md lessons/[0-9]*.cu exercises/[0-9]*.cu solutions/[0-9]*.cu

temporary renumber
sh common/course/declared.sh lesson n >"$tmp/declared" || exit
experiments=plots/recorded/$name-experiments.csv
[ -e "$experiments" ] || experiments=/dev/null
[ -s "$experiments" ] || { echo '#' >"$tmp/none"; experiments=$tmp/none; }

# Has it a number with a unit (those of `way` in renumber.awk), a table with one at its head, or a check? Of a
# program, only the first comment counts.
has_units() # FILE
{
    "$AWK" '
        /GB\/s|%|<!-- check: |(^|[^A-Za-z])(ms|us|\302\265s|\316\274s)([^A-Za-z]|$)/ { found = 1; exit }
        FILENAME ~ /\.cu$/ && /\*\// { exit }
        END { exit !found }' "$1"
}

replaced=0 listed=0
for file; do
    lesson=$(basename -- "$file" | sed -n 's/^\([0-9][0-9]\)[a-z]*_.*/\1/p')
    case $file in /* | ./*) ;; *) file=./$file ;; esac # a name with = in it is no assignment
    has_units "$file" || continue
    LC_ALL=C "$AWK" -v recorded="$name" -v file_lesson="$lesson" -v into="$tmp/copy" -f common/csv/read.awk \
        -f plots/renumber.awk "$tmp/declared" "$experiments" "$old" "$new" "$file" >"$tmp/said" || exit 2
    replaced=$((replaced + $(grep -c '^replaced: ' "$tmp/said")))
    listed=$((listed + $(grep -c '^listed: ' "$tmp/said")))
    sed -n 's/^listed: \(\.\/\)\{0,1\}//p' "$tmp/said"
    [ -z "$explain" ] || sed -n 's/^\(replaced\|unexplained\): \(\.\/\)\{0,1\}/\1: /p' "$tmp/said"
    cmp -s "$tmp/copy" "$file" && continue
    if [ "$write" ]; then
        cat "$tmp/copy" >"$file" || fail "$file cannot be written"
    else
        diff -u "$file" "$tmp/copy" | sed "1s|.*|--- ${file#./}|; 2s|.*|+++ ${file#./}|"
    fi
done
if [ "$write" ]; then verb='were replaced' hint=''; else verb='would be replaced' hint='; WRITE=yes does it'; fi
echo "renumber: $replaced numbers $verb, $listed are left to you$hint"
