#!/bin/sh
# go.sh: everything at once for someone new: install, build, measure, draw, say what comes next.

: "${BUILD:=build}" "${MAKE:=make}"
unset MAKEFLAGS MFLAGS MAKELEVEL # DEVICE and others come through the environment

text=
sh common/setup/deps.sh
case $? in
0) ;;
3) text=1; echo "go: going on without it; the ladder will be drawn as text" ;;
*) exit 1 ;;
esac
command -v gnuplot >/dev/null 2>&1 && text=

device=${DEVICE:-$(sh common/setup/cuda.sh device)}
export DEVICE="$device"
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
echo
echo "== building the lessons"
"$MAKE" --no-print-directory -j "$cores" all || exit
echo
echo "== running the ladder"
"$MAKE" --no-print-directory bench || exit
echo
echo "== drawing"
"$MAKE" --no-print-directory plots TEXT=1 || exit
[ -n "$text" ] || "$MAKE" --no-print-directory plots || exit

echo
if [ "$device" = gpu ]; then
    echo "Done, on this machine's GPU."
else
    echo "Done, on the CPU device: the lessons ran in emulation, because this machine has $(
        if sh common/setup/cuda.sh visible; then echo "a GPU but no nvcc"; else echo "no visible GPU"; fi)."
    echo "Results are checked as on a GPU; the times are emulation times and say nothing about a GPU."
fi
echo "  results   $BUILD/results/"
[ -n "$text" ] || echo "  pictures  $BUILD/plots/"
echo "Next: read lessons/00_divergent_branches.cu with docs/lessons/00_divergent_branches.md, then"
echo "  make lesson00 && ./lesson00     then the next: make diff01 shows what it changed"
echo "  make progress lists the exercises, make help the commands; make doctor says what this machine has"
