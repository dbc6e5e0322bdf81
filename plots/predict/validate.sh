#!/bin/sh
# validate.sh: how far off predictions are. Fits the weights to what one card has measured, predicts that with each
# lesson left out in turn, and other cards and published tables with nothing fitted to them; and kernels of another kind,
# each from the others.
# Prints how far off, and compares all of it with what is recorded: plots/recorded/predict-weights.csv, -validation.csv,
# -intervals.csv, -summary.csv and -kernels.csv. With RECORD=yes it writes those, and the picture predict.svg and .png.
# LAST=21 is the last lesson that the weights are fitted to; later ones are predicted with them. RECORDS and CARDS name another folder and table. From make: BUILD.
export LC_ALL=C
. common/course/script.sh
. plots/gnuplot.sh
. plots/predict/inputs.sh
: "${LAST:=21}"
fail() { one_line "predict-validate: $*" >&2; exit 2; }
case $LAST in *[!0-9]* | ???*) fail "LAST=$LAST: the number of a lesson is needed, as 21" ;; esac
record=''
! switch RECORD || record=yes
temporary reduction-predict
prepare_inputs
[ "${CARDS-}" ] || cards=plots/cards.csv

# The card that the weights are fitted to comes first: the first of the table
names=$("$AWK" -F, 'NR > 1 { print $1 }' "$cards")
measured=''
for card in $names; do
    for file in $(results_of "$card"); do measured="$measured $card=$file"; done
done
# shellcheck disable=SC2086 # a list of words
"$AWK" -v cards="$(echo $names | sed 's/ /, /g')" -f plots/predict/published.awk plots/published/*.csv >"$tmp/published" || exit
model validate measured="$measured" published="$tmp/published" last="$LAST" weights_out="$tmp/weights.csv" \
    >"$tmp/validation.csv" || exit
"$AWK" -v intervals="$tmp/intervals.csv" -v table="$tmp/summary.csv" -v ncu="$counters" -v points="$tmp/points" -v picture="$tmp/predict.gp" -f common/csv/read.awk -f plots/rows.awk -f plots/predict/summary.awk \
    "$tmp/validation.csv" || exit
# Kernels that are not the lessons', with the weights that were just fitted; the H100's come first
times=''
for file in "$RECORDS"/*-kernels.csv; do [ "$file" = "$RECORDS/predict-kernels.csv" ] || times="$times $(card_of "$file")=$file"; done
model kernels weights="$tmp/weights.csv" counted="$RECORDS/kernels-counted.csv" bytes="$RECORDS/kernels-bytes.csv" \
    counted_n=262144 times="$times" >"$tmp/kernels.csv" &&
    "$AWK" -f common/csv/read.awk -f plots/predict/kernels-summary.awk "$tmp/kernels.csv" || exit
if [ "$record" ]; then
    for name in weights validation intervals summary kernels; do
        cp "$tmp/$name.csv" "$RECORDS/predict-$name.csv" || exit
    done
    command -v gnuplot >/dev/null || fail "gnuplot is missing, so there is no new picture"
    find_formats
    render plots/predict/predict.gp "$RECORDS/predict" "data=$(for_gnuplot "$tmp")"
else
    for name in weights validation intervals summary kernels; do
        "$AWK" -v what="$RECORDS/predict-$name.csv" -f plots/predict/same.awk "$RECORDS/predict-$name.csv" "$tmp/$name.csv" || status=1
    done
    exit ${status-0}
fi
