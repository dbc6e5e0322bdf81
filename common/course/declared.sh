#!/bin/sh
# declared.sh: what the lessons say about themselves, a line per lesson, from the declarations in
# lessons/*.cu. Everything that must know a lesson's part, shape or type asks here.
#   sh common/course/declared.sh                        every column
#   sh common/course/declared.sh number title           these
#   sh common/course/declared.sh --lesson 05 title      of one lesson
#   sh common/course/declared.sh --parts [COLUMN...]    lessons/parts.csv: the parts that have a lesson
# Columns stand apart by a tab; one that a lesson does not declare is a dash. They are:
#   number     05
#   lesson     lesson05: the program's name
#   stem       05_unroll_last_warp: of its files
#   title      unroll the last warp
#   part       I
#   step_from  lesson04
#   needs      9.0: the compute capability
#   types      int, float or int,float; the first is the default
#   offers     the other offers: batch,grid ...
#   n          536870912: elements in all
#   batch      numbers of rows, 2048 or 1,8; 1 for an array
#   block      512, where another than the harness' own is the default
#   defaults   the options, as declared
#   bench      options of the further runs of `make bench` on a GPU, runs apart by ;
#   swept      what the number k is in kernels NAME_k
#   before     05: the number of the lesson before; the first has none
#   after      and of the one after
# Of the parts: part, title, slug (of file names), steps (a pattern: the kernels of its steps in
# published tables, and what the step is called there), article (of published tables that belong
# to it), lessons (numbers, apart by commas).
# A declaration that is missing or wrong ends it with exit code 2, and its file and line.

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
LC_ALL=C exec "$AWK" -f common/course/declared.awk -v of_parts="$of_parts" -v only="$only" -v columns="$*" lessons/*.cu
