#!/bin/sh
# accuracy.sh LESSON...: how far off the sums of built lessons are, over array sizes, for three kinds of input and three
# seeds; and a picture of it.
# From make: BUILD and DEVICE, and if it was given N (sizes, a comma list). There are 528 blocks of 512 threads, as many as
# an H200 holds at a time. All devices give the same: the order of the additions follows from n, grid and block.
# Into build/results/accuracyNN.csv and build/plots, or with RECORD=yes both into plots/recorded.
export LC_ALL=C
. common/course/script.sh
. plots/gnuplot.sh
fail() { one_line "accuracy: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
: "${N:=2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26}"
[ $# -gt 0 ] || fail "of which lesson? make accuracy LESSONS=NN: one whose --help has --errors"
results=$BUILD/results plots=$BUILD/plots
! switch RECORD || results=plots/recorded plots=plots/recorded
mkdir -p "$results" "$plots" || exit
temporary reduction-accuracy
for lesson; do
    new=$tmp/$lesson.csv
    case $("$BUILD/$DEVICE/$lesson" --help) in
    *--errors*--grid* | *--grid*--errors*) ;;
    *) fail "$lesson has no --errors, or no --grid; nothing was written" ;;
    esac
    for input in random equal cancelling; do
        for seed in 1 2 3; do
            "$BUILD/$DEVICE/$lesson" --type float --input $input --seed $seed --grid 528 -b 512 -n "$N" -s 1 -w 0 --errors "$new" >"$new.out" 2>&1 </dev/null || {
                status=$?
                cat "$new.out" >&2
                fail "$lesson ended with exit code $status; nothing was written"
            }
        done
    done
    number=${lesson#lesson}
    cp "$new" "$results/accuracy$number.csv" || exit
    echo "accuracy: $results/accuracy$number.csv"
    command -v gnuplot >/dev/null 2>&1 || fail "gnuplot is missing: make deps installs it"
    find_formats
    awk -f common/csv/read.awk -f plots/rows.awk -f plots/accuracy.awk -v dir="$tmp" "$new" || exit
    indent='accuracy: '
    render plots/accuracy.gp "$plots/accuracy$number" "data=$(for_gnuplot "$tmp"); lesson=$(for_gnuplot "$number")"
done
