#!/bin/sh
# declared.sh: prints what the lessons in lessons/*.cu declare about themselves, one line per lesson.
# Every script that needs a lesson's part, shape or type asks here.
#   sh common/course/declared.sh                        every column
#   sh common/course/declared.sh number title           these columns
#   sh common/course/declared.sh --lesson 05 title      for one lesson
#   sh common/course/declared.sh --parts [COLUMN...]    lessons/parts.csv: the parts that have a lesson
# Tabs separate the columns; a dash means that the lesson does not declare it. They are:
#   number     05
#   lesson     lesson05: the program's name
#   stem       05_unroll_last_warp: of its file names
#   title      unroll the last warp
#   part       I
#   kernel     reduce_shuffle_down: the row that shows the idea, if it is not the first
#   step_from  lesson04
#   needs      9.0: the compute capability
#   types      int, float or int,float; the first is the default
#   offers     the other offers: batch,grid ...
#   n          536870912: the total number of elements
#   batch      numbers of rows, 2048 or 1,8; 1 for an array
#   block      512, if the default is not the harness' own
#   defaults   the options, as declared
#   bench      options of additional runs of `make bench` on a GPU; a ; separates runs
#   swept      the meaning of the number k in kernels NAME_k
#   per_sm     how many blocks of a kernel are on an SM at a time
#   before     05: the number of the previous lesson; the first has none
#   after      the number of the next lesson; the last has none
# The columns of parts: part, title, slug (for file names), steps (a pattern for the kernels of its steps in
# published tables, and the step's name there), article (the one whose published tables belong to the
# part), lessons (their numbers, with commas between).
# A missing or wrong declaration ends the script with exit code 2; the message names its file and line.

export LC_ALL=C
: "${AWK:=awk}"
of_parts='' only=''
while :; do
    case ${1-} in
    --parts) of_parts=1 ;;
    --lesson) only=${2:?declared.sh: --lesson needs a number}; shift ;;
    *) break ;;
    esac
    shift
done
[ -e lessons/parts.csv ] ||
    { echo "lessons/parts.csv:1: it is missing; it names the parts of the course" >&2; exit 2; }
course=common/course
LC_ALL=C exec "$AWK" -f $course/declared.awk -f $course/declaration.awk -f $course/fields.awk -f $course/options.awk \
    -v of_parts="$of_parts" -v only="$only" -v columns="$*" lessons/*.cu
