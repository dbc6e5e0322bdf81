#!/bin/sh
# cards.sh: puts what `make calibrate` measured into the table of cards: what is in $BUILD/calibrate.csv into
# $BUILD/cards.csv, a copy of plots/cards.csv that `make predict` then uses; or with RECORD=yes what is in
# plots/recorded/*-calibrate.csv into plots/cards.csv itself.
export LC_ALL=C
. common/course/script.sh
: "${BUILD:=build}" "${AWK:=awk}" "${CARDS:=plots/cards.csv}"
table=$BUILD/cards.csv
set -- "$BUILD/calibrate.csv"
if switch RECORD; then
    table=$CARDS
    set -- plots/recorded/*-calibrate.csv
fi
new=$table.$$
trap 'rm -f "$new"' EXIT
"$AWK" -f common/csv/read.awk -f plots/predict/called.awk -f plots/predict/cards.awk "$CARDS" "$@" >"$new" && mv "$new" "$table" &&
    echo "calibrate: a row of $table"
