#!/bin/sh
# bench.sh LESSON...: runs the built lessons and keeps what they measured in one file per device.
# From make: BUILD and DEVICE, and if they were given N, BLOCKS and SAMPLES (comma lists as the programs
# take them). RECORD=yes writes the maintainers' plots/recorded/ and refuses the CPU device.
# A lesson may declare more than its own shape. On a GPU bench also runs its other type and its .bench; on
# both devices it records what each block did where rows are ragged. SHAPES replaces the declared list of
# numbers of rows ("none" leaves those runs out). SIZES adds the sizes that pictures show, for lessons without
# rows whose .bench has no sizes of its own. With N, runs that have sizes of their own are left out,
# unless SHAPES asks for them.

export LC_ALL=C
. common/course/script.sh
. plots/course.sh
. plots/other-rows.sh
fail() { one_line "bench: $*" >&2; exit 1; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
[ $# -gt 0 ] || fail "no lessons to run (the plain programs at the beginning are not measured)"
results=$BUILD/results
record=''
! switch RECORD || record=yes
if [ "$record" ]; then
    [ "$DEVICE" = gpu ] || fail "only a GPU's results are recorded: its times are real; this is DEVICE=$DEVICE"
    results=plots/recorded
fi
# On a GPU the ladder and the block-size sweep are one run.
if [ "$DEVICE" = gpu ]; then
    : "${BLOCKS:=$all_blocks}"
else
    : "${BLOCKS:=256}"
fi
# As harness/git.h finds it, once for all of them
export LESSON_GIT="${LESSON_GIT:-$(sh common/course/version.sh --commit)}"

declared=$(sh common/course/declared.sh lesson types offers bench) || exit
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

# The sizes of pictures, without what the lesson's own shape gave already.
measure_sizes()
{
    case ,$(about 3), in *,batch,*) return ;; esac
    case " $(about 4) " in *' -n '*) return ;; esac
    run -b "$BLOCKS" -n "$SIZES" ${SAMPLES:+-s "$SAMPLES"} --csv "$new.sizes"
    [ -s "$new.sizes" ] || return
    awk -f common/csv/read.awk -f plots/new-rows.awk "$new" "$new.sizes" >"$new.more" && cat "$new.more" >>"$new" ||
        fail "could not write $new"
    rm -f "$new.sizes"
}

about() # COLUMN: 2, types; 3, offers; 4, bench: what this lesson declares of it
{
    echo "$declared" | awk -F '\t' -v lesson="$lesson" -v column="$1" '$1 == lesson && $column != "-" { print $column }'
}
besides() # OPTIONS: one of the runs of .bench
{
    options=$1 before='' has_size='' has_rows=''
    set --
    set -f
    for word in $options; do
        [ "$before" != --batch ] || word=${SHAPES:-$word}
        case $word in -n | --row) has_size=yes ;; --batch) has_rows=yes ;; esac
        before=$word
        set -- "$@" "$word"
    done
    set +f
    [ -z "$has_rows" ] || [ "${SHAPES-}" != none ] || return
    if [ -n "${N-}" ]; then
        [ -z "$has_size" ] || return
        [ -z "$has_rows" ] || [ -n "${SHAPES-}" ] || return
        set -- "$@" -n "${N##*,}"
    fi
    measure "$@"
}

count=0
for lesson; do
    count=$((count + 1))
    printf '[%d/%d] %s … ' "$count" $# "$lesson"
    began=$(date +%s)
    status=0
    measure -b "$BLOCKS" ${N:+-n "$N"}
    if [ "$DEVICE" = gpu ]; then
        for type in $(about 2 | tr , ' ' | cut -s -d ' ' -f 2-); do # the first is the default
            measure -b "$BLOCKS" ${N:+-n "$N"} --type "$type"
        done
        about 4 | tr ';' '\n' >"$new.bench"
        while IFS= read -r options; do besides "$options"; done <"$new.bench"
    fi
    [ -z "${SIZES-}" ] || measure_sizes
    case ,$(about 3), in
    *,ragged,*) run -b 256 ${N:+-n "${N##*,}"} ${SAMPLES:+-s "$SAMPLES"} --balance "$new.balance${lesson#lesson}" ;;
    esac
    took="$(($(date +%s) - began)) s"
    case $status in
    0)  awk -f common/csv/read.awk -f plots/rows.awk -f plots/best.awk -v lesson="$lesson" -v took="$took" "$new" ;;
    77) echo "not run:"; sed 's/^/    /' "$new.out" ;;
    *)  echo "failed"
        cat "$new.out"
        fail "$lesson ended with exit code $status; nothing was written" ;;
    esac
done
[ -s "$new" ] || fail "no lesson could run on this device; nothing was written"

slug=$(awk -f common/csv/read.awk -f plots/rows.awk -f plots/slug.awk "$new") || exit 1
[ -z "$record" ] || [ "$slug" != cpu-device ] || fail "the CPU device's times are not recorded"
old=$results/$slug.csv
# A run of some lessons replaces only their rows and keeps the others.
keep_other_rows 1 "$new" "$old"
{ head -n 1 "$new"; sed 1d "$new" | LC_ALL=C sort -s -t, -k1,1; } >"$new.all" && mv "$new.all" "$new" || fail "could not write $new"
mv "$new" "$old" || fail "could not write $old"
for work in "$new".balance??; do
    [ ! -s "$work" ] || mv "$work" "$results/$slug-balance${work##*.balance}.csv" || fail "could not write $work"
done
echo "results: $old"
