# shellcheck shell=sh
# course.sh: what the lessons declare, and what their results say. To be sourced, after script.sh.
#   read_course FOLDER     writes FOLDER/lessons and FOLDER/parts; where a declaration is wrong, it names
#                          file and line and ends the script
#   recorded_cards         prints the results of the recorded cards, a file a line: that with the highest peak first
#   all_blocks             the block sizes that are measured on a GPU
#   results WHAT FILE...   what tables and pictures show of a file of results: results/main.c

all_blocks=64,128,256,512,1024 # shellcheck disable=SC2034

read_course()
{
    course_in=$1
    sh common/course/declared.sh lesson stem title part step_from needs n batch bench swept per_sm >"$1/lessons" &&
        sh common/course/declared.sh --parts >"$1/parts" || exit 2
}
results()
{
    built results plots/results/*.c plots/program.c common/csv/csv.c common/cpu/rewrite/text.c -lm
    asked=$1
    shift
    # shellcheck disable=SC2154 # built sets program
    "$program" "$asked" "$course_in" "$@"
}
# A card's results are plots/recorded/CARD.csv; other files there have names that go on after CARD.
recorded_cards()
{
    for file in plots/recorded/*.csv; do
        [ -s "$file" ] || continue
        case $file in *-peers.csv) continue ;; esac
        case $(head -n 1 "$file") in
        lesson,*,median_ms,*) ;;
        *) continue ;;
        esac
        awk -f common/csv/read.awk -f plots/rows.awk -f plots/peak.awk "$file" || exit 2
    done | LC_ALL=C sort -t "$(printf '\t')" -k1,1nr -k2,2 | cut -f 2-
}
