#!/bin/sh
# bench.sh: measures how many CUDA threads per second the CPU device runs, plainly and inspected, and
# what inspecting takes in memory (make bench-cpu). Prints a table and writes
# $BUILD/results/bench-cpu.csv. A benchmark, never a test.
#
#   sh tests/cpu/bench.sh [THREADS [RUNS]]      default: 2^20 threads, best of 5 runs
#   CXX=clang++ CC=clang sh tests/cpu/bench.sh  another compiler
export LC_ALL=C
set -e
cd "$(dirname "$0")/../.."
: "${BUILD:=build}"
n=${1:-1048576} runs=${2:-5}
results=$BUILD/results work=$BUILD/bench-cpu cores=$(getconf _NPROCESSORS_ONLN)
mkdir -p "$results" "$work"
common/cpu/cpucc --engine="$work" tests/cpu/bench.cu -o "$work/plain"
common/cpu/cpucc --inspect --engine="$work" tests/cpu/bench.cu -o "$work/inspected"

CUDA_CPU_THREADS=1 "$work/plain" "$n" "$runs" >"$work/one"
CUDA_CPU_THREADS=$cores "$work/plain" "$n" "$runs" >"$work/cores"
"$work/inspected" "$n" "$runs" >"$work/some"
CUDA_CPU_INSPECT_BLOCKS=all "$work/inspected" "$n" 1 >"$work/all"
CUDA_CPU_INSPECT_BLOCKS=all "$work/inspected" "$((2 * n))" 1 >"$work/twice"

paste -d, "$work/one" "$work/cores" "$work/some" "$work/all" "$work/twice" |
    awk -F, -v cores="$cores" -v n="$n" -v csv="$results/bench-cpu.csv" '
    BEGIN {
        print "kernel,workers,inspected_blocks,million_threads_per_s" >csv
        printf "M CUDA threads/s     1 worker%10s       inspected, 1 worker: times slower\n", cores " workers"
        printf "%-18s%11s%10s%10s%22s%22s\n", "", "", "", "", "first 64 blocks", "all blocks"
    }
    $1 == "peak_kib" {      # from n to 2n the program itself needs two arrays of n ints more
        printf "memory to inspect all blocks: %.2f bytes for each byte of the arrays\n", \
            (($10 - $8) * 1024 - 8 * n) / (8 * n)
        next
    }
    {
        print $1 ",1,0," $2 >csv
        print $1 "," cores ",0," $4 >csv
        print $1 ",1,64," $6 >csv
        print $1 ",1,all," $8 >csv
        printf "%-18s%11.2f%10.2f (%.2fx)%13.2f %8s%13.2f %8s\n", $1, $2, $4, $4 / $2, \
            $6, sprintf("(%.1f)", $2 / $6), $8, sprintf("(%.1f)", $2 / $8)
    }'
echo "$results/bench-cpu.csv"
