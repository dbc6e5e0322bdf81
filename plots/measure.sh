#!/bin/sh
# measure.sh NAME: runs build/gpu/NAME, which is plots/NAME.cu (latency, roundtrip, calibrate), and keeps what it
# measured: in build/NAME.csv, or with RECORD=yes in plots/recorded/NAME-OF-THE-CARD-NAME.csv.
# From make: BUILD and DEVICE.
export LC_ALL=C
. common/course/script.sh
name=${1:?measure.sh: which program? latency, roundtrip or calibrate}
fail() { one_line "$name: $*" >&2; exit 2; }

: "${BUILD:=build}" "${DEVICE:=cpu}"
what="a $name"
[ "$name" != calibrate ] || what='a row of plots/cards.csv'
[ "$DEVICE" = gpu ] || fail "only a GPU has $what to measure; this is DEVICE=$DEVICE"
file=$BUILD/$name.csv
new=$file.$$
trap 'rm -f "$new"' EXIT
record=''
! switch RECORD || record=yes
"$BUILD/gpu/$name" "$new" || exit
if [ "$record" ]; then
    slug=$(LC_ALL=C awk -f common/csv/read.awk -f plots/slug.awk "$new") || exit
    mkdir -p plots/recorded || exit
    file=plots/recorded/$slug-$name.csv
fi
mv "$new" "$file" && echo "$name: $file"
