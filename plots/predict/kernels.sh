#!/bin/sh
# kernels.sh: counts the kernels of kernels.cu on the CPU device, all at 2^18 elements, into kernels-counted.csv and
# kernels-bytes.csv of a folder: RECORDS, or plots/recorded. Their times come from a GPU:
#   nvcc -O3 -arch=native plots/predict/kernels.cu -o kernels && ./kernels >plots/recorded/NAME-OF-THE-GPU-kernels.csv
# From make: BUILD, with the inspected engine in it.
export LC_ALL=C
. common/course/script.sh
. plots/predict/inputs.sh
temporary reduction-kernels
common/cpu/cpucc --inspect --engine="$BUILD/inspect" plots/predict/kernels.cu -o "$tmp/kernels" &&
    CUDA_CPU_THREADS=1 CUDA_CPU_INSPECT_BLOCKS=all CUDA_CPU_INSPECT_BYTES=$tmp/bytes \
        common/cpu/inspect --csv "$tmp/counted" "$tmp/kernels" all 262144 >"$tmp/out" 2>&1 || { cat "$tmp/out" >&2; exit 1; }
# of kernels, not of lines
"$AWK" -F, 'NR == 1 || $9 == "" && $3 != "fill"' "$tmp/counted" >"$RECORDS/kernels-counted.csv" &&
    "$AWK" -F, '$1 != "fill"' "$tmp/bytes" >"$RECORDS/kernels-bytes.csv"
