#!/bin/sh
# run.sh: builds the oracle with $CXX and $CC, and runs it: sh tests/oracle/run.sh COUNT SEED [OPTION...]
#
# COUNT random programs of this seed are inspected, and judged (oracle.h says how). Where the two disagree, the
# smallest program with which they still do is shown, and the exit code is 1. --most N: go on until N disagreements.
# --flaw fence, wait or scope: the threads leave out their fences or waits, or all atomics are of the whole system; then
# there must be disagreements. BUILD names the folder for the program.
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit
[ $# -ge 2 ] || { echo "run.sh: COUNT SEED [OPTION...], as in: sh tests/oracle/run.sh 5000 1" >&2; exit 2; }
: "${BUILD:=build}" "${CXX:=g++}" "${CC:=gcc}"
export CXX CC
dir=$BUILD/oracle-$(basename "${CXX%% *}")
mkdir -p "$dir" || exit
if [ -z "$(find "$dir/oracle" -newer tests/oracle/main.c 2>/dev/null)" ] ||
    [ -n "$(find tests/oracle common/cpu -type f -newer "$dir/oracle" | head -n 1)" ]; then
    common/cpu/cpucc --inspect --engine="$dir" tests/oracle/interpreter.cu tests/oracle/main.c tests/oracle/judge.c \
        tests/oracle/generate.c tests/oracle/schedule.c -o "$dir/oracle" || exit
fi
CUDA_CPU_INSPECT_LAUNCHES=all CUDA_CPU_INSPECT_BLOCKS=all exec "$dir/oracle" "$@"
