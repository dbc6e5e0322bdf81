# shellcheck shell=sh
# course.sh: what the lessons declare, for the awk scripts here; see course.awk. To be sourced.
#   read_course FOLDER     writes FOLDER/lessons and FOLDER/parts; where a declaration is wrong, it names
#                          file and line and ends the script
#   recorded_cards         prints the results of the recorded cards, a file a line: that with the highest peak first
#   all_blocks             the block sizes that are measured on a GPU
#   course -f SCRIPT ...   runs awk with read.awk, rows.awk, axis.awk, course.awk and these scripts and options
#   bars -f SCRIPT ...     the same with headline.awk and bars.awk: which rows tables and ladders show
#   prepare_part OPTION... FILE    writes what the .gp scripts draw of one part of the course: prepare/part.awk

all_blocks=64,128,256,512,1024 # shellcheck disable=SC2034

read_course()
{
    course_in=$1
    sh common/course/declared.sh lesson stem title part step_from needs n batch bench swept per_sm >"$1/lessons" &&
        sh common/course/declared.sh --parts >"$1/parts" || exit 2
}
course()
{
    awk -v lessons_file="$course_in/lessons" -v parts_file="$course_in/parts" -f common/csv/read.awk -f plots/rows.awk -f plots/axis.awk \
        -f plots/course.awk "$@"
}
bars() { course -f plots/headline.awk -f plots/bars.awk "$@"; }
prepare_part()
{
    # shellcheck disable=SC2046 # the names are ours
    bars $(printf -- '-f %s ' plots/prepare/*.awk) "$@"
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
