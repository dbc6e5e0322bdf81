# shellcheck shell=sh
# inputs.sh: what the scripts here read. To be sourced after common/course/script.sh; $tmp is a folder.
#   build_model                      compiles the model where its sources are newer; sets program
#   prepare_inputs                   the same, makes what the model reads, and sets cards (the table of cards)
#   model WHAT NAME=VALUE...         runs it (main.c)
#   card_of FILE                     prints which card's rows a file has
#   results_of CARD                  prints the recorded results of a card, if there are some
# RECORDS names another folder than plots/recorded, CARDS another table than plots/cards.csv. A table that make
# calibrate has left in $BUILD comes before that.

: "${AWK:=awk}" "${RECORDS:=plots/recorded}" "${BUILD:=build}"
build_model() { built predict plots/predict/*.c plots/program.c common/csv/csv.c common/cpu/rewrite/text.c -lm; }

prepare_inputs()
{
    build_model
    cards=${CARDS:-plots/cards.csv}
    [ "${CARDS-}" ] || [ ! -s "$BUILD/cards.csv" ] || cards=$BUILD/cards.csv
    # What ncu has counted, on any card: instructions are the same on all of one architecture
    counters=$tmp/counters.csv
    : >"$counters"
    for file in "$RECORDS"/*-counters.csv; do
        [ ! -s "$file" ] || { [ -s "$counters" ] && sed 1d "$file" || cat "$file"; } >>"$counters"
    done
    sh common/course/declared.sh lesson n batch | "$AWK" -F '\t' '
        BEGIN { print "lesson,n,batch" }
        { sub(/,.*/, "", $3); printf "%s,%.0f,%.0f\n", $1, $2, $3 }' >"$tmp/declared.csv"
}

model()
{
    "$program" "$@" counts="$RECORDS/counts.csv" cards="$cards" sass="$RECORDS/sass.csv" counters="$counters" \
        declared="$tmp/declared.csv" weights="$RECORDS/predict-weights.csv"
}

card_of() { "$AWK" -f common/csv/read.awk -f plots/predict/called.awk -f plots/predict/card-of.awk "$1"; }

results_of()
{
    for file in "$RECORDS"/*.csv; do
        IFS= read -r header <"$file" || continue
        case $header in
        lesson,*,median_ms,*) ;;
        *) continue ;;
        esac
        case $file in *-peers.csv) continue ;; esac
        [ "$(card_of "$file")" != "$1" ] || echo "$file"
    done
}
