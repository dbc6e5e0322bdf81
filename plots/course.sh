# shellcheck shell=sh
# course.sh: what the lessons declare, for the awk scripts here; see course.awk. To be sourced.
#   read_course FOLDER     writes FOLDER/lessons and FOLDER/parts; ends the script if a declaration is
#                          wrong, which names file and line
#   course SCRIPT.awk ...  awk with csv.awk, course.awk and then these scripts and options

read_course()
{
    course_in=$1
    sh common/course/declared.sh lesson stem title part step_from needs n batch bench swept >"$1/lessons" &&
        sh common/course/declared.sh --parts >"$1/parts" || exit 2
}
course()
{
    awk -v lessons_file="$course_in/lessons" -v parts_file="$course_in/parts" -f plots/csv.awk -f plots/course.awk "$@"
}
