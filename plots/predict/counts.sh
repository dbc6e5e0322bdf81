#!/bin/sh
# counts.sh [NN...]: what the kernels of these lessons (default: all) ask of a GPU, counted on the CPU device, into
# plots/recorded/counts.csv, or COUNTS=FILE. A line for each kernel, type, block size, size and launch; counts are
# those of one reduction, over all blocks. `steady` is no where another input makes other counts. `make record-counts`
# runs it.
# From make: BUILD. JOBS is how many programs are run at a time.
#
# Counts at a few small sizes say what they are at any: plots/predict/scale.c.
export LC_ALL=C
. common/course/script.sh
. plots/course.sh
: "${BUILD:=build}" "${COUNTS:=plots/recorded/counts.csv}" "${JOBS:=2}" "${AWK:=awk}"
fail() { one_line "counts: $*" >&2; exit 2; }
sizes='16384 262144 1048576'
larger=4194304 # where a single block has all elements of those

run() # SIZE [OPTION...]: lesson, kernel, type, block and elements are set; the launches into $out.launches
{
    size=$1
    shift
    # Of several rows, 8, or as many of the declared length as there are.
    rows=$("$AWK" -v n="$size" -v all="$elements" -v batch="$batch" 'BEGIN {
        rows = n / (all / batch)
        rows = rows > 8 ? rows : 8
        print rows < batch ? int(rows) : batch }')
    [ "$batches" = 1 ] || set -- "$@" --batch "$rows"
    [ -z "$several" ] || set -- "$@" --type "$type"
    rm -f "$out.row"
    common/cpu/inspect --csv "$out.csv" "$program" --kernel "$kernel" -n "$size" -b "$block" -s 1 -w 0 "$@" \
        --csv "$out.row" >"$out.log" 2>&1 || {
        cat "$out.log" >&2
        fail "$lesson, $kernel, block $block, n = $size: it failed"
    }
    "$AWK" -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/predict/count.awk -v of=- \
        "$out.csv" >"$out.launches" || exit
}

count() # SIZE: the same, and appends to $out
{
    run "$1"
    bytes=$("$AWK" -f common/csv/read.awk -f tests/recorded.awk -v query=bytes "$out.row") || exit
    sed "s/^-/$lesson,$kernel,$type,$rows,$block,$size,$bytes,$steady/" "$out.launches" >>"$out" || exit
}

# What xargs runs, in processes of their own: WORK NN
if [ "${1-}" = one ]; then
    work=$2 number=$3 lesson=lesson$3
    out=$work/$lesson
    program=$BUILD/inspect/$lesson
    IFS='	' read -r types elements batches <<END
$(sh common/course/declared.sh --lesson "$number" types n batch)
END
    batch=${batches%%,*}
    several=''
    case $types in *,*) several=yes ;; esac
    : >"$out"
    for type in $(echo "$types" | tr , ' '); do
        of_type=''
        [ -z "$several" ] || of_type="--type $type"
        # shellcheck disable=SC2086 # two words, or none
        for kernel in $("$program" $of_type --list); do
            for block in $(echo $all_blocks | tr , ' '); do
                # Does another input make other counts?
                run "${sizes%% *}" && mv "$out.launches" "$out.first" && run "${sizes%% *}" --seed 7 || exit
                steady=yes
                cmp -s "$out.first" "$out.launches" || steady=no
                for size in $sizes; do count "$size"; done
                # One block at most: does it have more elements yet? Of few rows: does the grid still grow?
                if [ "$rows" -gt 1 ] || [ "$("$AWK" -f common/csv/read.awk -f tests/recorded.awk -v query=grid "$out.row")" = 1 ]; then
                    count $larger
                fi
            done
        done
    done
    echo "  $lesson"
    exit
fi

for number; do sh common/course/declared.sh --lesson "$number" n >/dev/null || exit; done
temporary reduction-counts
# shellcheck disable=SC2046 # numbers
[ $# -gt 0 ] || set -- $(sh common/course/declared.sh number)
echo "$@" | tr ' ' '\n' | CUDA_CPU_THREADS=1 xargs -P "$JOBS" -n 1 sh "$0" one "$tmp" ||
    fail "not all lessons could be counted; $COUNTS is as it was"
# Those of other lessons stay.
{
    printf 'lesson,kernel,type,batch,block,n,bytes,steady,'
    "$AWK" -f common/csv/read.awk -f common/cpu/inspector/report/counters.awk -f plots/predict/count.awk
    for number in $(sh common/course/declared.sh number); do
        if [ -e "$tmp/lesson$number" ]; then
            cat "$tmp/lesson$number"
        elif [ -e "$COUNTS" ]; then
            sed -n "/^lesson$number,/p" "$COUNTS"
        fi
    done
} >"$tmp/all" && cat "$tmp/all" >"$COUNTS" || fail "$COUNTS: cannot be written"
echo "counts: $COUNTS: $(wc -l <"$COUNTS" | tr -d ' ') lines"
