#!/bin/sh
# sanitize.sh NN: lesson NN under every tool of compute-sanitizer, each kernel by itself, at small sizes. Prints
# what each tool found, and ends with 1 if it is anything at all: racecheck calls a hazard inside a warp a mere
# warning and ends with 0, so it is its summary line that counts.
#   sanitize.sh check NN                   can it? If not: why, and what to do
#   sanitize.sh program PROGRAM [ARG...]   any program

export LC_ALL=C
. common/course/script.sh
tools='memcheck racecheck initcheck synccheck'
# What racecheck takes for a race: the barrier of a tile that is larger than a warp (cg::reduce of 64 threads or
# more). These kernels do nothing else that it could find.
false_alarms=' batched_reduce_sum_v2_128 '
# Kernels of several cards that wait for each other: racecheck does not launch all of them, and ends with an error of its own.
lost_launches=' one_shot two_shot by_size flag_in_data all_reduce_any_size '

command=sanitize tool=compute-sanitizer package=cuda-sanitizer
without="finds such mistakes on the CPU device, without a GPU"
# A lesson checks each of its own calls. NCCL tries some that may fail, and memcheck would report those.
report='--report-api-errors no'
any=''
if [ "${1-}" = program ]; then
    shift
    any=${1:?sanitize.sh program: which program?} report=''
    tool=$(sh common/setup/cuda.sh tool $tool) || { echo "sanitize: compute-sanitizer not found" >&2; exit 2; }
else
    . plots/tool.sh
fi

temporary sanitize
failed=0

# Runs one tool. Its report is printed where it found something, or where it or the program failed.
run() # NAME TOOL PROGRAM ARG...
{
    name=$1 what=$2 options='' of=ERROR unit=errors
    shift 2
    case $what in
    memcheck) options="--leak-check full $report" ;;
    racecheck) options='--racecheck-report all' of=RACECHECK unit=hazards ;;
    esac
    # shellcheck disable=SC2086 # options are words
    "$tool" --tool "$what" $options "$@" >"$tmp/out" 2>&1
    status=$?
    count=$(sed -n "s/^=* $of SUMMARY: \([0-9]*\) .*/\1/p" "$tmp/out" | tail -n 1)
    line "$name" "$what" "${count:-no summary, $unit unknown}${count:+ $unit}$([ $status -eq 0 ] || echo ", exit code $status")"
    if [ "$count" != 0 ] || [ $status -ne 0 ]; then
        sed 's/^/    /' "$tmp/out"
        failed=$((failed + 1))
    fi
}
line() { printf '  %-32s %-10s %s\n' "$@"; }

if [ "$any" ]; then
    for what in $tools; do run "$(basename "$any")" "$what" "$@"; done
else
    rows=''
    case $("$program" --help) in *--batch*) rows='--batch 3' ;; esac
    kernels=$("$program" --list) || fail "$program --list failed"
    for kernel in $kernels; do
        for what in $tools; do
            case $what$false_alarms in
            racecheck*" $kernel "*)
                line "$kernel" "$what" 'not run: it takes the barrier of a tile larger than a warp for a race'
                continue ;;
            esac
            case $what$lost_launches in
            racecheck*" $kernel "*)
                line "$kernel" "$what" "not run: it loses launches of kernels that wait for another card's; make inspect$number finds races"
                continue ;;
            esac
            # shellcheck disable=SC2086 # rows are words
            run "$kernel" "$what" "$program" --kernel "$kernel" -n 1,33,1000,40009 -b 32,256 $rows -s 1 -w 0
        done
    done
fi
[ $failed -eq 0 ] || { echo "sanitize${number-}: runs that found something, or failed: $failed" >&2; exit 1; }
