#!/bin/sh
# bench.sh: measures how many CUDA threads per second the CPU device runs (make bench-cpu).
# Prints a table and writes $BUILD/results/bench-cpu.csv. A benchmark, never a test.
#
#   sh tests/cpu/bench.sh [THREADS [RUNS]]      default: 2^20 threads, best of 9 runs
#   CXX=clang++ CC=clang sh tests/cpu/bench.sh  another compiler
set -e
cd "$(dirname "$0")/../.."
: "${BUILD:=build}"
results=$BUILD/results engine=$BUILD/bench-cpu
mkdir -p "$results" "$engine"
common/cpu/cpucc --engine="$engine" tests/cpu/bench.cu -o "$engine/bench"

cores=$(getconf _NPROCESSORS_ONLN)
CUDA_CPU_THREADS=1 "$engine/bench" "$@" >"$engine/one"
CUDA_CPU_THREADS=$cores "$engine/bench" "$@" >"$engine/all"
paste -d, "$engine/one" "$engine/all" | awk -F, -v cores="$cores" -v csv="$results/bench-cpu.csv" '
    BEGIN {
        print "kernel,workers,million_threads_per_s" >csv
        printf "%-18s%14s%14s%10s\n", "M CUDA threads/s", "1 worker", cores " workers", "ratio"
    }
    {
        print $1 ",1," $2 >csv
        print $1 "," cores "," $4 >csv
        printf "%-18s%14.2f%14.2f%10.2f\n", $1, $2, $4, $4 / $2
    }'
echo "$results/bench-cpu.csv"
