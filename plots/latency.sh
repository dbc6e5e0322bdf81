#!/bin/sh
# latency.sh: runs build/gpu/latency, and keeps what it measured: in build/latency.csv, or with RECORD=yes in
# plots/recorded/NAME-OF-THE-CARD-latency.csv.
# From make: BUILD and DEVICE.
export LC_ALL=C
. common/course/script.sh
fail() { one_line "latency: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
[ "$DEVICE" = gpu ] || fail "only a GPU has a latency to measure; this is DEVICE=$DEVICE"
file=$BUILD/latency.csv
new=$file.$$
trap 'rm -f "$new"' EXIT
record=''
! switch RECORD || record=yes
"$BUILD/gpu/latency" "$new" || exit
if [ "$record" ]; then
    slug=$(LC_ALL=C awk -f common/csv/read.awk -f plots/slug.awk "$new") || exit
    mkdir -p plots/recorded || exit
    file=plots/recorded/$slug-latency.csv
fi
mv "$new" "$file" && echo "latency: $file"
