#!/bin/sh
# ratios.sh LESSON...: how many times as fast as its first row each built lesson's others are, over array sizes: for
# each of its types, cold and hot, by both clocks, with intervals.
# From make: BUILD and DEVICE, and if they were given N (sizes, a comma list) and SAMPLES.
# Into build/results/NAME-OF-THE-CARD-ratiosNN.csv, or with RECORD=yes into plots/recorded; `make plots` draws it.
export LC_ALL=C
. common/course/script.sh
fail() { one_line "ratios: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}" "${SAMPLES:=100}"
[ "$DEVICE" = gpu ] || fail "only a GPU's times can be compared; this is DEVICE=$DEVICE"
[ $# -gt 0 ] || fail "of which lesson? make ratios LESSONS=NN: one with a row to compare with"
# Every power of two, and 40 sizes between.
: "${N:=$(awk 'BEGIN { for (k = 0; k < 32; k++) printf "%s2^%d", (k ? "," : ""), k }'),3,7,31,33,100,257,777,1000,1537,2049,3333,\
4095,4097,6001,8191,8193,10007,12289,16383,16385,20011,24577,32769,50021,65537,100003,150001,262143,333667,500009,\
1000003,1500007,3000017,5000011,10000019,33333333,100000007,268435457,500000003,2000000011}"
results=$BUILD/results
! switch RECORD || results=plots/recorded
# As harness/git.h finds it, once for all of them
export LESSON_GIT="${LESSON_GIT:-$(sh common/course/version.sh --commit)}"
mkdir -p "$results" || exit
new=$results/.ratios.$$
trap 'rm -f "$new" "$new".*' EXIT
trap 'exit 130' INT TERM
for lesson; do
    rm -f "$new"
    for type in $(sh common/course/declared.sh --lesson "${lesson#lesson}" types | tr , ' '); do
        for hot in '' --hot; do
            "$BUILD/$DEVICE/$lesson" --type "$type" $hot -b 512 -n "$N" -s "$SAMPLES" --ratios "$new" >"$new.out" 2>&1 </dev/null || {
                status=$?
                cat "$new.out" >&2
                fail "$lesson ended with exit code $status; nothing was written"
            }
        done
    done
    [ -s "$new" ] || fail "$lesson has one row only; nothing to compare"
    slug=$(LC_ALL=C awk -f common/csv/read.awk -f plots/slug.awk "$new") || exit
    mv "$new" "$results/$slug-ratios${lesson#lesson}.csv" || exit
    echo "ratios: $results/$slug-ratios${lesson#lesson}.csv"
done
