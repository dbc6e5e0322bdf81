#!/bin/sh
# ready.sh: is this machine ready for a course? Builds the first exercise's solution, has it checked, on the GPU too where there
# is one, and prints one line to send to the teacher. Exit code 1, and the way out in that line, where it is not. (check.sh
# tries more, and says more.)

export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
: "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL
temporary reduction-ready

began=$(date +%s)
system="$(uname -s) $(uname -m)"
case $(uname -r) in *[Mm]icrosoft*) system="$system in WSL" ;; esac
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null) || cores='?'
sh common/setup/doctor.sh >"$tmp/doctor" 2>&1
can_build=$?
compiler=$(sed -n 's/^  C++ compiler  *//p' "$tmp/doctor" | sed 's/^- .*//; s/ - .*//; s/ ([^)]*)//g')
edition=$(sh common/course/version.sh 2>/dev/null) || edition=unknown
device=${DEVICE:-$(sh common/setup/cuda.sh device)}
if ! sh common/setup/cuda.sh visible; then
    gpu='no GPU'
else
    gpu="GPU $(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | sed 1q)"
    if [ "$device" != gpu ]; then
        gpu="$gpu, not used"
        sh common/setup/cuda.sh nvcc >/dev/null 2>&1 || gpu="$gpu: install the CUDA Toolkit"
    fi
fi
say() # BEGINNING END
{
    one_line "$1: $system, $cores cores; ${compiler:-${CXX:-no C++ compiler}}; $gpu; course $edition; $(($(date +%s) - began)) s; $2"
}
not_ready() # WAY-OUT
{
    [ ! -s "$tmp/out" ] || tail -n 12 "$tmp/out" | sed 's/^/  | /'
    say "not ready" "$1"
    exit 1
}

[ $can_build -eq 0 ] || not_ready "$(sed -n 's/^Verdict: //p' "$tmp/doctor")"
! grep -q '^But nothing can be inspected' "$tmp/doctor" || not_ready "$(sed -n 's/^But \(nothing can be inspected\)/\1/p' "$tmp/doctor")"
number=$(numbers solutions | sed 1q)
[ "$number" ] || not_ready "solutions/ has no exercise: get the course again"
way_out='make check says more'
[ "$device" != gpu ] || way_out="make check says more; without the GPU: make ready DEVICE=cpu"
"$MAKE" -s --no-print-directory DEVICE="$device" "solution$number" >"$tmp/out" 2>&1 </dev/null ||
    not_ready "exercise $number cannot be built: $way_out"
PROGRESS=$tmp/progress "$BUILD/solution$number" >"$tmp/out" 2>&1 </dev/null ||
    not_ready "the solution of $number does not pass its checks: $way_out"
say ready ok
