#!/bin/sh
# latency.sh: runs build/gpu/latency, and keeps what it measured: in build/latency.csv, or with RECORD=yes in
# plots/recorded/NAME-OF-THE-CARD-latency.csv.
# From make: BUILD and DEVICE.
fail() { echo "latency: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
[ "$DEVICE" = gpu ] || fail "only a GPU has a latency to measure; this is DEVICE=$DEVICE"
file=$BUILD/latency.csv
"$BUILD/gpu/latency" "$file.new" || exit
if [ -n "${RECORD-}" ] && [ "$RECORD" != no ]; then
    slug=$(LC_ALL=C awk -f common/csv/read.awk -f plots/slug.awk "$file.new") || exit
    mkdir -p plots/recorded || exit
    file=plots/recorded/$slug-latency.csv
fi
mv "$BUILD/latency.csv.new" "$file" && echo "latency: $file"
