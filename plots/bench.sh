#!/bin/sh
# bench.sh LESSON...: runs the built lessons and keeps what they measured in one file per device.
# From make: BUILD, DEVICE, and as asked for N, BLOCKS, SAMPLES (comma lists as the programs take
# them). RECORD=yes writes the maintainers' plots/recorded/ and refuses the CPU device.
# SHAPES is the list of numbers of rows that lesson 14 is run with on a GPU; "none": not at all.

fail() { echo "bench: $*" >&2; exit 1; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
[ $# -gt 0 ] || fail "no lessons to run"
results=$BUILD/results
if [ -n "${RECORD-}" ]; then
    [ "$DEVICE" = gpu ] || fail "only a GPU's results are recorded: its times are real; this is DEVICE=$DEVICE"
    results=plots/recorded
fi
# On a GPU the ladder and the block-size sweep are one run. The shapes keep the lesson's own volume.
if [ "$DEVICE" = gpu ]; then
    : "${BLOCKS:=64,128,256,512,1024}"
    [ -n "${N-}" ] || : "${SHAPES:=1,4,16,64,256,1024,2048,4096,8192,16384,65536,262144,524288}"
else
    : "${BLOCKS:=256}"
fi
LESSON_GIT=${LESSON_GIT:-$(git describe --always --dirty 2>/dev/null)}
export LESSON_GIT="${LESSON_GIT:-unknown}"

mkdir -p "$results" || exit 1
new=$results/.new.$$
trap 'rm -f "$new" "$new".*' EXIT
trap 'exit 130' INT TERM

run() # OPTION...: the lesson once more, unless it failed before
{
    [ "$status" -eq 0 ] || return
    "$BUILD/$DEVICE/$lesson" "$@" >"$new.out" 2>&1 </dev/null
    status=$?
}
measure() { run "$@" ${SAMPLES:+-s "$SAMPLES"} --csv "$new"; }

count=0
for lesson; do
    count=$((count + 1))
    printf '[%d/%d] %s … ' "$count" $# "$lesson"
    began=$(date +%s)
    status=0
    measure -b "$BLOCKS" ${N:+-n "$N"}
    # What some lessons are about, besides
    case $DEVICE.$lesson in
    gpu.lesson14) # the same elements in few rows and in many
        case ${SHAPES:-none} in none) ;; *) measure -b 256,512 ${N:+-n "${N##*,}"} --batch "$SHAPES" ;; esac ;;
    gpu.lesson17) # int above
        measure -b "$BLOCKS" ${N:+-n "$N"} --type float ;;
    *.lesson20) # what each block did, at one size
        run -b 256 ${N:+-n "${N##*,}"} ${SAMPLES:+-s "$SAMPLES"} --balance "$new.balance" ;;
    esac
    took="$(($(date +%s) - began)) s"
    case $status in
    0)  awk -f plots/csv.awk -f plots/best.awk -v lesson="$lesson" -v took="$took" "$new" ;;
    77) echo "not run:"; sed 's/^/    /' "$new.out" ;;
    *)  echo "failed"
        cat "$new.out"
        fail "$lesson ended with exit code $status; nothing was written" ;;
    esac
done
[ -s "$new" ] || fail "no lesson could run on this device; nothing was written"

slug=$(awk -f plots/csv.awk -f plots/slug.awk "$new") || exit 1
[ -z "${RECORD-}" ] || [ "$slug" != cpu-device ] || fail "the CPU device's times are not recorded"
old=$results/$slug.csv
# A run of some lessons replaces only their rows: the others' results are kept.
if [ -s "$old" ] && [ "$(head -n 1 "$old")" = "$(head -n 1 "$new")" ]; then
    awk -F, 'FNR == NR { fresh[$1]; next } !($1 in fresh)' "$new" "$old" >"$new.kept"
    { head -n 1 "$new"
      { sed 1d "$new"; cat "$new.kept"; } | LC_ALL=C sort -s -t, -k1,1
    } >"$new.all" && mv "$new.all" "$new" || fail "could not write $new"
fi
mv "$new" "$old" || fail "could not write $old"
[ ! -s "$new.balance" ] || mv "$new.balance" "$results/$slug-balance.csv" || fail "could not write the balance"
echo "results: $old"
