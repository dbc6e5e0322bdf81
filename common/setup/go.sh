#!/bin/sh
# go.sh: everything at once for someone new: installs what is missing, runs the lessons of the first part, the
# ladder, and shows it. On a GPU that is how fast each is; elsewhere, what each asks of a GPU, counted on the
# CPU device, beside what was recorded on a GPU: emulation times would say nothing.

export LC_ALL=C
: "${BUILD:=build}" "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL # DEVICE and others come through the environment

text=
sh common/setup/deps.sh
case $? in
0) ;;
3) text=1; echo "go: going on without it" ;;
*) exit 1 ;;
esac
command -v gnuplot >/dev/null 2>&1 && text=
found=$(sh common/setup/doctor.sh) || { echo "go: $(printf '%s\n' "$found" | sed -n 's/^Verdict: //p')" >&2; exit 1; }

device=${DEVICE:-$(sh common/setup/cuda.sh device)}
export DEVICE="$device"
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
part=$(sh common/course/declared.sh --parts part lessons title | head -n 1)
numbers=$(printf '%s' "$part" | cut -f 2 | tr ',' ' ')
title=$(printf '%s' "$part" | cut -f 3)
part=$(printf '%s' "$part" | cut -f 1)
[ -n "$numbers" ] || exit 2
several() { for number in $numbers; do echo "$1$number${2-}"; done; } # BEFORE AFTER
quietly() # COMMAND...: its output only if it fails
{
    "$@" >"$BUILD/go.log.$$" 2>&1 || { status=$?; cat "$BUILD/go.log.$$"; rm -f "$BUILD/go.log.$$"; exit $status; }
    rm -f "$BUILD/go.log.$$"
}
mkdir -p "$BUILD" || exit 1

echo
if [ "$device" = gpu ]; then
    echo "$title: building it for the GPU"
    # shellcheck disable=SC2046 # names of ours
    "$MAKE" -s --no-print-directory -j "$cores" $(several lesson) || exit
    echo "and running it"
    "$MAKE" -s --no-print-directory bench LESSONS="$numbers" || exit
    echo
    "$MAKE" -s --no-print-directory plots TEXT=1 || exit
    [ -n "$text" ] || quietly "$MAKE" --no-print-directory plots
    echo "Done, on this machine's GPU."
    echo "  results   $BUILD/results/"
else
    echo "$title, on the CPU device, where every access to memory is observed"
    "$MAKE" -s --no-print-directory "$BUILD/inspect/engine-inspect.a" || exit
    # shellcheck disable=SC2046 # names of ours
    "$MAKE" -s --no-print-directory -j "$cores" $(several "$BUILD/counts/lesson" .csv) || exit
    echo
    sh plots/ladder-counts.sh table "$part" || exit
    cat <<END

requests to memory and instructions: of warps; barriers: of blocks; wavefronts:
passes through shared memory (docs/glossary.md). Which of them does each lesson
save? Its page says why.

END
    [ -n "$text" ] || quietly sh plots/ladder-counts.sh draw "$part"
    if ! sh common/setup/cuda.sh visible; then why="this machine has no visible GPU"
    elif ! sh common/setup/cuda.sh nvcc >/dev/null 2>&1; then why="this machine has a GPU but no nvcc"
    else why="DEVICE=cpu asked for it"; fi
    echo "Done, on the CPU device, because $why."
    echo "  counts    $BUILD/counts/"
fi
[ -n "$text" ] || echo "  pictures  $BUILD/plots/"
first=$(sh common/course/course.sh | head -n 1 | cut -f 2)
echo "Next: docs/lessons/$first.md"
echo "  make lesson${first%%_*} && ./lesson${first%%_*}"
echo "  make check      does all of it work here?   make progress   the exercises"
echo "  make doctor     what this machine has       make help       all commands"
