#!/bin/sh
# cards.sh: the pictures of several cards, of what is recorded: plots/recorded/CARD-all-reduce.* and
# CARD-two-cards.* of CARD-two-cards.csv (plots/two_cards.cu prints it).
export LC_ALL=C
. common/course/script.sh
. plots/course.sh
. plots/gnuplot.sh
fail() { one_line "cards: $*" >&2; exit 1; }
indent='  '
temporary cards
find_formats
for file in $(recorded_cards); do
    card=${file%.csv}
    grep -q ',all_reduce_any_size_2,' "$file" || continue
    awk -f common/csv/read.awk -f plots/cards.awk "$file" | sort -n >"$tmp/all"
    device=$(sed -n 's/^# //p' "$tmp/all")
    render plots/all_reduce.gp "$card-all-reduce" "data=$(for_gnuplot "$tmp/all"); device=$(for_gnuplot "$device"); note=''"
    [ -s "$card-two-cards.csv" ] || continue
    awk -F, -v OFS='\t' 'NR > 1 { print $1, $2 + 136 * $1, $3 / 1000, $4 / 1000, $5 / 1000, $6 / 1000 }' "$card-two-cards.csv" >"$tmp/two"
    render plots/two_cards.gp "$card-two-cards" "data=$(for_gnuplot "$tmp/two"); device=$(for_gnuplot "$device"); bytes='1 MiB'"
done
