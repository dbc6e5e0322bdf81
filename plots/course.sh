# shellcheck shell=sh
# course.sh: what the lessons declare, for the awk scripts here; see course.awk. To be sourced.
#   read_course FOLDER     writes FOLDER/lessons and FOLDER/parts; where a declaration is wrong, it names
#                          file and line and ends the script
#   course -f SCRIPT ...   runs awk with read.awk, rows.awk, axis.awk, course.awk and these scripts and options

read_course()
{
    course_in=$1
    sh common/course/declared.sh lesson stem title part step_from needs n batch bench swept >"$1/lessons" &&
        sh common/course/declared.sh --parts >"$1/parts" || exit 2
}
course()
{
    awk -v lessons_file="$course_in/lessons" -v parts_file="$course_in/parts" -f common/csv/read.awk -f plots/rows.awk -f plots/axis.awk \
        -f plots/course.awk "$@"
}
