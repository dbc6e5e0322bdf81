#!/bin/sh
# timeline.sh NN: the launches of one reduction of lesson NN in time, as Nsight Systems (nsys) saw them: when
# each began, how long it took, and the gap before it. At N (2^20), BLOCK, and of KERNEL, or of the lesson's
# first. What nsys recorded of the whole run stays in build/timeline/lessonNN.nsys-rep.
#   timeline.sh check NN     can it? If not: why, and what to do

export LC_ALL=C
command=timeline tool=nsys package="nsight-systems or nsight-systems-cli"
without="shows how often each kernel is launched, on the CPU device"
. common/course/script.sh
. plots/tool.sh

kernels=$("$program" --list) || fail "$program --list failed"
kernel=${KERNEL:-$(printf '%s\n' "$kernels" | head -n 1)}
printf '%s\n' "$kernels" | grep -qxF -e "$kernel" ||
    fail "KERNEL=$kernel: $lesson has no such kernel; it has $(printf %s "$kernels" | tr '\n' ' ')"

temporary timeline
report=$BUILD/timeline/$lesson.nsys-rep
mkdir -p "$BUILD/timeline" || exit 1

# The launches that graphs repeat are seen one by one, too: they are in the summary.
"$tool" profile --force-overwrite=true --trace=cuda --cuda-graph-trace=node --sample=none --cpuctxsw=none \
    --output="${report%.nsys-rep}" "$program" --kernel "$kernel" -n "${N:-2^20}" ${BLOCK:+-b "$BLOCK"} -s 1 -w 0 \
    >"$tmp/out" 2>&1 || { sed 's/^/    /' "$tmp/out" >&2; fail "nsys profile ended with an error, or $program did"; }
[ -f "$report" ] || { sed 's/^/    /' "$tmp/out" >&2; fail "nsys wrote no $report"; }

statistics() # REPORT FIRST_COLUMN: as CSV, without what nsys says before it
{
    "$tool" stats --force-export=true --format csv --output - --report "$1" "$report" >"$tmp/said" 2>&1
    sed -n "/^\"*$2/,/^\$/p" "$tmp/said" | sed '/^$/d' >"$tmp/$1"
    [ -s "$tmp/$1" ] && return
    sed 's/^/    /' "$tmp/said" >&2
    fail "nsys stats has no report $1 of $report; nsys of 2023 or newer is needed"
}
statistics cuda_gpu_trace 'Start (ns)'
statistics cuda_gpu_kern_sum 'Time (%)'

echo "$lesson: $kernel at n = ${N:-2^20}${BLOCK:+, block $BLOCK}: one reduction, from its first launch to the copy of its result"
LC_ALL=C "$AWK" -f common/csv/read.awk -f plots/timeline.awk "$tmp/cuda_gpu_trace" "$tmp/cuda_gpu_kern_sum" ||
    fail "the reduction was not found in what nsys recorded"
echo "all of it: $report (nsys-ui shows it)"
others=$(printf '%s\n' "$kernels" | grep -vxF -e "$kernel" | tr '\n' ' ')
[ -n "${KERNEL-}" ] || [ -z "$others" ] || echo "(make timeline$number KERNEL=NAME shows another one: ${others% })" >&2
