#!/bin/sh
# compare-counters.sh [--csv FILE] COUNTERS.csv...: the CPU device's counters beside those of ncu.
#   sh plots/compare-counters.sh --csv plots/recorded/nvidia-h200-inspect.csv \
#       build/inspect/lesson0?.csv build/profile/lesson0?.csv
# The files may come in any order: what make inspectNN and make profileNN wrote, at the same N and
# BLOCK. Prints a table; with --csv also writes
# kernel,grid,block,counter,ncu_name,cpu_per_block,gpu_per_block,difference_pct: how far ncu's count
# differs from the CPU device's, in percent of the CPU device's.

export LC_ALL=C
. common/course/script.sh
fail() { one_line "compare-counters: $*" >&2; exit 2; }

: "${AWK:=awk}"
csv=
if [ "${1-}" = --csv ]; then
    [ "${2-}" ] || fail "--csv needs a file name"
    csv=$2
    shift 2
    [ -d "$(dirname -- "$csv")" ] || fail "--csv $csv: there is no such folder"
fi
[ $# -gt 0 ] || fail "which files? those in build/inspect and build/profile, which make inspectNN and make profileNN wrote"
for file; do
    [ -r "$file" ] || fail "$file cannot be read; make inspectNN and make profileNN write such files"
done
temporary compare
LC_ALL=C "$AWK" -v csv="$tmp/csv" -f common/csv/read.awk \
    -f common/cpu/inspector/report/counters.awk -f plots/compare-counters.awk "$@" || exit 2
[ -z "$csv" ] || cat "$tmp/csv" >"$csv" || fail "$csv cannot be written"
