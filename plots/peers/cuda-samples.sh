#!/bin/sh
# cuda-samples.sh FOLDER REFERENCE.csv PROGRAM OUT.csv: NVIDIA's sample "reduction", from a copy of cuda-samples in
# FOLDER, compiled to PROGRAM, at the sizes of REFERENCE.csv (see run.py). Appends its rows to OUT.csv. NVCC is a
# file with a command and its options, a line each. What it prints is its own clock: the mean of 100 calls, each awaited by the host, on one
# input that may lie in the L2 cache. It takes powers of two only, and checks its sum itself.

export LC_ALL=C
. common/course/script.sh
fail() { one_line "$*" >&2; exit 1; }
[ -d "$1" ] || fail "CUDA_SAMPLES=$1: there is no such folder; it is a copy of https://github.com/NVIDIA/cuda-samples"
set -- "$(plain_name "$1")" "$2" "$3" "$4"
source=$(find "$1" -path '*_Concepts_and_Techniques/reduction/reduction.cpp' | head -n 1)
helper=$(find "$1" -name helper_cuda.h | head -n 1)
[ "$source" ] && [ "$helper" ] ||
    fail "CUDA_SAMPLES=$1: no 2_Concepts_and_Techniques/reduction/reduction.cpp and no helper_cuda.h in it"
folder=$(dirname "$source")
compile() # ARGUMENT...
(
    IFS=$newline
    set -f
    # shellcheck disable=SC2046 # a line each
    set -- $(cat "$NVCC") "$@"
    "$@"
)
compile -I"$(dirname "$helper")" "$source" "$folder/reduction_kernel.cu" -o "$3" >"$3.log" 2>&1 ||
    fail "the sample could not be compiled; see $3.log"

temporary samples
version=$(cd "$folder" && git describe --always --tags 2>/dev/null)
status=0
awk -f common/csv/read.awk -f plots/rows.awk -f plots/peers/sizes.awk "$2" >"$tmp/sizes" || exit
while read -r n; do
    for type in int float; do
        for kernel in 6 7; do
            if ! "$3" --n="$n" --type=$type --kernel=$kernel >"$tmp/out" 2>&1 </dev/null || ! grep -q '^Test passed' "$tmp/out"; then
                cat "$tmp/out" >>"$3.log"
                echo "kernel $kernel, $n $type: it did not pass its own test; see $3.log" >&2
                status=1
                continue
            fi
            gbps=$(sed -n 's/.*Throughput = \([0-9.][0-9.]*\) GB\/s.*/\1/p' "$tmp/out")
            awk -f common/csv/read.awk -f plots/rows.awk -f plots/peers/sample-row.awk -v n="$n" -v type=$type -v gbps="$gbps" \
                -v kernel="cuda_samples_reduce$kernel" -v version="cuda-samples ${version:-of unknown version}" "$2" >>"$4" || exit
        done
    done
done <"$tmp/sizes"
exit $status
