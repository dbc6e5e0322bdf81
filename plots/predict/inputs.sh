# shellcheck shell=sh
# inputs.sh: what the scripts here read. To be sourced after common/course/script.sh and plots/course.sh; $tmp is a folder.
#   prepare_inputs             makes them, and sets cards (the table of cards)
#   model OPTION... [FILE...]  runs awk with the model, and those options and files
#   results_of CARD            prints the recorded results of a card, if there are some
# RECORDS names another folder than plots/recorded, CARDS another table than plots/cards.csv. A table that make
# calibrate has left in $BUILD comes before that.

: "${AWK:=awk}" "${RECORDS:=plots/recorded}" "${BUILD:=build}"
prepare_inputs()
{
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
        { sub(/,.*/, "", $3); if (sub(/^2\^/, "", $3)) $3 = 2 ^ $3; printf "%s,%.0f,%.0f\n", $1, $2, $3 }' >"$tmp/declared.csv"
}

model()
{
    "$AWK" -v counts="$RECORDS/counts.csv" -v cards="$cards" -v sass="$RECORDS/sass.csv" -v counters="$counters" \
        -v declared="$tmp/declared.csv" -v weights="$RECORDS/predict-weights.csv" -f common/csv/read.awk \
        -f plots/predict/called.awk -f plots/predict/scale.awk -f plots/predict/terms.awk "$@"
}

results_of()
{
    for file in "$RECORDS"/*.csv; do
        case $(head -n 1 "$file") in
        lesson,*,median_ms,*) ;;
        *) continue ;;
        esac
        case $file in *-peers.csv) continue ;; esac
        "$AWK" -v wanted="$1" -v name="$file" -f common/csv/read.awk -f plots/predict/called.awk -f plots/predict/is-of.awk "$file"
    done
}
