#!/bin/sh
# ladder-counts.sh: what the kernels of one part of the course ask of a GPU, counted on the CPU device, beside
# what was recorded on a GPU. `make go` shows this where there is no GPU.
#   sh plots/ladder-counts.sh count 05     runs $BUILD/inspect/lesson05, checks it, writes its counts to
#                                          $BUILD/counts/lesson05.csv, and prints one line
#   sh plots/ladder-counts.sh table PART   prints a row per kernel of the part's lessons that were counted
#   sh plots/ladder-counts.sh draw PART    draws the same as $BUILD/plots/counts*.svg and .png
# Counts are those of one reduction without the harness' own launches, at the lessons' default block. Of
# kernels NAME_NUMBER the one is shown that was recorded as the fastest at that block.
# CSV and COUNTERS name other recorded files: results, and what ncu counted.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
. plots/gnuplot.sh
fail() { one_line "counts: $*" >&2; exit 1; }

: "${BUILD:=build}" "${CSV:=$(recorded_cards | head -n 1)}" "${COUNTERS:=${CSV%.csv}-counters.csv}"
block=256
size=524288 # a full block even where each of its threads adds 2048 elements
temporary reduction-counts

count() # NN
{
    program=$BUILD/inspect/lesson$1
    title=$(sh common/course/declared.sh --lesson "$1" title) || exit
    for kernel in $("$program" --list); do
        # With one sample and none to warm up it reduces twice: once to be checked, once to be timed.
        common/cpu/inspect --csv "$tmp/csv" "$program" --kernel "$kernel" -n $size -b $block -s 1 -w 0 \
            >"$tmp/out" 2>&1 || {
            printf '  %s %-32s failed:\n' "$1" "$title"
            cat "$tmp/out"
            exit 1
        }
        awk -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/ladder-counts.awk \
            -v of="lesson$1,$kernel,$block,$size" -v reductions=2 "$tmp/csv" >>"$tmp/counts" || exit 1
    done
    [ -s "$tmp/counts" ] || fail "lesson$1 has no kernel to count"
    # It gets its name when it is complete.
    new=$BUILD/counts/lesson$1.$$
    mkdir -p "$BUILD/counts" &&
        { echo lesson,kernel,block,n,global_requests,shared_requests,shared_wavefronts,barriers &&
          cat "$tmp/counts"; } >"$new" && mv -f "$new" "$BUILD/counts/lesson$1.csv" || { rm -f "$new"; exit 1; }
    printf '  %s %-32s the sum is right, no mistake found\n' "$1" "$title"
}

# From the counted lessons of PART: $tmp/table, and ladder.dat and meta.gp for gnuplot.
prepare() # PART
{
    part=$1
    set -- "$BUILD"/counts/lesson[0-9][0-9].csv
    [ -e "$1" ] || fail "nothing was counted yet: make go"
    awk 'FNR > 1 || NR == 1' "$@" >"$tmp/counted"
    read_course "$tmp"
    results counts "$CSV" part="$part" block=$block out="$tmp" counted="$tmp/counted" counters="$COUNTERS" || exit 1
    [ -s "$tmp/ladder.dat" ] || fail "no lesson of part $part was counted yet: make go"
}

draw()
{
    slug=$(awk -F '\t' -v part="$part" '$1 == part && $3 != "-" { print "-" $3 }' "$tmp/parts")
    find_formats
    mkdir -p "$BUILD/plots" || exit 1
    indent='  '
    render plots/ladder-counts.gp "$BUILD/plots/counts$slug" "data=$(for_gnuplot "$tmp")"
}

usage() { echo "usage: ladder-counts.sh count NN, or table PART, or draw PART" >&2; exit 2; }
[ $# -eq 2 ] || usage
case $1 in
count) count "$2" ;;
table) prepare "$2" && cat "$tmp/table" ;;
draw)  prepare "$2" && draw ;;
*)     usage ;;
esac
