#!/bin/sh
# check.sh: does this machine work? Builds and runs the first and the last lesson and an exercise's solution,
# plants a bug and has it found, draws a picture; where there is a GPU, the same lessons run there as well.
# One line for each thing, with the way out where it fails. Exits 1 if something that the course needs does not
# work. (doctor.sh only looks at what is installed.)

export LC_ALL=C
. common/course/script.sh
. plots/gnuplot.sh
: "${BUILD:=build}" "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL
temporary reduction-check
out=$tmp/out # what the last command said; a part that runs beside others has its own

began=$(date +%s)
mkdir "$tmp/parts" || exit
: >"$tmp/without"
line() { printf '  %-8s %s\n' "$1" "$2"; }
works() { line ok "$1"; }
fails() # WHAT WAY-OUT: with what the last command said
{
    line FAILED "$1"
    [ ! -s "$out" ] || tail -n 12 "$out" | sed 's/^/           | /'
    line '' "$2"
}
lacks() # WHAT WITHOUT-WHAT
{
    line missing "$1"
    printf ', without %s' "$2" >>"$tmp/without"
}
quiet() { "$@" >"$out" 2>&1 </dev/null; }
build() { quiet "$MAKE" -s --no-print-directory "$@"; }

# On the device named: the lesson is built and its sums are right.
lesson() # DEVICE NAME NUMBER [OPTION...]
{
    device=$1 where=$2 lesson=lesson$3
    shift 3
    if ! build DEVICE="$device" "$BUILD/$device/$lesson"; then
        fails "$lesson could not be built for $where" "make doctor says what this machine has"
        return
    fi
    quiet "$BUILD/$device/$lesson" "$@"
    status=$?
    case $status in
    0)  works "$lesson on $where: built, and its result is right"; ran_on=$device ;;
    77) line - "$lesson is not for $where: $(sed 1q "$out")" ;;
    *)  fails "$lesson on $where ended with exit code $status" "make doctor says what this machine has" ;;
    esac
}

# The first barrier of a lesson is left out: that is a race.
planted_bug() # NUMBER
{
    source=$(echo lessons/"$1"_*.cu)
    at=$(grep -n '^ *__syncthreads();' "$source" | sed 's/:.*//' | head -n 1)
    sed "${at:-0}s/.*//" "$source" >"$tmp/planted.cu" 2>/dev/null
    if ! build "$BUILD/inspect/engine-inspect.a" ||
       ! quiet common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon "$tmp/planted.cu" -o "$tmp/planted"; then
        fails "the inspected CPU device could not be built" "make doctor says what this machine has"
        return
    fi
    quiet common/cpu/inspect "$tmp/planted" -n 4096 -s 1 -w 0
    status=$?
    if [ "$status" -eq 3 ] && grep -q ': race: ' "$out"; then
        works "a planted bug, lesson$1 without the barrier in line $at: found, it is a race"
    else
        fails "a planted bug, lesson$1 without the barrier in line $at: not found (exit code $status)" \
            "exercises cannot be checked here: please report it, with what make doctor says"
    fi
}

solution() # NUMBER
{
    if ! build DEVICE=cpu "solution$1"; then
        fails "solution$1 could not be built" "make doctor says what this machine has"
    elif ! PROGRESS=$tmp/progress quiet "$BUILD/solution$1"; then
        fails "solution$1 does not pass its checks" "exercises cannot be checked here: please report it"
    else
        works "an exercise: the solution of ${1} passes its checks"
    fi
}

pictures()
{
    if ! command -v gnuplot >/dev/null 2>&1; then
        lacks "gnuplot, which draws: make deps installs it" pictures
        return
    fi
    for format in pngcairo png svg; do
        quiet gnuplot -e "set terminal $format; set output $(for_gnuplot "$tmp/picture"); plot [0:1] x"
        [ -s "$tmp/picture" ] || continue
        case $format in
        svg) lacks "a png terminal in gnuplot; pictures are drawn as svg only" "png" ;;
        *)   works "gnuplot draws png and svg" ;;
        esac
        return
    done
    fails "gnuplot draws no picture" "make deps installs another; the course also works without: make plots TEXT=1"
}

echo "Does this machine work? (On two cores the answer takes less than a minute.)"
sh common/setup/doctor.sh >"$tmp/doctor" 2>&1 || {
    line FAILED "$(sed -n 's/^Verdict: //p' "$tmp/doctor")"
    echo "This machine does not work yet."
    exit 1
}
works "$(sed -n 's/^  C++ compiler *//p' "$tmp/doctor")"
numbers=$(sh common/course/declared.sh number) || exit 2
first=$(echo "$numbers" | head -n 1)
last=$(echo "$numbers" | tail -n 1)
# Built at once, and tried at once; what could not be built is built again, and told, in its turn.
quiet "$MAKE" -s -k -j"$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" DEVICE=cpu "$BUILD/inspect/engine-inspect.a" \
    "$BUILD/cpu/lesson$first" "$BUILD/cpu/lesson$last" "solution$first"
part() { (out=$tmp/out$1; shift; "$@") >"$tmp/parts/$1" 2>&1 & } # PLACE COMMAND...
part 1 lesson cpu "the CPU device" "$first"
part 2 lesson cpu "the CPU device" "$last" -n 2^14
part 3 planted_bug "$first"
part 4 solution "$first"
part 5 pictures
wait
cat "$tmp/parts"/?
on="its CPU device" ran_on=''
case ${DEVICE:-$(sh common/setup/cuda.sh device)} in
gpu)
    name=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)
    lesson gpu "the GPU${name:+ ($name)}" "$first" -n 2^24 >"$tmp/parts/6"
    lesson gpu "the GPU${name:+ ($name)}" "$last" -n 2^24 >"$tmp/parts/7"
    cat "$tmp/parts"/[67]
    [ "$ran_on" != gpu ] || on="its GPU and its CPU device" ;;
*)
    if sh common/setup/cuda.sh visible; then
        lacks "nvcc: a GPU is here; install the CUDA Toolkit to use it (make doctor)" "the GPU"
    else
        line - "no GPU is visible here; none is needed"
    fi ;;
esac

echo
took="($(($(date +%s) - began)) s)"
failed=$(cat "$tmp/parts"/? | grep -c '^  FAILED')
without=$(sed 's/^, //' "$tmp/without")
if [ "$failed" -gt 0 ]; then
    echo "This machine does not work yet: $failed of these failed. $took"
    exit 1
fi
echo "This machine works: lessons run on $on, and exercises are checked${without:+; $without}. $took"
